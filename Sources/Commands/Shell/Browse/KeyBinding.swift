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
    /// The last search went backwards.
    case searchesBackwards
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
    case .line(.findBackwards, _): "find --backwards --both ..."
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

// MARK: - A page of keys

extension KeyBinding {
  /// The usual keys as a page in Markdown.
  static var page: String {
    var text = """
      # Keys of the whole screen

      `browse`, or `shelf --browse FILE`, shows the table on the whole screen. Every key stands for a
      command, which is what `record` writes and `undo` takes back; what has none concerns the screen
      alone. A number typed before a key repeats it or has a place of its own in the command. This page
      is printed by `bind --markdown`; `bind KEY "COMMAND"` gives a key another command, in the file of
      start-up commands for good.

      In the commands `{N}` is the number, `{KEY}` the focused field, `{VALUE}` and `{JSON}` its value,
      `{PLACE}` the focused place and `{LETTER}` the letter behind the key.

      """
    for group in Group.allCases {
      text += "\n## \(group.title)\n\n| keys | what for | command |\n|---|---|---|\n"
      for binding in standard where binding.group == group {
        let keys = binding.keys.map(code).joined(separator: " ")
        let command = binding.words.isEmpty ? "" : code(binding.words)
        text += "| \(keys) | \(binding.summary) | \(command) |\n"
      }
    }
    return text
  }

  /// A text as code in a table.
  private static func code(_ text: String) -> String {
    let fence = text.contains("`") ? "`` " : "`"
    let end = text.contains("`") ? " ``" : "`"
    return fence + text.replacing("|", with: "\\|") + end
  }
}

// MARK: - The usual bindings

extension KeyBinding {
  /// The usual bindings: those of people who come from vi, less, fx, jless and VisiData. The browser,
  /// its help and the page of keys read them here.
  package static let standard: [KeyBinding] =
    moving + finding + deeper + selecting + arranging
    + changing + screen

  private static let moving: [KeyBinding] = [
    .init(["Up", "k"], .command("focus up {N}"), "a row up", .move),
    .init(["Down", "j"], .command("focus down {N}"), "a row down", .move),
    .init(["Left", "h"], .command("focus left {N}"), "an item to the left", .move),
    .init(["Right", "l"], .command("focus right {N}"), "an item to the right", .move),
    .init(
      ["PageDown", "Space"], .counted("down {N} pages", with: "page"), "a page down", .move),
    .init(["PageUp", "b"], .counted("up {N} pages", with: "page up"), "a page up", .move),
    .init(["Ctrl-D"], .command("page half"), "half a page down", .move),
    .init(["Ctrl-U"], .command("page half up"), "half a page up", .move),
    .init(["Home", "0"], .command("start"), "the start of the row", .move),
    .init(["End", "$"], .command("finish"), "the end of the row", .move),
    .init(["g"], .command("top"), "the first row", .move),
    .init(["G"], .counted("focus row {N}", with: "bottom"), "the last row; 42G: row 42", .move),
    .init(["%"], .counted("focus {N}%", with: ""), "50%: half way down", .move),
    .init(["{"], .command("focus section previous"), "the section before", .move),
    .init(["}"], .command("focus section next"), "the next section", .move),
    .init(["' LETTER"], .command("index {LETTER}"), "a letter of the index", .move),
    .init(["Shift-Up", "<"], .command("up {N} lines"), "scroll up, and keep the focus", .move),
    .init(["Shift-Down", ">"], .command("down {N} lines"), "scroll down", .move),
    .init(["Shift-Left"], .command("left {N}"), "scroll the row to its start", .move),
    .init(["Shift-Right"], .command("right {N}"), "scroll the row to its end", .move),
    .init(["m LETTER"], .command("bookmark {LETTER}"), "give the place a letter", .move),
    .init(["` LETTER"], .command("goto '{LETTER}"), "go to it", .move),
    .init(["Ctrl-O"], .command("jump back {N}"), "back to where the focus was", .move),
  ]

