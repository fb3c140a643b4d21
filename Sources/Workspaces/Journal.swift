package import CommandLanguage

/// The commands that changed something since the table was opened, for `compare`.
package struct Journal: Sendable {
  /// What was set before the first of them.
  package private(set) var preferencesAtOpening = Preferences()
  package private(set) var lines: [String] = []

  private static let longest = 100_000

  /// Begins anew: a table was opened.
  package mutating func begin(_ preferences: Preferences) {
    (preferencesAtOpening, lines) = (preferences, [])
  }

  /// Notes a command; one that was abbreviated by its full name, since it runs as a script.
  package mutating func note(_ statement: Statement, _ command: Command) {
    guard command.effect != .open, lines.count < Self.longest else { return }
    let typed = statement.name?.text ?? ""
    let isShort = typed != command.name && !command.aliases.contains(typed)
    lines.append(
      isShort
        ? command.name + " " + statement.text(from: 1).text : statement.text(from: 0).text)
  }

  /// Notes a command that changes nothing, and that one that does needs.
  package mutating func note(_ statement: Statement) {
    if lines.count < Self.longest { lines.append(statement.text(from: 0).text) }
  }

  /// The commands after the first ones, which are taken back.
  package func lines(after count: Int) -> [String] { Array(lines.dropFirst(count)) }

  /// Goes back to the first commands, and forward to those that are done again.
  ///
  /// - Complexity: O(commands that are left out or done again), however many there are before them.
  package mutating func go(backTo count: Int, redoing later: [String]) {
    lines.removeLast(max(0, lines.count - count))
    lines += later
  }
}
