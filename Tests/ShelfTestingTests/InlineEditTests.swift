import Testing

@testable import ShelfTesting

@Suite struct InlineEditTests {
  @Test(arguments: [
    (
      "  expect(of: \"a\", matches: \"\")\nx", 1,
      "  expect(of: \"a\", matches: \"\"\"\n    one\n\n     two\n    \"\"\")\nx"
    ),
    (
      "x\n\n  expect(\n    of: \"(\\\")\", // matches: \"no\"\n    matches: \"\"\"\n      old \"\n      \"\"\")\n",
      3,
      "x\n\n  expect(\n    of: \"(\\\")\", // matches: \"no\"\n    matches: \"\"\"\n    one\n\n     two\n    \"\"\")\n"
    ),
    (
      "e(a(matches: \"no\"), matches: #\"\\\"#, b: 1)", 1,
      "e(a(matches: \"no\"), matches: \"\"\"\n  one\n\n   two\n  \"\"\", b: 1)"
    ),
  ])
  func literalsAreReplaced(_ source: String, _ line: Int, _ expected: String) throws {
    var edit = try #require(InlineEdit(source, line: line))
    edit.replace(with: "one\n\n two")
    #expect(edit.source == expected)
    let before = source.split(separator: "\n", omittingEmptySubsequences: false).count
    let after = expected.split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(edit.addedLines == after - before)
  }

  @Test(arguments: [("f(a, b)\ng(matches: \"\")", 1), ("f(matches: x)", 1), ("f()", 9)])
  func callsWithoutALiteralAreLeftAlone(_ source: String, _ line: Int) {
    #expect(InlineEdit(source, line: line) == nil)
  }

  @Test func escapesInTheTextAreKeptByMarks() throws {
    var edit = try #require(InlineEdit("f(matches: \"\")", line: 1))
    edit.replace(with: "a\\b \"\"\"")
    #expect(edit.source == "f(matches: #\"\"\"\n  a\\b \"\"\"\n  \"\"\"#)")
  }
}
