import CommandLanguage
import PredicateLanguage
import TableModel
import Workspaces

/// `alias`: gives commands a name, or lists the names.
enum AliasCommand: ShelfCommand {
  case list
  case show(Word)
  case define(Word, commands: String)

  static let declaration = Command(
    "alias", .shell, "give commands a name",
    parameters: [
      Parameter("NAME", .alias, optional: true),
      Parameter(
        "= COMMANDS", .line, optional: true,
        parts: [.init(Sign.equals, .line, "and the commands")]),
    ],
    discussion: """
      Whatever follows the name when it is used is added to the last command. `alias` alone \
      lists them all. A command's own name cannot be taken.
      """,
    examples: [
      .init("alias cheap = \"filter price < \"; cheap 3", "a filter", on: "catalog.json"),
      .init("alias peek = \"down 1; view --table\"; peek; alias", "two commands, then the list"),
    ],
    errors: [
      .impossible: "the name is a command's, or the alias runs itself",
      .nothingToDo: "the name is not an alias",
    ],
    related: ["unalias", "source"], needs: .nothing)

  /// What may stand between a name and its commands.
  private enum Sign: String, Keyword { case equals = "=" }

  init(_ call: Invocation) throws(CommandError) {
    guard let name = call[0] else {
      self = .list
      return
    }
    guard call[1] != nil else {
      self = .show(name)
      return
    }
    let start = call.keyword(at: 1, Sign.self) == nil ? 1 : 2
    let text = call.arguments.count == start + 1 ? call[start]?.text : call.rest(from: start).text
    guard let text, !Statement.statements(in: text).isEmpty else {
      throw CommandError(.missingArgument("COMMANDS", usage: call.command.usage), at: call.range)
    }
    self = .define(name, commands: text)
  }

  /// What follows in a script may use the name.
  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    try run(in: &workspace).next
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .list:
      let lines = workspace.aliases.sorted { $0.key < $1.key }.map { Self.line($0.key, $0.value) }
      return Output(
        verbatim: lines.isEmpty ? "there are no aliases" : lines.joined(separator: "\n"))
    case .show(let name):
      guard let text = workspace.aliases[name.text] else {
        throw CommandError(unknownAlias: name, among: workspace.aliases)
      }
      return Output(verbatim: Self.line(name.text, text))
    case .define(let name, let text):
      if workspace.commands[name.text] != nil {
        throw CommandError(
          .impossible("'\(name.text)' is a command", hint: "choose another name"), at: name.range)
      }
      guard name.text.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }) else {
        throw CommandError(
          .badValue(name.text, argument: "name", expected: "letters, digits, - and _"),
          at: name.range)
      }
      workspace.memory[Aliases.self].commands[name.text] = text
      return Output(verbatim: Self.line(name.text, text))
    }
  }

  private static func line(_ name: String, _ text: String) -> String {
    let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "alias \(name) = \"\(quoted)\""
  }
}

/// `unalias`: takes a name back.
struct UnaliasCommand: ShelfCommand {
  static let declaration = Command(
    "unalias", .shell, "forget an alias", parameters: [Parameter("NAME", .alias)],
    examples: [
      .init("alias dn = down; unalias dn", "there and gone"),
      .init("alias dn = down; dn; unalias dn; alias", "nothing is left"),
    ],
    errors: [.nothingToDo: "the name is not an alias"], related: ["alias"], needs: .nothing)

  private let name: Word

  init(_ call: Invocation) throws(CommandError) { name = try call.required(0) }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    try run(in: &workspace).next
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    guard workspace.memory[Aliases.self].commands.removeValue(forKey: name.text) != nil else {
      throw CommandError(unknownAlias: name, among: workspace.aliases)
    }
    return Output("'\(name.text)' is no longer an alias")
  }
}

extension CommandError {
  fileprivate init(unknownAlias name: Word, among aliases: [String: String]) {
    let nearest = Spelling.matches(for: name.text, among: aliases.keys.sorted())
    let hint = nearest.first.map { "did you mean '\($0)'?" } ?? "'alias' lists them"
    self.init(.nothing("'\(name.text)' is not an alias", hint: hint), at: name.range)
  }
}
