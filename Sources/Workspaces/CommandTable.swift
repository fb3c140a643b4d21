package import CommandLanguage
import TableModel

/// All commands: the one table that parsing, help, completion and the reference page read.
package struct CommandTable: Sendable {
  private let types: [any ShelfCommand.Type]
  /// The declarations, in the order of `help`.
  package let commands: [Command]
  private let byName: [String: Int]

  package init(_ types: [any ShelfCommand.Type]) {
    self.types = types
    commands = types.map { $0.declaration }
    var byName: [String: Int] = [:]
    for (index, command) in commands.enumerated() {
      for name in command.names { byName[name] = index }
    }
    self.byName = byName
  }

  /// Every word that starts a command: names and aliases.
  package var names: [String] { commands.flatMap(\.names) }

  package func commands(in group: CommandGroup) -> [Command] {
    commands.filter { $0.group == group }
  }

  /// The command of that exact name or alias.
  package subscript(name: String) -> Command? { byName[name].map { commands[$0] } }

  /// Reads a line that calls a command of this table.
  ///
  /// - Throws: what is wrong with its arguments.
  package func read(_ call: Invocation) throws(CommandError) -> any ShelfCommand {
    guard let index = byName[call.command.name] else {
      throw CommandError(.unknownCommand(call.command.name, nearest: []), at: call.range)
    }
    return try types[index].init(call)
  }

  /// Reads a line; nil where it has no word.
  ///
  /// - Parameter abbreviations: whether an unambiguous prefix of a command is enough.
  /// - Throws: what is wrong with its name or its arguments.
  package func read(
    _ statement: Statement, abbreviations: Bool = false
  ) throws(CommandError) -> (any ShelfCommand)? {
    guard let name = statement.name else { return nil }
    let command = try command(for: name, abbreviations: abbreviations)
    return try read(Invocation(command, statement))
  }

  /// The command that a typed word means.
  ///
  /// - Parameter abbreviations: whether an unambiguous prefix is enough (at the prompt); in
  ///   scripts it is an error that names the full word.
  package func command(for word: Word, abbreviations: Bool) throws(CommandError) -> Command {
    let typed = word.text
    if let command = self[typed] { return command }
    let candidates = commands.filter { command in command.names.contains { $0.hasPrefix(typed) } }
    guard !typed.isEmpty, let first = candidates.first else {
      throw CommandError(
        .unknownCommand(typed, nearest: Spelling.matches(for: typed, among: names)),
        at: word.range)
    }
    if candidates.count > 1 {
      throw CommandError(
        .ambiguousCommand(typed, candidates: candidates.map(\.name)), at: word.range)
    }
    if !abbreviations {
      throw CommandError(.abbreviatedCommand(typed, full: first.name), at: word.range)
    }
    return first
  }
}
