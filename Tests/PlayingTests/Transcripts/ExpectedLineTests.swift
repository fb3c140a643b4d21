import Testing

@testable import Playing

@Suite struct ExpectedLineTests {
  private static let reserved = SessionBlockParser.reserved

  @Test(arguments: [
    ("plain", "plain", true), ("plain", "plain ", false), ("a[..]z", "abcz", true),
    ("a[..]z", "az", true), ("a[..]z", "a", false), ("aa[..]aa", "aaa", false),
    ("[..]b[..]d[..]", "abcd", true), ("[..]d[..]b[..]", "abcd", false),
    ("\\...", "...", true), ("\\shelf> x", "shelf> x", true), ("\\\\x", "\\x", true),
    ("a\\tb (esc)", "a\tb", true), ("\\\\x41\\u{e9} (esc)", "Aé", true),
    ("\\\\e[0m (esc)", "\u{1B}[0m", true), ("é", "e\u{301}", false),
    ("a (no-eol)", "a", false), ("[..][..]", "", true), ("\\\\u{5b}..] (esc)", "[..]", true),
    ("\\\\u{5b}..] (esc)", "[x]", false),
  ])
  func linesMatch(_ written: String, _ printed: String, _ isMatch: Bool) throws {
    let line = try #require(ExpectedLine(parsing: written))
    #expect(line.matches(printed, hasLineBreak: true) == isMatch)
  }

  @Test func lineBreaksMatter() throws {
    let line = try #require(ExpectedLine(parsing: "a (no-eol)"))
    #expect(line.matches("a", hasLineBreak: false))
    #expect(!line.matches("a", hasLineBreak: true))
  }

  @Test(arguments: [
    "", "plain", "...", "\\", "\\...", "shelf>", "shelf> x", "shelf>x", "...> x", "$ x", "# x",
    "#x", "? ok", "?", "a ", " ", "a\t", "\ta", "a (esc)", "a (no-eol)", "a (esc) (no-eol)",
    "[..]", "x[..]y", "\u{1B}[0m", "```", "~~~~", " ```", "   ~~~", "a\\b", "\u{7F}", "e\u{301}",
    "\u{FEFF}x",
    "\u{1}gap\u{1}", "tail \u{3000}",
  ])
  func writtenLinesMeanTheirOutput(_ printed: String) throws {
    for hasLineBreak in [true, false] {
      let written = ExpectedLine(
        output: printed, hasLineBreak: hasLineBreak, reserved: Self.reserved)
      let read = try #require(ExpectedLine(parsing: written.source))
      #expect(read.matches(printed, hasLineBreak: hasLineBreak), "\(written.source)")
      #expect(!read.isPattern)
      #expect(written.source.last != " " && written.source.last != "\t")
    }
  }

  @Test(arguments: [
    ("a", "a", true), ("a|...|b", "a|b", true), ("a|...|b", "a|1|2|b", true),
    ("a|...|b", "a|b|c", false), ("...", "", true), ("...", "a|b", true),
    ("...|b|...|b", "b|b", true), ("...|b|...|b", "x|b", false), ("a|b", "a", false),
    ("a", "a|b", false), ("...|a|b|...|c", "a|a|b|x|c", true),
  ])
  func outputsMatch(_ expected: String, _ printed: String, _ isMatch: Bool) {
    let lines = expected.split(separator: "|").compactMap { ExpectedLine(parsing: String($0)) }
    let output = PrintedOutput(printed.split(separator: "|").map { $0 + "\n" }.joined())
    #expect(OutputAlignment(expected: lines, printed: output).matches == isMatch)
  }

  @Test(arguments: [
    ("shelf 0.1.0 (Swift 6.3, Unicode 17.0.0)", "shelf [VERSION]"), ("shelf 1.2", "shelf 1.2"),
    ("done in 3.25 ms", "done in [TIME]"), ("took 12 s", "took [TIME]"),
    ("12 s of film", "12 s of film"), ("at 0x7ffee4c0", "at [ADDR]"), ("/here/a", "[CWD]/a"),
    ("/here/tmp/b", "[TMP]/b"), ("row#17", "row[ID]"),
  ])
  func whatDiffersFromRunToRunIsNamed(_ text: String, _ expected: String) {
    let normaliser = Normaliser(
      rules: [.init(pattern: "#\\d+", token: "[ID]")],
      folders: [("/here/tmp", "[TMP]"), ("/here", "[CWD]")])
    #expect(normaliser.normalise(text) == expected)
  }
}
