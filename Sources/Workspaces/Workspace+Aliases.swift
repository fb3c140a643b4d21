package import CommandLanguage
import TableModel

/// Names that the user gave to commands.
package struct Aliases: CommandState {
  package static let outlastsTable = true

  /// The commands of each name, as text.
  package var commands: [String: String] = [:]
  /// The names whose commands are being run.
  fileprivate var running: [String] = []

  package init() {}

  /// The commands that a statement stands for; nil when its name is not an alias.
  fileprivate func expansion(of statement: Statement) -> [Statement]? {
    guard let name = statement.name, !name.isQuoted, let text = commands[name.text] else {
      return nil
    }
    return Statement.statements(in: text + " " + statement.text(from: 1).text)
  }
}

extension Workspace {
  /// The commands of each name that the user gave.
  package var aliases: [String: String] { memory[Aliases.self].commands }

  /// Runs the commands of an alias, with the arguments behind the last of them.
  ///
  /// - Returns: what they print together; nil when the statement's name is not an alias.
  package mutating func runAlias(_ statement: Statement) throws(CommandError) -> Result? {
    guard let name = statement.name, aliases[name.text] != nil else { return nil }
    var whole = Result(output: Output(), command: name.text, showsView: false)
    let next = try asAWhole(statement) { workspace throws(CommandError) in
      try workspace.expand(statement) { workspace, part throws(CommandError) in
        let result = try workspace.run(part)
        whole.output.append(result.output)
        whole.showsView = whole.showsView || result.showsView
        return result.output.next
      }
    }
    return next == nil ? nil : whole
  }

  /// Does something with each command of an alias.
  ///
  /// - Returns: what it gave for the last one; nil when the statement's name is not an alias.
  package mutating func expand(
    _ statement: Statement,
    _ body: (inout Workspace, Statement) throws(CommandError) -> Output.Next
  ) throws(CommandError) -> Output.Next? {
    let aliases = memory[Aliases.self]
    guard let name = statement.name, let parts = aliases.expansion(of: statement) else {
      return nil
    }
    guard !aliases.running.contains(name.text) else {
      throw CommandError(
        .impossible("the alias '\(name.text)' runs itself", hint: "'unalias \(name.text)' ends it"),
        at: name.range)
    }
    memory[Aliases.self].running.append(name.text)
    defer { memory[Aliases.self].running.removeLast() }
    var next = Output.Next.carryOn
    for (index, part) in parts.enumerated() {
      do {
        next = try body(&self, part)
      } catch {
        // Places in the alias mean nothing in the line that was typed.
        var placed = CommandError(error.reason, at: name.range)
        placed.proposal = error.proposal
        throw placed
      }
      if next != .carryOn, index < parts.count - 1 {
        throw CommandError(
          .impossible(
            "'\(part.name?.text ?? "")' can only be the last command of an alias", hint: nil),
          at: name.range)
      }
    }
    return next
  }
}
