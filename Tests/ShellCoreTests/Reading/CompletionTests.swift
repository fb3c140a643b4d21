import ShellCore
import Testing

@Suite struct CompletionTests {
  private static func result(_ texts: [String], over range: Range<Int>) -> CompletionResult {
    CompletionResult(replacing: range, candidates: texts.map { CompletionCandidate($0) })
  }

  @Test(
    arguments: [
      ("fi", ["filter"], 0..<2, .replace(range: 0..<2, text: "filter ")),
      ("fi", ["filter", "fields"], 0..<2, .choose),
      ("f", ["filter", "fields"], 0..<1, .replace(range: 0..<1, text: "fi")),
      ("x", [], 0..<1, .nothing),
      ("open Bü", ["Bücher", "Bühne"], 5..<8, .choose),
      ("open B", ["Bücher", "Bühne"], 5..<6, .replace(range: 5..<6, text: "Bü")),
      ("F", ["filter", "find"], 0..<1, .replace(range: 0..<1, text: "fi")),
      ("a", ["x1", "x2"], 0..<1, .choose),
      ("", ["x1", "y2"], 0..<0, .choose),
      ("ab", ["x"], 0..<9, .nothing),
    ] as [(String, [String], Range<Int>, CompletionStep)])
  func tabDoesWhatIsCertain(
    line: String, texts: [String], range: Range<Int>, expected: CompletionStep
  ) {
    #expect(Self.result(texts, over: range).step(in: line) == expected)
  }

  @Test func directoriesQuotesAndTimeouts() {
    let folder = CompletionCandidate("Datasets", isDirectory: true)
    let quoted = CompletionCandidate("\"a b", suffix: "\" ")
    let folders = CompletionResult(replacing: 5..<6, candidates: [folder])
    #expect(folders.step(in: "open D") == .replace(range: 5..<6, text: "Datasets/"))
    let quotes = CompletionResult(replacing: 5..<6, candidates: [quoted])
    #expect(quotes.step(in: "open \"") == .replace(range: 5..<6, text: "\"a b\" "))
    let cut = CompletionResult(replacing: 5..<6, candidates: [folder], isTruncated: true)
    #expect(cut.step(in: "open D") == .choose)
  }

  private static func lines(_ candidates: [CompletionCandidate], width: Int) -> [String] {
    CandidateColumns { $0.count }.lines(candidates, available: width)
      .map { $0.map(\.text).joined() }
  }

  @Test func listsRunDownwardsInColumns() {
    let plain = ["one", "two", "three", "four", "five"].map { CompletionCandidate($0) }
    #expect(Self.lines(plain, width: 12) == ["one    four", "two    five", "three"])
    #expect(Self.lines(plain, width: 100) == ["one    two    three  four   five"])
    #expect(Self.lines(plain, width: 4) == ["one", "two", "thr…", "four", "five"])
    #expect(Self.lines([], width: 10) == [])
  }

  @Test func descriptionsStandBesideTheirNames() {
    let described = [
      CompletionCandidate("sort", description: "by a key"), CompletionCandidate("view"),
      CompletionCandidate("quit", label: "q\u{1B}t", description: "leave"),
    ]
    #expect(
      Self.lines(described, width: 30) == ["sort  by a key  q␛t   leave", "view"])
    #expect(Self.lines(described, width: 10) == ["sort  by …", "view", "q␛t   lea…"])
    for width in 1...40 {
      #expect(Self.lines(described, width: width).allSatisfy { $0.count <= width })
    }
  }
}
