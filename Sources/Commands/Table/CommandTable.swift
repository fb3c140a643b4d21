import TableModel

/// All commands: the one table that parsing, help, completion and the reference page read.
package struct CommandTable: Sendable {
  package let commands: [Command]
  private let byName: [String: Int]

  package init(_ commands: [Command]) {
    self.commands = commands
    var byName: [String: Int] = [:]
    for (index, command) in commands.enumerated() {
      for name in [command.name] + command.aliases { byName[name] = index }
    }
    self.byName = byName
  }

  package static let standard = CommandTable(
    openCommands + scenarioCommands + lookCommands + moveCommands + chooseCommands + narrowCommands
      + dressCommands
      + changeCommands + engineCommands + shellCommands)

  /// Every word that starts a command: names and aliases.
  package var names: [String] { commands.flatMap { [$0.name] + $0.aliases } }

  package func commands(in group: CommandGroup) -> [Command] {
    commands.filter { $0.group == group }
  }

  /// The command of that exact name or alias.
  package subscript(name: String) -> Command? { byName[name].map { commands[$0] } }

  /// The command that a typed word means.
  ///
  /// - Parameter abbreviations: whether an unambiguous prefix is enough (at the prompt); in
  ///   scripts it is an error that names the full word.
  package func command(for word: Word, abbreviations: Bool) throws(CommandError) -> Command {
    let typed = word.text
    if let command = self[typed] { return command }
    let candidates = commands.filter { command in
      ([command.name] + command.aliases).contains { $0.hasPrefix(typed) }
    }
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
