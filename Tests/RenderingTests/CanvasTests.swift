import Testing

@testable import Rendering

@Suite struct CanvasTests {
  private func text(_ canvas: Canvas) -> [String] {
    (0..<canvas.lines).map { canvas.styledLine($0).text }
  }

  @Test func clipsAtAllEdges() {
    var canvas = Canvas(columns: 6, lines: 3)
    canvas.clip = CellArea(column: 1, line: 1, columns: 4, lines: 1)
    for line in -1..<5 {
      canvas.draw("日本語日本語", column: -2, line: line, style: .plain)
    }
    // Columns 1 to 4 see the half of one character, a whole one and the half of another.
    #expect(text(canvas) == ["", "  語", ""])
    canvas.draw("abcdefgh", column: 0, line: 1, style: .plain)
    #expect(text(canvas) == ["", " bcde", ""])
  }

  @Test func halvesOfWideCharactersBecomeBlank() {
    var canvas = Canvas(columns: 6, lines: 1)
    canvas.draw("日本語", column: 0, line: 0, style: .plain)
    canvas.draw("x", column: 1, line: 0, style: .plain)
    #expect(text(canvas) == [" x本語"])
    canvas.draw("y", column: 2, line: 0, style: .plain)
    #expect(text(canvas) == [" xy 語"])
    canvas.draw("文", column: 3, line: 0, style: .plain)
    #expect(text(canvas) == [" xy文"])
  }

  @Test func fillsCutWideCharactersToo() {
    var canvas = Canvas(columns: 8, lines: 1)
    canvas.draw("日本語文", column: 0, line: 0, style: .plain)
    canvas.fill(CellArea(column: 3, line: 0, columns: 2, lines: 1), Glyph(mark: "-"))
    #expect(text(canvas) == ["日 -- 文"])
  }

  @Test func clustersAreKept() {
    var canvas = Canvas(columns: 8, lines: 1)
    canvas.draw("👨‍👩‍👧e\u{301}x", column: 0, line: 0, style: .plain)
    #expect(text(canvas) == ["👨‍👩‍👧e\u{301}x"])
    #expect(canvas.usedColumns(0) == 4)
  }

  @Test func emptyCanvas() {
    var canvas = Canvas(columns: 0, lines: -1)
    canvas.draw("x", column: 0, line: 0, style: .plain)
    canvas.fill(CellArea(column: -5, line: -5, columns: 100, lines: 100))
    #expect(text(canvas).isEmpty)
  }

  static let wraps: [(String, Int, Int, [String])] = [
    ("Oil prices slide again", 10, 3, ["Oil prices", "slide", "again"]),
    ("Oil prices slide again", 10, 2, ["Oil prices", "slide aga…"]),
    ("Oil prices slide", 10, 2, ["Oil prices", "slide"]),
    ("unbreakable", 4, 3, ["unbr", "eaka", "ble"]), ("unbreakable", 4, 2, ["unbr", "eak…"]),
    ("  lead", 6, 1, ["lead"]), ("", 6, 2, []), ("a", 0, 2, []), ("日本語", 3, 3, ["日", "本", "語"]),
    ("日a", 1, 3, ["…", "a"]), ("go on now", 4, 1, ["go…"]),
  ]

  @Test(arguments: wraps)
  func wrapping(source: String, columns: Int, lines: Int, expected: [String]) {
    var canvas = Canvas(columns: 20, lines: 4)
    let wrapped = GlyphLayout.wrap(
      canvas.glyphs(of: source), columns: columns, lines: lines,
      ellipsis: Marks.unicode.ellipsis)
    for (line, glyphs) in wrapped.enumerated() {
      canvas.draw(glyphs, column: 0, line: line, style: .plain)
    }
    #expect(Array(text(canvas).prefix(wrapped.count)) == expected)
    #expect(wrapped.allSatisfy { GlyphLayout.width(of: $0) <= columns })
  }
}
