/// A command: everything that parsing, help, completion and the reference page know of it.
package struct Command: Sendable {
  package var name: String
  package var aliases: [String] = []
  package var group: CommandGroup
  /// One line in the imperative, without a full stop.
  package var summary: String
  package var parameters: [Parameter] = []
  package var options: [CommandOption] = []
  /// Paragraphs for `help NAME`.
  package var discussion: String = ""
  /// At least two; each runs in the test suite.
  package var examples: [Example]
  package var errors: [String] = []
  package var related: [String] = []
  package var effect: Effect = .none
  package var run: @Sendable (inout Session, Invocation) throws(CommandError) -> Output

  /// True for commands whose answer needs the whole table, however large: they wait for its index.
  var isAboutEverything: Bool { Self.aboutEverything.contains(name) }

  /// True for commands after which a table begins anew: `compare` replays only what follows.
  var opensTable: Bool { name == "open" || name == "scenario" }

  /// True for commands that neither read nor show data: they work where a file has changed
  /// underneath, too.
  var worksWithoutData: Bool { Self.withoutData.contains(name) }

  private static let withoutData: Set<String> = [
    "alias", "apropos", "close", "datasets", "echo", "help", "history", "lesson", "once", "open",
    "output", "quit", "record", "scenario", "source", "status", "unalias",
  ]

  /// True for commands that only change which names the lines after them may use: a check of a
  /// script carries them out.
  var isAboutNames: Bool { ["alias", "unalias", "source"].contains(name) }

  private static let aboutEverything: Set<String> = [
    "apply", "bottom", "compare", "count", "delete", "describe", "distinct", "expect", "export",
    "filter", "find", "flatten", "group", "index", "insert", "move", "next", "previous", "reload",
    "reset", "save", "schema", "search", "select", "shape", "sort", "summarize", "update",
  ]

  /// What a command does to the table, for undo and for showing the viewport after it.
  package enum Effect: Sendable {
    /// Looks only.
    case none
    /// Changes the table or its look: can be undone.
    case change
    /// Moves, opens or closes tables.
    case open
  }

  package struct Example: Sendable {
    package var line: String
    package var purpose: String
    /// The bundled dataset that it runs on.
    package var dataset: String

    package init(_ line: String, _ purpose: String, on dataset: String = "pulse.plist") {
      self.line = line
      self.purpose = purpose
      self.dataset = dataset
    }
  }
}

/// The tasks by which `help` groups commands, in its order.
package enum CommandGroup: String, Sendable, CaseIterable {
  case open
  case look
  case move
  case choose
  case narrow
  case dress
  case change
  case engine
  case shell

  package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  package var purpose: String {
    switch self {
    case .open: "open and save"
    case .look: "look at what is there"
    case .move: "scroll and move the focus"
    case .choose: "select and go deeper"
    case .narrow: "filter, sort and group"
    case .dress: "change how cells look"
    case .change: "change the data"
    case .engine: "control the recycling engine"
    case .shell: "work with the shell"
    }
  }
}

/// An argument by position.
package struct Parameter: Sendable, Hashable {
  package var name: String
  package var kind: ArgumentKind
  package var isOptional: Bool
  package var isRepeated: Bool

  package init(
    _ name: String, _ kind: ArgumentKind, optional: Bool = false, repeated: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.isOptional = optional
    self.isRepeated = repeated
  }
}

/// An option: a flag, or one that takes a value.
package struct CommandOption: Sendable, Hashable {
  package var name: String
  /// The value's name and kind; nil for a flag.
  package var value: Parameter?
  package var summary: String

  package init(_ name: String, _ value: Parameter? = nil, _ summary: String) {
    self.name = name
    self.value = value
    self.summary = summary
  }
}

/// What an argument can be; completion offers accordingly.
package enum ArgumentKind: Sendable, Hashable {
  case address
  case row
  case count
  case key
  case file
  case setting
  case settingValue
  case command
  /// A cell style: a built-in one, or the name of a layout.
  case style
  /// The file or the name of a layout.
  case layout
  case choice([String])
  /// A predicate: takes the rest of the line as it stands.
  case predicate
  /// Takes the rest of the line as it stands.
  case text

  /// True when the argument is the rest of the line, quotes and all.
  package var takesRest: Bool { self == .predicate || self == .text }
}