  private static let finding: [KeyBinding] = [
    .init(
      ["/"], .line(.find, ""), "find a text in keys and values, or /a regular expression/", .find),
    .init(["?"], .line(.findBackwards, ""), "find backwards", .find),
    .init(
      ["n"], .either(.searchesBackwards, then: "previous", otherwise: "next"),
      "the next match; behind '?' the one before", .find),
    .init(
      ["N"], .either(.searchesBackwards, then: "next", otherwise: "previous"),
      "the other way round", .find),
    .init(["f"], .line(.filter, ""), "filter while you type", .find),
    .init(["="], .command("filter {KEY} == {VALUE}"), "keep what has this value", .find),
    .init(["!"], .command("filter {KEY} != {VALUE}"), "drop what has this value", .find),
    .init(["F"], .command("filter off"), "all records again", .find),
  ]

  private static let deeper: [KeyBinding] = [
    .init(
      ["Enter"], .either(.hasInnerField, then: "push {PLACE} {KEY}", otherwise: "push {PLACE}"),
      "open the record, or the value of the field", .deeper),
    .init(["-", "Backspace"], .command("back"), "return from it", .deeper),
    .init(
      ["D"], .command("distinct {KEY}; results"), "the values of the field as a table", .deeper),
    .init(["Tab"], .screen(.nextField), "the next field", .deeper),
    .init(["Shift-Tab"], .screen(.previousField), "the field before", .deeper),
  ]

  private static let selecting: [KeyBinding] = [
    .init(
      ["x"], .either(.isSelected, then: "deselect {PLACE}", otherwise: "select {PLACE}"),
      "select, or take that back", .select),
    .init(["X"], .command("deselect"), "select nothing", .select),
    .init(
      ["*"], .command("selection multiple; select found"), "all that the last search finds",
      .select),
    .init(["y v"], .command("copy value {KEY}"), "copy the value of the field", .select),
    .init(["y p"], .command("copy path {KEY}"), "copy where it stands in the document", .select),
    .init(["y r"], .command("copy record"), "copy the record", .select),
    .init(["y j"], .command("copy jq {KEY}"), "copy a filter of jq that finds it", .select),
    .init(["v"], .screen(.range), "select from here to the next v", .select),
  ]

  private static let arranging: [KeyBinding] = [
    .init(["s"], .command("sort by {KEY} asc"), "sort by the field", .arrange),
    .init(["S"], .command("sort by {KEY} desc"), "sort it downwards", .arrange),
    .init(["a"], .line(.command, "accessory "), "an accessory for cells", .arrange),
    .init(["t"], .line(.command, "style "), "a style for cells", .arrange),
    .init(["c"], .line(.command, "columns "), "rows as a grid", .arrange),
  ]

  private static let changing: [KeyBinding] = [
    .init(["e"], .line(.command, "update {PLACE} {KEY}={JSON}"), "change the value", .change),
    .init(["d"], .command("delete {PLACES}"), "delete the record, or those selected", .change),
    .init(["u"], .command("undo"), "take the last command back", .change),
    .init(["Ctrl-R"], .command("redo"), "do it again", .change),
  ]

  private static let screen: [KeyBinding] = [
    .init([":"], .line(.command, ""), "any command", .screen),
    .init(
      ["i"], .either(.showsDetail, then: "detail off", otherwise: "detail on"),
      "the whole record beside the table", .screen),
    .init(["J"], .screen(.detailDown), "scroll it down", .screen),
    .init(["K"], .screen(.detailUp), "scroll it up", .screen),
    .init(["T"], .command("panel trace"), "what the last frame did", .screen),
    .init([")"], .screen(.traceDown), "scroll that down", .screen),
    .init(["("], .screen(.traceUp), "scroll that up", .screen),
    .init(["]"], .command("step {N}"), "a step through the last pass", .screen),
    .init(["["], .command("step back {N}"), "a step back", .screen),
    .init(["R"], .command("panel stats"), "the lines about reuse", .screen),
    .init(
      ["o"], .either(.showsIdentities, then: "overlay none", otherwise: "overlay identity"),
      "a colour for each cell object", .screen),
    .init(["w"], .line(.command, "watch "), "an expression of the focused record", .screen),
    .init(["F1", "H"], .screen(.help), "the keys", .screen),
    .init(["q"], .screen(.leave), "close what is open, or back to the prompt", .screen),
    .init(["Q"], .command("quit"), "leave the program", .screen),
    .init(["Esc"], .screen(.close), "close what is open, one after the other", .screen),
    .init(["Ctrl-L"], .screen(.redraw), "draw the screen anew", .screen),
    .init(["Ctrl-Z"], .screen(.suspend), "stop the program; 'fg' goes on", .screen),
  ]
}
