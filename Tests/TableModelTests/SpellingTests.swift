import TableModel
import Testing

@Suite struct SpellingTests {
  private static let words = ["?", "d", "g", "q", "up", "filter", "fields", "finish", "Tags"]

  @Test(arguments: [
    ("fliter", ["filter"]), ("feilds", ["fields"]), ("tag", ["Tags"]), ("TAGS", ["Tags"]),
    ("x", []), ("?", []), ("", []), ("xy", []), ("pu", ["up"]), ("ux", ["up"]), ("dx", ["d"]),
    ("qg", ["g", "q"]), ("nothing", []),
  ])
  func matches(_ typed: String, _ expected: [String]) {
    #expect(Spelling.matches(for: typed, among: Self.words) == expected)
  }
}
