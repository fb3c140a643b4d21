import Testing

@testable import TableEngine

/// What happened in each frame, in bounded room.
@Suite struct FrameHistoryTests {
  private static func counters(_ created: Int, _ reused: Int, _ pooled: Int) -> ReuseCounters {
    var counters = ReuseCounters()
    (counters.created, counters.reused, counters.pooled) = (created, reused, pooled)
    return counters
  }

  @Test func aFrameIsWhatTheBooksGained() {
    var history = FrameHistory()
    history.add(frame: 1, rows: Self.counters(4, 0, 0), items: Self.counters(0, 0, 0))
    history.add(frame: 2, rows: Self.counters(5, 3, 2), items: Self.counters(7, 1, 0))
    #expect(
      history.spans == [
        FrameSpan(frames: 1...1, rows: FrameCounts(created: 4), items: FrameCounts()),
        FrameSpan(
          frames: 2...2, rows: FrameCounts(created: 1, reused: 3, pooled: 2),
          items: FrameCounts(created: 7, reused: 1)),
      ])
  }

  @Test func booksThatStartAgainNeverCountBelowZero() {
    var history = FrameHistory()
    history.add(frame: 1, rows: Self.counters(9, 9, 9), items: ReuseCounters())
    history.add(frame: 2, rows: Self.counters(1, 0, 0), items: ReuseCounters())
    #expect(history.spans.last?.rows == FrameCounts())
  }

  @Test(arguments: [1, 4_095, 4_096, 4_097, 8_192, 8_193, 50_000])
  func noFrameIsForgottenAndRoomIsBounded(frames: Int) {
    var history = FrameHistory()
    for frame in 1...frames {
      history.add(
        frame: frame, rows: Self.counters(frame, 2 * frame, frame % 7),
        items: Self.counters(0, 0, frame == 3 ? 100 : 0))
    }
    #expect(history.spans.count <= FrameHistory.capacity)
    #expect(history.spans.count >= min(frames, FrameHistory.capacity / 2))
    #expect(history.spans.first?.frames.lowerBound == 1)
    #expect(history.spans.last?.frames.upperBound == frames)
    for (span, next) in zip(history.spans, history.spans.dropFirst()) {
      #expect(span.frames.upperBound + 1 == next.frames.lowerBound)
    }
    #expect(history.spans.reduce(0) { $0 + $1.rows.created } == frames)
    #expect(history.spans.reduce(0) { $0 + $1.rows.reused } == 2 * frames)
    if frames >= 3 { #expect(history.spans.map(\.items.pooled).max() == 100) }
  }
}
