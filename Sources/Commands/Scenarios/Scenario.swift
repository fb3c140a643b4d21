/// A classic table-view program, ready to run: the ordinary commands that set its data, its
/// geometry, its look and its engine.
///
/// The lines start from a shell in which nothing is open and nothing was set; running them there
/// by hand leads to the same table.
package struct Scenario: Sendable, Hashable {
  package var name: String
  /// What it is about, in one line without a full stop.
  package var summary: String
  /// The commands, in order; each changes something that any later command may change again.
  package var lines: [String]
  /// A line that is worth typing first.
  package var firstStep: String

  package static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }

  /// Every word that may stand behind `scenario`.
  package static let words = ["list"] + all.map(\.name)
}
