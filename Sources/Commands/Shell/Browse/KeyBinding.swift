import CommandLanguage
import Workspaces

/// What keys do while the table is on the whole screen.
///
/// ```
/// j      focus down {N}        a command, with what was counted before the key
/// 42G    focus row {N}
/// y v    copy value {KEY}      two keys, one after the other
/// m a    bookmark {LETTER}     any letter
/// f      a line to type in     that becomes the command `filter ...`
/// ```
package struct KeyBinding: Sendable, Hashable {
  /// The keys by their names; those that are pressed one after the other have a blank between them,
  /// and `LETTER` stands for any letter.
  package let keys: [String]
  package let action: Action
  /// What for, in a few words.
  package let summary: String
  package let group: Group

  package enum Action: Sendable, Hashable {
    /// Commands, with places for what is under the focus (``Blank``).
    case command(String)
    /// The same where a number was typed before, which then has a place in it.
    case counted(String, with: String)
    /// One of two commands, by what is so already.
    case either(State, then: String, otherwise: String)
    /// A line that is typed at the foot of the screen, with the text that it begins with.
    case line(LineKind, String)
    /// What concerns the screen alone, and is no command.
    case screen(ScreenAct)
  }

  /// What a key may take back.
  package enum State: Sendable, Hashable {
    case isSelected, showsIdentities, showsDetail
    /// The chosen field of the record holds a list or a record.
    case hasInnerField
  }

  /// What a line that is typed means.
  package enum LineKind: String, Sendable, Hashable, CaseIterable {
    case command, filter, find, findBackwards
  }

  /// What no script needs.
  package enum ScreenAct: String, Sendable, Hashable, CaseIterable {
    case help, leave, close, suspend, redraw
    case nextField, previousField
    case detailDown, detailUp
    case traceDown, traceUp
    case range
  }

  /// The parts of the help, in its order.
  package enum Group: String, Sendable, Hashable, CaseIterable {
    case move, find, deeper, select, arrange, change, screen

    package var title: String {
      switch self {
      case .move: "Move"
      case .find: "Find and filter"
      case .deeper: "Go deeper and back"
      case .select: "Select and copy"
      case .arrange: "Sort and dress"
      case .change: "Change"
      case .screen: "The screen"
      }
    }
  }

  /// A place in a command that is filled in when the key is pressed.
  package enum Blank: String, Sendable, CaseIterable {
    /// The number typed before the key, or nothing.
    case count = "{N}"
    /// The focused field, as predicates spell it.
    case key = "{KEY}"
    /// Its value, as predicates spell it.
    case value = "{VALUE}"
    /// Its value in JSON.
    case json = "{JSON}"
    /// The focused place.
    case place = "{PLACE}"
    /// The places that are selected, or the focused one where none is.
    case places = "{PLACES}"
    /// The letter that was pressed behind the key.
    case letter = "{LETTER}"
  }

  /// The name of any letter in ``keys``.
  package static let anyLetter = "LETTER"

  /// The keys that can be bound by a name that needs no quotes: those that mean something, and those that
  /// have a name on a keyboard.
  package static let names: [String] = {
    var names: [String] = []
    for name in standard.flatMap(\.keys) + KeyName.Named.allCases.map(\.rawValue)
    where isPlain(name) && !names.contains(name) {
      names.append(name)
    }
    return names
  }()

  /// True for a name that a line takes as it stands.
  private static func isPlain(_ name: String) -> Bool {
    !name.contains { " '\"".contains($0) }
      && Statement.statements(in: name).map { $0.words.map(\.text) } == [[name]]
  }

  package init(_ keys: [String], _ action: Action, _ summary: String, _ group: Group) {
    (self.keys, self.action, self.summary, self.group) = (keys, action, summary, group)
  }

  /// What the help says that is run.
  package var words: String {
    switch action {
    case .command(let text): text
    case .counted(let counted, let text): text.isEmpty ? counted : "\(text), \(counted)"
    case .either(_, let then, let otherwise): "\(otherwise), \(then)"
    case .line(.command, let start): ":" + start
    case .line(.filter, _): "filter ..."
    case .line(.find, _): "find --both ..."
    case .line(.findBackwards, _): "find --both ...; previous"
    case .screen: ""
    }
  }
}

/// The keys that a person has bound.
package struct OwnBindings: CommandState {
  package static var outlastsTable: Bool { true }

  /// By the names of keys, in the order in which they were bound; an empty command for a key that does
  /// nothing.
  package internal(set) var list: [(key: String, command: String)] = []

  package init() {}

  package subscript(key: String) -> String? { list.first { $0.key == key }?.command }
}

/// All bindings that hold: the usual ones and a person's own.
package struct KeyMap: Sendable {
  private var actions: [String: KeyBinding.Action] = [:]
  /// The first keys of those that are pressed one after the other.
  private var beginnings: Set<String> = []

  package init(_ own: OwnBindings = OwnBindings()) {
    for binding in KeyBinding.standard {
      for keys in binding.keys { actions[keys] = binding.action }
    }
    for (keys, command) in own.list { actions[keys] = command.isEmpty ? nil : .command(command) }
    for keys in actions.keys {
      if let blank = keys.lastIndex(of: " ") { beginnings.insert(String(keys[..<blank])) }
    }
  }

  /// What keys do that were pressed one after the other.
  package enum Meaning: Sendable, Hashable {
    case action(KeyBinding.Action, letter: Character?)
    /// More keys have to follow.
    case beginning
    case nothing
  }

  package func meaning(of keys: [String]) -> Meaning {
    let name = keys.joined(separator: " ")
    if let action = actions[name] { return .action(action, letter: nil) }
    if beginnings.contains(name) { return .beginning }
    if keys.count == 2, let letter = keys[1].first, keys[1].count == 1, letter.isBookmark,
      let action = actions["\(keys[0]) \(KeyBinding.anyLetter)"]
    {
      return .action(action, letter: letter)
    }
    return .nothing
  }
}
