import CommandLanguage
import Rendering
import TableModel
import Workspaces

/// `bind`: keys of the whole screen.
enum BindCommand: ShelfCommand {
  case list
  /// Prints the page `Documentation/Keys.md`.
  case page
  case show(KeyWords)
  case off(KeyWords)
  case bind(KeyWords, command: Word)

  /// A key, or keys that are pressed one after the other.
  struct KeyWords: Sendable {
    let name: String
    let word: Word

    /// - Throws: a name that no key has.
    init(_ word: Word) throws(CommandError) {
      let keys = word.text.split(separator: " ")
      guard (1...2).contains(keys.count) else {
        throw CommandError(
          .badValue(word.text, argument: "key", expected: "one key, or two with a blank between"),
          at: word.range)
      }
      do {
        name = try keys.map { key throws(KeyNameError) in
          try KeyName(parsing: String(key)).description
        }.joined(separator: " ")
      } catch {
        throw CommandError(.impossible(error.description, hint: error.hint), at: word.range)
      }
      self.word = word
    }
  }

  private static let markdown = CommandOption("markdown", nil, "print the usual keys as a page")

  static let declaration = Command(
    "bind", .shell, "give keys of the whole screen commands",
    parameters: [
      Parameter("KEY", .text, optional: true, words: KeyBinding.names),
      Parameter("COMMAND|off", .text, optional: true, words: OffWord.words),
    ],
    options: [markdown],
    discussion: """
      What a key does while `browse` shows the table: `bind x "sort by price; top"`. In the command \
      {KEY} stands for the focused field, {VALUE} and {JSON} for its value, {PLACE} for the focused \
      place, {PLACES} for those selected, and {N} for a number that is typed before the key. Two keys that are pressed one after the \
      other are written in quotes: `bind "z t" top`. `off` gives a key back what it usually does; a \
      key that somebody has bound has to be given back first. `bind` alone lists all keys.
      """,
    examples: [
      .init("bind z \"sort by price; top\"", "a key of your own"),
      .init("bind F5 reload; bind F5", "what a key does"),
    ],
    errors: [
      .impossible: "the key has a command of yours already, or has to keep its meaning",
      .nothingToDo: "the key does nothing",
    ],
    related: ["browse", "alias"], needs: .nothing)

  init(_ call: Invocation) throws(CommandError) {
    guard let first = call[0] else {
      self = call.has(Self.markdown) ? .page : .list
      return
    }
    let keys = try KeyWords(first)
    guard let command = call[1] else {
      self = .show(keys)
      return
    }
    if call.keyword(at: 1, OffWord.self) == .off {
      self = .off(keys)
      return
    }
    if let use = Self.reserved(keys.name) {
      throw CommandError(
        .impossible("'\(keys.name)' can't be bound: \(use)", hint: nil), at: first.range)
    }
    self = .bind(keys, command: command)
    try Self.check(command)
  }

  /// What a key is there for that no binding may take away; nil for other keys.
  private static func reserved(_ name: String) -> String? {
    switch name.split(separator: " ").first {
    case ":": "it is the way to all commands"
    case "Ctrl-C": "it stops work"
    case "1", "2", "3", "4", "5", "6", "7", "8", "9": "digits are numbers that other keys take"
    default: nil
    }
  }

  /// The words of a command, but for what is filled in later, have to be a command's.
  private static func check(_ command: Word) throws(CommandError) {
    let statements = Statement.statements(in: command.text)
    if statements.isEmpty {
      throw CommandError(
        .badValue(command.text, argument: "command", expected: "a command, or off"),
        at: command.range)
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let own = workspace.memory[OwnBindings.self]
    switch self {
    case .list: return Self.list(own)
    case .page: return Output(document: KeyBinding.page)
    case .show(let keys):
      guard let words = Self.words(of: keys.name, own) else {
        throw CommandError(
          .nothing("'\(keys.name)' does nothing", hint: "'bind' lists all keys"),
          at: keys.word.range)
      }
      return Output(verbatim: "\(keys.name)  \(words)")
    case .off(let keys):
      guard own[keys.name] != nil else {
        throw CommandError(
          .nothing("'\(keys.name)' has no command of yours", hint: "'bind' lists all keys"),
          at: keys.word.range)
      }
      workspace.memory[OwnBindings.self].list.removeAll { $0.key == keys.name }
      let usual = Self.words(of: keys.name, OwnBindings()).map { ": " + $0 } ?? " nothing"
      return Output("'\(keys.name)' does what it usually does\(usual)")
    case .bind(let keys, let command):
      if let before = own[keys.name] {
        var error = CommandError(
          .impossible(
            "'\(keys.name)' is bound to '\(before)' already",
            hint: "'bind \(keys.word.raw) off' takes that back"), at: keys.word.range)
        error.isGrave = true
        throw error
      }
      workspace.memory[OwnBindings.self].list.append((keys.name, command.text))
      return Output(verbatim: "\(keys.name)  \(command.text)")
    }
  }

  private static func words(of key: String, _ own: OwnBindings) -> String? {
    own[key] ?? KeyBinding.standard.first { $0.keys.contains(key) }.map(\.helpWords)
  }

  private static func list(_ own: OwnBindings) -> Output {
    var rows = own.list.map { [$0.key, $0.command, "yours"] }
    for binding in KeyBinding.standard {
      let keys = binding.keys.filter { own[$0] == nil }
      if !keys.isEmpty {
        rows.append([keys.joined(separator: ", "), binding.words, binding.summary])
      }
    }
    let widths = (0..<2).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
    let lines = rows.map { row in
      zip(row, widths + [0]).map { text, width in
        text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
      }.joined(separator: "  ")
    }
    var output = Output(verbatim: lines.joined(separator: "\n"))
    let fields = rows
    output.tell(fields: fields)
    return output
  }
}

extension KeyBinding {
  /// What a key does, in the words of its command or else of its summary.
  fileprivate var helpWords: String { words.isEmpty ? summary : words }
}
