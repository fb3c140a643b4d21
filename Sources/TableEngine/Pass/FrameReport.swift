/// What one frame did and what it cost.
package struct FrameReport: Sendable, Hashable {
  package var frame = 0
  package var requests = 0
  package var created = 0
  package var reused = 0
  package var recycled = 0
  package var prefetched = 0
  package var heights = 0
  /// Images that were read while cells were configured.
  package var imagesRead = 0
  /// How often a table on a scroll view compared the edge of a row with that of a cell.
  package var comparisons = 0
  /// Requests for rows of which nothing is in view.
  package var invisibleRequests = 0
  /// How a scroll of a screen or more was made, where the policy knows two ways.
  package var way: ScrollWay?
  /// By how much measuring changed the height of the content.
  package var drift = 0
  /// Cells that stood in view without their image when the frame ended.
  package var blank = 0
  /// Subviews in view beyond those that cost nothing, and those that are blended.
  package var subviews = 0
  package var blended = 0
  /// The cost according to `CostModel`, and the part of it that is over the budget.
  package var cost = 0
  package var hitch = 0

  package init() {}
}

/// What all frames since the statistics were reset cost together.
package struct FrameTotals: Sendable, Hashable {
  package var frames = 0
  package var invisibleRequests = 0
  package var drift = 0
  package var imagesRead = 0
  package var comparisons = 0
  package var cost = 0
  package var hitch = 0
  package var worstHitch = 0
  /// Cells without their image, summed over the frames, and the most in one frame.
  package var blank = 0
  package var worstBlank = 0
  /// What became of the data of rows, and of items, that was asked for ahead.
  package var rowPrefetch = PrefetchCounters()
  package var itemPrefetch = PrefetchCounters()
  package var asyncApplied = 0
  package var asyncRejected = 0
  /// Requests for a row that the same cell had shown last.
  package var repeatedBinds = 0

  package init() {}

  mutating func add(_ frame: FrameReport) {
    frames += 1
    invisibleRequests += frame.invisibleRequests
    drift += frame.drift
    imagesRead += frame.imagesRead
    comparisons += frame.comparisons
    cost += frame.cost
    hitch += frame.hitch
    worstHitch = max(worstHitch, frame.hitch)
    blank += frame.blank
    worstBlank = max(worstBlank, frame.blank)
  }

  /// Time over budget in a second, in milliseconds, when a frame may cost `budget`: the frames have
  /// taken their budgets and what went beyond them, so it is at most 1000.
  package func hitchRate(budget: Int) -> Int {
    let time = Double(frames) * Double(max(0, budget)) + Double(hitch)
    return hitch <= 0 || time <= 0 ? 0 : Int(Double(hitch) * 1000 / time)
  }
}
