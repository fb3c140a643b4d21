import TableModel

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
  mutating func noteShown(_ position: Int, counters: inout PrefetchCounters) {
    guard isOn else { return }
    if pending.remove(position) != nil {
      counters.hits += 1
    } else {
      counters.late += 1
    }
  }

  /// Takes over the direction of a frame; one without movement leaves it as it was.
  mutating func follow(offset: Int, backwards new: Bool) {
    if offset != lastOffset { looksBack = new }
    lastOffset = offset
  }

  /// Turns around; returns the rows that are cancelled by it, in order.
  mutating func turn(backwards new: Bool, counters: inout PrefetchCounters) -> [Int] {
    guard new != backwards else { return [] }
    backwards = new
    let cancelled = pending.sorted()
    counters.waste += cancelled.count
    pending.removeAll()
    return cancelled
  }

  /// Cancels rows that a jump has skipped; returns them, in order.
  ///
  /// - Parameter edge: the outermost row of the frame, on the side to which the scroll goes.
  mutating func pass(_ edge: Int, backwards: Bool, counters: inout PrefetchCounters) -> [Int] {
    let passed = pending.filter { backwards ? $0 >= edge : $0 <= edge }.sorted()
    counters.waste += passed.count
    pending.subtract(passed)
    return passed
  }

  /// Asks for rows, each once until it is shown or cancelled; returns the new ones, in order.
  mutating func ask(_ positions: [Int]) -> [Int] {
    isOn = true
    return positions.filter { pending.insert($0).inserted }
  }

  /// Forgets everything; what was not shown was in vain.
  mutating func clear(counters: inout PrefetchCounters) {
    counters.waste += pending.count
    pending.removeAll()
    isOn = false
  }
}

/// What became of data that was asked for ahead of the scroll.
package struct PrefetchCounters: Sendable, Hashable {
  /// Shown after it was asked for.
  package var hits = 0
  /// Cancelled before it was shown.
  package var waste = 0
  /// Shown without having been asked for in time.
  package var late = 0

  package init() {}
}
