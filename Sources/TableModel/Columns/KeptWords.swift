import Synchronization

/// A word for each row of a column, worked out when it is first wanted and then kept: the beginning
/// of what the rows are sorted by.
package final class KeptWords: Sendable {
  private let known = Mutex<[UInt64]?>(nil)
  private let beginning = Mutex<Int?>(nil)

  package init() {}

  var byteCount: Int { known.withLock { 8 * ($0?.count ?? 0) } }

  /// The words; who wants them first makes them.
  package func words(
    _ make: () throws(DataError) -> [UInt64]
  ) throws(DataError) -> [UInt64] {
    if let words = known.withLock({ $0 }) { return words }
    let words = try make()
    known.withLock { $0 = words }
    return words
  }

  /// How many bytes all that is sorted has in common at the start, found out once.
  package func commonBeginning(_ find: () -> Int) -> Int {
    if let count = beginning.withLock({ $0 }) { return count }
    let count = find()
    beginning.withLock { $0 = count }
    return count
  }
}
