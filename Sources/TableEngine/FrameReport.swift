/// What one frame did and what it cost.
package struct FrameReport: Sendable, Hashable {
  package var frame = 0
  package var requests = 0
  package var created = 0
  package var reused = 0
  package var recycled = 0
  package var prefetched = 0
  package var heights = 0
  /// Requests for rows of which nothing is in view.
  package var invisibleRequests = 0
  /// By how much measuring changed the height of the content.
  package var drift = 0
  /// Cells that stood in view without their image when the frame ended.
  package var blank = 0
  /// Subviews in view beyond those that cost nothing, and those that are blended.
  package var subviews = 0
  package var blended = 0
  /// The cost by the model in `CostModel`, and what of it is over the budget.
  package var cost = 0
  package var hitch = 0

  package init() {}
}

/// What all frames since the statistics were reset cost together.
package struct FrameTotals: Sendable, Hashable {
  package var frames = 0
  package var invisibleRequests = 0
  package var drift = 0
  package var cost = 0
  package var hitch = 0
  package var worstHitch = 0
  /// Cells without their image, summed over the frames, and the most in one frame.
  package var blank = 0
  package var worstBlank = 0
  /// Data prefetches that were shown, that never were, and rows shown without one.
  package var prefetchHits = 0
  package var prefetchWaste = 0
  package var prefetchLate = 0
  package var asyncApplied = 0
  package var asyncRejected = 0
  /// Requests for a row that the same cell had shown last.
  package var repeatedBinds = 0

  package init() {}

  mutating func add(_ frame: FrameReport) {
    frames += 1
    invisibleRequests += frame.invisibleRequests
    drift += frame.drift
    cost += frame.cost
    hitch += frame.hitch
    worstHitch = max(worstHitch, frame.hitch)
    blank += frame.blank
    worstBlank = max(worstBlank, frame.blank)
  }

  /// Time over budget in a second of frames, in milliseconds, when a frame may take `budget`.
  package func hitchRate(budget: Int) -> Int {
    frames == 0 || budget <= 0 ? 0 : hitch * 1000 / (frames * budget)
  }
}
