import TableEngine
import Testing

@testable import Rendering

/// Charts over the frames.
@Suite struct FramePlotTests {
  private static func text(
    _ rows: [(Int, Int, Int)], items: [(Int, Int, Int)] = [], _ charset: Charset = .unicode,
    width: Int = 60
  ) -> String {
    func counts(_ values: [(Int, Int, Int)], _ place: Int) -> FrameCounts {
      guard values.indices.contains(place) else { return FrameCounts() }
      let value = values[place]
      return FrameCounts(created: value.0, reused: value.1, pooled: value.2)
    }
    let spans = rows.indices.map {
      FrameSpan(frames: $0 + 1...$0 + 1, rows: counts(rows, $0), items: counts(items, $0))
    }
    let plot = FramePlot(spans: spans, charset: charset, width: width)
    return ViewEncoder.text(of: plot.lines)
  }

  @Test func createdReusedAndPooledAreSeen() {
    #expect(
      Self.text([(4, 0, 0), (1, 0, 1), (0, 1, 1), (0, 2, 2)]) == """
        rows   █ 5 created   ░ 3 reused   ▒ 2 pooled at most
               a column 1 frame, a mark 1 cell
         4 ┤███
           ┤███
         2 ┤███         ░░░
           ┤███ ███ ░░░ ░░░
         0 ┼────────────────
         2 ┤            ▒▒▒
           ┤    ▒▒▒ ▒▒▒ ▒▒▒
         0 ┼────────────────
            frame 1       4

        """)
  }

  @Test func plainCharactersDoToo() {
    let text = Self.text([(9, 0, 0), (3, 6, 4)], items: [(30, 0, 0), (0, 20, 7)], .ascii)
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.contains("rows   # 12 created   = 6 reused   o 4 pooled at most"))
    #expect(text.contains("items  # 30 created   = 20 reused   o 7 pooled at most"))
    #expect(text.contains("a mark 4 cells (2 in pools)"))
  }

  @Test func withoutFramesItSaysSo() {
    #expect(Self.text([]) == "no frames were made since the statistics started\n")
    #expect(Self.text([(0, 0, 0), (0, 0, 0)]) == "no cells in 2 frames\n")
  }

  @Test func noLineIsWiderThanItMayBe() {
    let many = (0..<5_000).map { ($0 % 5, 1_000_000 - $0, $0 % 300) }
    for width in [1, 2, 3, 5, 8, 13, 21, 60, 80, 200] {
      for frames in [1, 2, 7, 60, 5_000] {
        for charset in Charset.allCases {
          let lines = Self.text(
            Array(many.prefix(frames)), items: [(1, 0, 0)], charset, width: width
          ).split(separator: "\n")
          #expect(lines.allSatisfy { DisplayWidth.of($0) <= width }, "\(width) \(frames)")
          #expect(lines.count < 40)
        }
      }
    }
  }

  @Test func neighboursAreAddedUpWhereThereIsNoRoom() {
    let text = Self.text((0..<700).map { _ in (1, 2, 3) }, width: 75)
    #expect(text.contains("a column 10 frames"))
    #expect(text.contains("█ 700 created   ░ 1,400 reused   ▒ 3 pooled at most"))
    #expect(text.contains("700\n"))
  }

  /// A column is as high as its sum, and every part of it is seen where there is room.
  @Test func stacksTellTheirParts() {
    for created in 0..<30 {
      for reused in 0..<30 {
        let band = PlotBand(
          parts: [("a", .plain, [created, 29]), ("b", .plain, [reused, 29])], height: 8)
        let stack = band.stack(0)
        #expect(stack.count == (created + reused + band.step - 1) / band.step)
        #expect(stack == stack.sorted())
        guard stack.count > 1 else { continue }
        #expect(stack.contains(0) == (created > 0), "\(created) \(reused)")
        #expect(stack.contains(1) == (reused > 0), "\(created) \(reused)")
      }
    }
  }

  @Test func json() {
    let plot = FramePlot(
      spans: [
        FrameSpan(frames: 2...3, rows: FrameCounts(created: 1), items: FrameCounts(pooled: 4))
      ],
      width: 80)
    #expect(
      plot.json == """
        {"schema": "shelf.plot.1", "spans": [{"frames": [2, 3], "rows": {"created": 1, "reused": 0, "pooled": 0}, "items": {"created": 0, "reused": 0, "pooled": 4}}]}
        """)
  }
}
