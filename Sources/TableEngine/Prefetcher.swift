/// Which rows of the table, or items of a strip, were asked for ahead of the scroll and have not been
/// shown yet. The comments speak of rows.
struct Prefetcher {
  private(set) var pending: Set<Int> = []
  /// The direction of the last frame that moved.
  private(set) var looksBack = false
  /// The direction in which the pending rows lie.
  private var backwards = false
  private var isOn = false
  private var lastOffset = 0

  /// Notes that a row is being asked for because it came into view.
  mutating func noteShown(_ position: Int, books: inout PrefetchCounters) {
    guard isOn else { return }
    if pending.remove(position) != nil {
      books.hits += 1
    } else {
      books.late += 1
    }
  }

  /// Takes over the direction of a frame; one without movement leaves it as it was.
  mutating func follow(offset: Int, backwards new: Bool) {
    if offset != lastOffset { looksBack = new }
    lastOffset = offset
  }

  /// Turns around; returns the rows that are cancelled by it, in order.
  mutating func turn(backwards new: Bool, books: inout PrefetchCounters) -> [Int] {
    guard new != backwards else { return [] }
    backwards = new
    let cancelled = pending.sorted()
    books.waste += cancelled.count
    pending.removeAll()
    return cancelled
  }

  /// Cancels rows that a jump has skipped; returns them, in order.
  ///
  /// - Parameter edge: the outermost row of the frame, on the side to which the scroll goes.
  mutating func pass(_ edge: Int, backwards: Bool, books: inout PrefetchCounters) -> [Int] {
    let passed = pending.filter { backwards ? $0 >= edge : $0 <= edge }.sorted()
    books.waste += passed.count
    pending.subtract(passed)
    return passed
  }

  /// Asks for rows, each once until it is shown or cancelled; returns the new ones, in order.
  mutating func ask(_ positions: [Int]) -> [Int] {
    isOn = true
    return positions.filter { pending.insert($0).inserted }
  }

  /// Forgets everything; what was not shown was in vain.
  mutating func clear(books: inout PrefetchCounters) {
    books.waste += pending.count
    pending.removeAll()
    isOn = false
  }
}
