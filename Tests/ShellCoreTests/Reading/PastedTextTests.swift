import ShellCore
import Testing

@Suite struct PastedTextTests {
  @Test(arguments: [
    ("view", "view"),
    ("view\n", "view"),
    ("a\r\nb\rc\n\n", "a\nb\nc"),
    ("shelf> open x\nshelf> view\n", "open x\nview"),
    ("shelf> filter a AND (\n...>   b)\n", "filter a AND (\n  b)"),
    ("shelf>\nview", "\nview"),
    ("echo shelf> x", "echo shelf> x"),
    ("a\tb", "a b"),
    ("a\u{1B}[31mb\u{07}\u{9B}c\u{7F}", "a[31mbc"),
    ("e\u{301}tude", "\u{E9}tude"),
    ("\r\n", ""),
    ("", ""),
  ])
  func cleans(pasted: String, expected: String) {
    let cleaned = PastedText.clean(pasted)
    #expect(Array(cleaned.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(arguments: [
    ("plain é 日", "plain é 日"), ("a\u{1B}b", "a␛b"), ("a\nb", "a⏎b"), ("\u{202E}x", "\u{FFFD}x"),
    ("\u{9B}\u{7F}", "\u{FFFD}␡"),
  ])
  func nothingReachesTheTerminalRaw(text: String, expected: String) {
    #expect(VisibleText.escape(text) == expected)
  }
}
