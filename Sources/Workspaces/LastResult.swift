import Arranging
package import TableModel

/// The place that the last result is at, which `_` stands for in commands.
package struct LastResult: Sendable {
  /// Where it was when the result was given.
  package var place: Address
  /// The same in the table without arrangement; nil for what has no place there.
  package var base: Address?
  /// The state of the table in which it was there.
  package var revision: Int
}

extension Level {
  /// Where the last result is now; nil when there is none, or when it is not shown.
  package var placeOfLastResult: Address? {
    guard let last = lastResult else { return nil }
    if last.revision == revision { return last.place }
    return last.base.flatMap(shown.address(ofBase:))
  }

  /// Follows the record of the last result where data was edited.
  ///
  /// - Parameter moved: where a record of the table without arrangement stands now.
  package mutating func moveLastResult(_ moved: (Address) -> Address?) {
    let base = lastResult?.base.flatMap(moved)
    lastResult?.base = base
  }
}

extension Workspace {
  /// Notes the place that a command has ended on.
  package mutating func noteResult(_ place: Address) {
    guard let level = levels.last else { return }
    levels[levels.count - 1].lastResult = LastResult(
      place: place, base: level.shown.baseAddress(of: place), revision: level.revision)
  }
}
