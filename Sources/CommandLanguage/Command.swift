/// The declaration of a command: everything that parsing, help, completion and the reference page
/// know of it.
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
  /// What it fails with, in words of its own; `failures` adds what its forms say.
  package var errors: Failures = [:]
  package var related: [String] = []
  package var needs: Needs = .screen
  package var effect: Effect = .none
  /// True for what can't wait for the end of a batch, though its kind of command can.
  package var refusedInBatch = false

  package init(
    _ name: String, aliases: [String] = [], _ group: CommandGroup, _ summary: String,
    parameters: [Parameter] = [], options: [CommandOption] = [], discussion: String = "",
    examples: [Example], errors: Failures = [:], related: [String] = [], needs: Needs = .screen,
    effect: Effect = .none, refusedInBatch: Bool = false
  ) {
    (self.name, self.aliases, self.group, self.summary) = (name, aliases, group, summary)
    (self.parameters, self.options, self.discussion) = (parameters, options, discussion)
    (self.examples, self.errors, self.related) = (examples, errors, related)
    (self.needs, self.effect, self.refusedInBatch) = (needs, effect, refusedInBatch)
  }

  /// True for what may be done while a batch is open.
  package var fitsIntoBatch: Bool {
    !refusedInBatch && (effect == .none || group == .change || group == .dress)
  }

  /// The name and its aliases.
  package var names: [String] { [name] + aliases }

  /// Codes of errors, each with what it means here.
  package typealias Failures = KeyValuePairs<ErrorCode, String>

  /// How much of the table must be known before a command begins.
  package enum Needs: Sendable {
    /// Nothing: it neither reads nor shows data, and works where a file has changed underneath, too.
    case nothing
    /// How far counting has come, but no data.
    case counts
    /// What it reads by itself: nothing is waited for.
    case ownReading
    /// What is on the screen.
    case screen
    /// All records, however many: it waits for the index of a large file.
    case everything
  }

  /// What a command does to the table, for undo and for showing the viewport after it.
  package enum Effect: Sendable {
    /// Looks only.
    case none
    /// Changes the table or its look, moves in it or leaves it: can be undone.
    case change
    /// A table begins anew: `compare` replays only what follows.
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
  /// The words behind one of which it stands: the key of `sort by KEY`. Empty where it may stand
  /// behind anything.
  package var leaders: [String]
  /// The words behind which it has no place: those that take something back.
  package var enders: [String]
  /// Words that may stand in its place: `end` of `ADDRESS|end`.
  package var words: [String]
  /// What may follow in the rest of the line, each behind a word of its own.
  package var parts: [Part]

  /// A part of the rest of a line, and the word that begins it: `where PREDICATE`.
  package struct Part: Sendable, Hashable {
    package var word: String
    package var kind: ArgumentKind
    package var summary: String

    package init(_ word: some Keyword, _ kind: ArgumentKind, _ summary: String) {
      (self.word, self.kind, self.summary) = (word.rawValue, kind, summary)
    }
  }

  package init(
    _ name: String, _ kind: ArgumentKind, optional: Bool = false, repeated: Bool = false,
    after leaders: any Keyword..., unless enders: [String] = [], words: [String] = [],
    parts: [Part] = []
  ) {
    (self.words, self.parts, self.enders) = (words, parts, enders)
    self.name = name
    self.kind = kind
    self.isOptional = optional
    self.isRepeated = repeated
    self.leaders = leaders.map { $0.rawValue }
  }

  /// True when the argument is the rest of the line, quotes and all.
  package var takesRest: Bool { kind.takesRest || !parts.isEmpty }

  /// The part that a word begins; in quotes it is a text like any other.
  package func part(_ word: Word) -> Part? { parts.first { $0.word == word.raw } }
}

/// What becomes of a file that a line names.
package enum FileUse: Sendable, Hashable {
  /// Its data are read.
  case data
  /// The commands in it are read.
  case commands
  /// The shell runs it; its name is relative to the file that names it.
  case script
  /// It is written, so that later lines may read it.
  case new
}

/// The words that may stand at a place of a line, one case each: a command tells them apart by their
/// cases, and completion, help and errors list the same ones.
package protocol Keyword: RawRepresentable<String>, CaseIterable, Sendable {}

extension Keyword {
  package static var words: [String] { allCases.map(\.rawValue) }
}

/// The word that takes back what a command has set.
package enum OffWord: String, Keyword { case off }

/// The word for leaving something empty.
package enum NoneWord: String, Keyword { case none }

package enum SwitchWord: String, Keyword { case on, off }

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

  /// An option that many commands have.
  package static let json = CommandOption("json", nil, "print JSON for machines")
}

extension Command {
  /// The parameter that takes the argument at an index.
  package func parameter(at index: Int) -> Parameter? {
    if parameters.indices.contains(index) { return parameters[index] }
    return parameters.last.flatMap { $0.isRepeated ? $0 : nil }
  }
}

/// What an argument can be; completion offers accordingly.
package enum ArgumentKind: Sendable, Hashable {
  case address
  case row
  case count
  case key
  /// A key to sort by, with a direction behind it.
  case sortKey
  /// `KEY[:WIDTH]`: a column of a grid.
  case column
  /// Aggregates with commas between them, and keys behind `by`.
  case aggregates
  /// `ROLE=KEY`: what fills a part of the cells.
  case role
  /// Another table: a file, or a part of the document.
  case otherTable
  /// The name of a table of the database that is open.
  case databaseTable
  /// A key of the records of the other table that stands before it.
  case keyOfOther
  case file(FileUse)
  case setting
  case settingValue
  case command
  /// A cell style: a built-in one, or the name of a layout.
  case style
  /// The name of a layout.
  case layout
  /// The file of a layout, or the name of one that comes with the program.
  case layoutFile
  case choice([String])
  /// A name that the user gave to commands.
  case alias
  /// A predicate: takes the rest of the line as it stands.
  case predicate
  /// Commands, which are the rest of the line.
  case line
  /// Changes of a record, `KEY=VALUE`: the rest of the line.
  case changes
  /// Takes the rest of the line as it stands.
  case text
  /// Nothing by itself: only the parameter's parts may stand in the rest of the line.
  case parts

  package static func choice<Word: Keyword>(of _: Word.Type) -> ArgumentKind { .choice(Word.words) }

  /// True when the argument is the rest of the line, quotes and all.
  package var takesRest: Bool {
    switch self {
    case .predicate, .line, .changes, .text, .parts: true
    default: false
    }
  }

  /// True for the name of a file, in which `~/` is the user's home.
  package var namesFile: Bool {
    switch self {
    case .file, .layoutFile, .otherTable: true
    default: false
    }
  }
}
