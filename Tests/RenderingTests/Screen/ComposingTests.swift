import Testing

@testable import Rendering

/// Frames composed of lines and other pictures.
@Suite struct ComposingTests {
  private func texts(_ canvas: Canvas) -> [String] {
    (0..<canvas.lines).map { canvas.styledLine($0).text }
  }

  private func canvas(_ lines: [String], columns: Int) -> Canvas {
    var canvas = Canvas(columns: columns, lines: lines.count)
    for (place, text) in lines.enumerated() {
      canvas.draw(StyledLine(text, TextStyle(.accent)), column: 0, line: place)
    }
    return canvas
  }

  @Test func linesAreCutAtTheirRoom() {
    var canvas = Canvas(columns: 12, lines: 2)
    var line = StyledLine("ab", TextStyle(.title))
    line.append("日本語", TextStyle(.accent))
    #expect(canvas.draw(line, column: 1, line: 0, within: 2..<6) == 9)
    #expect(canvas.draw(line, column: -1, line: 1) == 7)
    canvas.draw(line, column: 0, line: 7)
    #expect(texts(canvas) == ["  b日", "b日本語"])
    #expect(
      canvas.styledLine(0).runs.map(\.style) == [.plain, TextStyle(.title), TextStyle(.accent)])
  }

  @Test(
    arguments: [
      (nil, 0, 0, ["ab日c👨‍👩‍👧", "e\u{301}xyz"]), (nil, 1, 1, ["", " ab日c"]),
      (nil, -3, 0, [" c👨‍👩‍👧", "z"]),
      (CellArea(column: 3, line: 0, columns: 3, lines: 1), 0, 0, [" c"]),
      (CellArea(column: 0, line: 0, columns: 3, lines: 1), 2, 1, ["", "  ab"]),
      (CellArea(column: -2, line: -1, columns: 5, lines: 2), 0, 0, ["", "  ab"]),
      (CellArea(column: 5, line: 5, columns: 5, lines: 5), 0, 0, []),
    ] as [(CellArea?, Int, Int, [String])])
  func partsOfPicturesAreCopied(_ part: CellArea?, _ column: Int, _ line: Int, _ expected: [String])
  {
    let picture = canvas(["ab日c👨‍👩‍👧", "e\u{301}xyz"], columns: 7)
    var whole = Canvas(columns: 7, lines: 2)
    whole.draw(StyledLine("🇩🇪🇫🇷"), column: 0, line: 0)
    whole.clear(whole.bounds)
    whole.draw(picture, part: part, column: column, line: line)
    let expected = expected + Array(repeating: "", count: 2 - expected.count)
    #expect(texts(whole) == expected)
  }

  /// What lies below a copied edge is no half of a character.
  @Test func edgesCutWhatLiesBelow() {
    var whole = canvas(["日本語文"], columns: 8)
    whole.draw(canvas(["xx"], columns: 2), column: 3, line: 0)
    #expect(texts(whole) == ["日 xx 文"])
    whole.clipped(to: CellArea(column: 1, line: 0, columns: 4, lines: 1)) {
      $0.draw(canvas(["日本語文"], columns: 8), column: 0, line: 0)
    }
    #expect(texts(whole) == ["  本  文"])
  }

  @Test func looksChangeInPlace() {
    var whole = canvas(["abcd"], columns: 4)
    whole.restyle(CellArea(column: 1, line: -1, columns: 2, lines: 9)) { $0.with(.reverse) }
    #expect(texts(whole) == ["abcd"])
    #expect(whole.styledLine(0).runs.map(\.text) == ["a", "bc", "d"])
  }
}
