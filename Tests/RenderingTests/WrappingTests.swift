import Testing

@testable import Rendering

@Suite struct WrappingTests {
  @Test(arguments: [
    ("short enough", 12, ["short enough"]), ("one two three", 8, ["one two", "  three"]),
    ("  label  one two", 11, ["  label", "    one two"]),
    ("a longestwordofall b", 8, ["a longes", "  twordo", "  fall b"]),
    ("日本 語の テキスト", 9, ["日本 語の", "  テキス", "  ト"]), ("", 5, [""]),
  ])
  func linesAreBrokenBetweenWords(_ text: String, _ columns: Int, _ lines: [String]) {
    #expect(StyledLine(text).wrapped(to: columns).map(\.text) == lines)
  }

  @Test func stylesStay() {
    var line = StyledLine("plain ")
    line.append("and accented words", TextStyle(.accent))
    let lines = line.wrapped(to: 12, hanging: 0)
    #expect(lines.map(\.text) == ["plain and", "accented", "words"])
    #expect(lines[1].runs == [StyledRun("accented", TextStyle(.accent))])
  }
}
