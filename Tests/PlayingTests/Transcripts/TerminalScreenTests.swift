import Testing

@testable import Playing

/// What a terminal would show of what is printed.
@Suite struct TerminalScreenTests {
  private static func screen(_ text: String, columns: Int = 8, rows: Int = 4) -> TerminalScreen {
    var screen = TerminalScreen(columns: columns, rows: rows)
    screen.feed(text)
    return screen
  }

  @Test(arguments: [
    ("ab\r\ncd", ["ab", "cd"]), ("abcdefghij", ["abcdefgh", "ij"]),
    ("abcdefgh\r\nx", ["abcdefgh", "x"]), ("1\n\r2\n\r3\n\r4\n\r5", ["2", "3", "4", "5"]),
    ("abcdefg語", ["abcdefg", "語"]), ("e\u{301}x", ["e\u{301}x"]),
    ("abc\u{08}\u{08}X", ["aXc"]), ("abc\u{1B}[2DX", ["aXc"]),
    ("a\r\nb\r\nc\u{1B}[H\u{1B}[L", ["", "a", "b", "c"]),
    ("a\r\nb\r\nc\u{1B}[1;2r\u{1B}[2Hx\u{1B}[M", ["a", "", "c"]),
    ("a\r\nb\u{1B}[2;3r\u{1B}[H\u{1B}[M", ["a", "b"]),
    ("ab\u{1B}[3;2Hx", ["ab", "", " x"]), ("a\u{1B}(Bb\u{1B}% Gc", ["abc"]),
    ("abcd\u{1B}[2G\u{1B}[P", ["acd"]), ("abcd\u{1B}[2G\u{1B}[2@", ["a  bcd"]),
    ("abcd\u{1B}[3G\u{1B}[K", ["ab"]), ("abcd\u{1B}[2G\u{1B}[2X", ["a  d"]),
    ("ab\r\ncd\u{1B}[H\u{1B}[J", []), ("\u{1B}]0;title\u{07}a", ["a"]),
    ("\u{1B}]133;A\u{1B}\\a", ["a"]), ("a\u{1B}7bc\u{1B}8X", ["aXc"]),
    ("\u{1B}[99999999999999999999Cx\u{1B}[9999;9999Hy", [" x", "", "", "       y"]),
  ])
  func shows(_ text: String, _ expected: [String]) {
    #expect(Self.screen(text).lines == expected, "\(text.debugDescription)")
  }

  @Test func looksAreKeptWithTheText() {
    let screen = Self.screen("a\u{1B}[1;31mb\u{1B}[39mc\u{1B}[md")
    let looks = screen.cells[0].prefix(4).map(\.look)
    #expect(looks.map(\.attributes) == [0, 2, 2, 0])
    #expect(looks.map(\.color) == [nil, 31, nil, nil])
  }

  /// A long line is one line, however often it is broken; what was two lines stays two.
  @Test(arguments: [
    (4, 6, ["abcd", "efgh", "ij", "x"]), (20, 4, ["abcdefghij", "x"]), (8, 2, ["ij", "x"]),
    (4, 2, ["ij", "x"]), (8, 9, ["abcdefgh", "ij", "x"]), (0, 0, []),
  ])
  func linesAreBrokenAnew(_ columns: Int, _ rows: Int, _ expected: [String]) {
    var screen = Self.screen("abcdefghij\r\nx")
    screen.resize(columns: columns, rows: rows)
    #expect(screen.lines == expected)
    #expect(screen.row < max(1, rows) && screen.column < max(1, columns))
    screen.feed("!")
    #expect(screen.lines.last?.hasSuffix("!") == true)
  }

  @Test func aWideCharacterIsNotCut() {
    var screen = Self.screen("abc語d", columns: 8)
    screen.resize(columns: 4, rows: 4)
    #expect(screen.lines == ["abc", "語d"])
    screen.resize(columns: 1, rows: 9)
    #expect(screen.lines.joined().hasPrefix("abc"))
  }

  /// The saved place may lie outside by then.
  @Test func aSavedPlaceIsBroughtInside() {
    var screen = Self.screen("\u{1B}[4;8H\u{1B}7")
    screen.resize(columns: 3, rows: 2)
    screen.feed("\u{1B}8x")
    #expect(screen.lines.last == "  x")
  }
}
