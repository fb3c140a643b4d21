import TableModel

/// Positions in sorted order: the first of them are there at once, the others when a thread has
/// found them; whoever asks for one of those waits for it.
///
/// Where one position stands can be told without the order of all others, and is remembered.
final class SortedPositions: Sendable {
  /// How an order is found whose beginning is known.
  struct Work: Sendable {
    /// Sorts everything; calls its argument now and then, which throws when nobody wants the result.
    let all: @Sendable (() throws(DataError) -> Void) throws(DataError) -> [UInt32]
    /// The place of a position, from one look at every record.
    let place: @Sendable (_ position: Int) -> Int
  }

  let count: Int
  private let first: [UInt32]
  private let rest: LateOrder?
  private let isInterrupted: @Sendable () -> Bool

  /// - Parameter positions: all of them.
  init(_ positions: [UInt32]) {
    (count, first, rest, isInterrupted) = (positions.count, positions, nil, { false })
  }

  /// - Parameters:
  ///   - first: the beginning of the order.
  ///   - work: finds all of it; runs on a thread of its own.
  ///   - isInterrupted: true once the user does not want to wait any more.
  init(
    count: Int, first: [UInt32], work: Work,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.count, self.first, self.isInterrupted) = (count, first, isInterrupted)
    rest = LateOrder(work)
    rest?.begin(isAwaited: false)
  }

  deinit { rest?.stop() }

  /// The position that stands at a place in the order; waits for it, however long that takes.
  ///
  /// - Complexity: O(1), once everything is sorted.
  subscript(place: Int) -> Int {
    guard place >= first.count, let rest else { return Int(first[place]) }
    return rest.position(at: place) {}
  }

  /// The same for a reader that can be stopped.
  ///
  /// - Throws: `DataError.cancelled` when it has to wait and the user does not want to.
  func position(at place: Int) throws(DataError) -> Int {
    guard place >= first.count, let rest else { return Int(first[place]) }
    return try rest.position(at: place) { () throws(DataError) in
      if isInterrupted() { throw .cancelled }
    }
  }

  /// The place within a range at which a position stands; nil when it stands elsewhere.
  ///
  /// - Complexity: O(range) looks at a number; O(count) at a word where the order is not known yet.
  func place(of position: Int, in range: Range<Int>) -> Int? {
    let wanted = UInt32(truncatingIfNeeded: position)
    if let place = first[range.clamped(to: first.indices)].firstIndex(of: wanted) { return place }
    // An order that is known to its end may be of some positions only, with others between them.
    guard let rest, (0..<count).contains(position), let place = rest.place(of: wanted, in: range)
    else { return nil }
    return range.contains(place) ? place : nil
  }

  /// True once nobody has to wait.
  var isComplete: Bool { rest?.isKnown ?? true }
}

extension SortedPositions: Equatable {
  static func == (a: SortedPositions, b: SortedPositions) -> Bool { a === b }
}
