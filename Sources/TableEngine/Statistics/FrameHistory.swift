/// What became of the cells of one table in one frame, or in a span of frames.
package struct FrameCounts: Sendable, Hashable {
  package var created = 0
  package var reused = 0
  /// The cells in pools after the frame, the most of them where there are several frames.
  package var pooled = 0

  package init(created: Int = 0, reused: Int = 0, pooled: Int = 0) {
    self.created = created
    self.reused = reused
    self.pooled = pooled
  }

  /// Adds the counts of later frames.
  package mutating func add(_ later: FrameCounts) {
    created += later.created
    reused += later.reused
    pooled = max(pooled, later.pooled)
  }
}

/// Neighbouring frames and what happened in them.
package struct FrameSpan: Sendable, Hashable {
  /// The first and the last frame.
  package var frames: ClosedRange<Int>
  package var rows: FrameCounts
  package var items: FrameCounts

  package init(frames: ClosedRange<Int>, rows: FrameCounts, items: FrameCounts) {
    self.frames = frames
    self.rows = rows
    self.items = items
  }

  package mutating func add(_ later: FrameSpan) {
    frames = frames.lowerBound...max(frames.upperBound, later.frames.upperBound)
    rows.add(later.rows)
    items.add(later.items)
  }
}

/// What happened in every frame since the statistics began.
///
/// Room is bounded: when there are more frames than spans, two neighbours become one, over and
/// over. So no frame is ever forgotten, and the sums stay exact.
package struct FrameHistory: Sendable {
  /// The most spans that are kept.
  package static let capacity = 4_096

  package private(set) var spans: [FrameSpan] = []
  /// How many frames a span is made of.
  private(set) var width = 1
  private var seenRows = ReuseCounters()
  private var seenItems = ReuseCounters()

  /// Adds a frame by what the statistics say after it.
  ///
  /// - Complexity: O(1) amortised.
  mutating func add(frame: Int, rows: ReuseCounters, items: ReuseCounters) {
    let span = FrameSpan(
      frames: frame...frame, rows: Self.change(rows, seenRows),
      items: Self.change(items, seenItems))
    (seenRows, seenItems) = (rows, items)
    if let last = spans.last, last.frames.count < width {
      spans[spans.count - 1].add(span)
      return
    }
    if spans.count == Self.capacity { joinNeighbours() }
    if let last = spans.last, last.frames.count < width {
      spans[spans.count - 1].add(span)
    } else {
      spans.append(span)
    }
  }

  private static func change(_ new: ReuseCounters, _ old: ReuseCounters) -> FrameCounts {
    FrameCounts(
      created: max(0, new.created - old.created), reused: max(0, new.reused - old.reused),
      pooled: new.pooled)
  }

  private mutating func joinNeighbours() {
    spans = stride(from: 0, to: spans.count, by: 2).map { place in
      var span = spans[place]
      if place + 1 < spans.count { span.add(spans[place + 1]) }
      return span
    }
    width *= 2
  }
}
