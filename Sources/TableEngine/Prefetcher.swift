/// Which rows were asked for ahead of the scroll and have not been shown yet.
struct Prefetcher {
  private(set) var pending: Set<Int> = []
  /// The direction of the last frame that moved.
  private(set) var looksBack = false
  /// The direction in which the pending rows lie.
  private var backwards = false
  private var isOn = false
  private var lastOffset = 0

  /// Notes that a row is being asked for because it came into view.
  mutating func noteShown(_ position: Int, totals: inout FrameTotals) {
    guard isOn else { return }
    if pending.remove(position) != nil {
      totals.prefetchHits += 1
    } else {
      totals.prefetchLate += 1
    }
  }

  /// Takes over the direction of a frame; one without movement leaves it as it was.
  mutating func follow(offset: Int, backwards new: Bool) {
    if offset != lastOffset { looksBack = new }
    lastOffset = offset
  }

  /// Turns around; returns the rows that are cancelled by it, in order.
  mutating func turn(backwards new: Bool, totals: inout FrameTotals) -> [Int] {
    guard new != backwards else { return [] }
    backwards = new
    let cancelled = pending.sorted()
    totals.prefetchWaste += cancelled.count
    pending.removeAll()
    return cancelled
  }

  /// Gives up rows that a jump has gone past; returns them, in order.
  ///
  /// - Parameter edge: the outermost row of the frame, on the side to which the scroll goes.
  mutating func pass(_ edge: Int, backwards: Bool, totals: inout FrameTotals) -> [Int] {
    let passed = pending.filter { backwards ? $0 >= edge : $0 <= edge }.sorted()
    totals.prefetchWaste += passed.count
    pending.subtract(passed)
    return passed
  }

  /// Asks for rows, each once until it is shown or cancelled; returns the new ones, in order.
  mutating func ask(_ positions: [Int]) -> [Int] {
    isOn = true
    return positions.filter { pending.insert($0).inserted }
  }

  /// Forgets everything; what was not shown was in vain.
  mutating func clear(totals: inout FrameTotals) {
    totals.prefetchWaste += pending.count
    pending.removeAll()
    isOn = false
  }
}
