import TableModel

/// All commands: the one table that parsing, help, completion and the reference page read.
package struct CommandTable: Sendable {
  /// A command's declaration, and how a line that calls it is read.
  package struct Entry: Sendable {
    package let declaration: Command
    package let read: @Sendable (Invocation) throws(CommandError) -> any ShelfCommand

    static func of<Type: ShelfCommand>(_: Type.Type) -> Entry {
      Entry(declaration: Type.declaration) { call throws(CommandError) in try Type(call) }
    }
  }

  private let entries: [Entry]
  private let byName: [String: Int]

  package init(_ entries: [Entry]) {
    self.entries = entries
    var byName: [String: Int] = [:]
    for (index, entry) in entries.enumerated() {
      for name in entry.declaration.names { byName[name] = index }
    }
    self.byName = byName
  }

  package static let standard = CommandTable(
    openCommands + scenarioCommands + lookCommands + moveCommands + chooseCommands + narrowCommands
      + dressCommands
      + changeCommands + engineCommands + shellCommands)

  /// The declarations, in the order of `help`.
  package var commands: [Command] { entries.map(\.declaration) }

  /// Every word that starts a command: names and aliases.
  package var names: [String] { entries.flatMap(\.declaration.names) }

  package func commands(in group: CommandGroup) -> [Command] {
    commands.filter { $0.group == group }
  }

  /// The command of that exact name or alias.
  package subscript(name: String) -> Command? { byName[name].map { entries[$0].declaration } }

  /// Reads a line that calls a command of this table.
  ///
  /// - Throws: what is wrong with its arguments.
  package func read(_ call: Invocation) throws(CommandError) -> any ShelfCommand {
    guard let index = byName[call.command.name] else {
      throw CommandError(.unknownCommand(call.command.name, nearest: []), at: call.range)
    }
    return try entries[index].read(call)
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
