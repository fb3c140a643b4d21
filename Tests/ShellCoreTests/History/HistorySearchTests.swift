import ShellCore
import Testing

@Suite struct HistorySearchTests {
  private static func history(_ entries: String...) -> History {
    let history = History()
    for entry in entries { history.record(entry) }
    return history
  }

  private let history = Self.history("open a", "view", "open b", "view", "filter x > 1", "Виды")

  @Test func upAndDownKeepWhatWasTyped() {
    var browser = HistoryBrowser()
    #expect(browser.newer(than: "op", in: history) == nil)
    #expect(browser.older(than: "op", in: history) == "open b")
    #expect(browser.older(than: "open b", in: history) == "open a")
    #expect(browser.older(than: "open a", in: history) == nil)
    #expect(browser.newer(than: "open a", in: history) == "open b")
    #expect(browser.newer(than: "open b", in: history) == "op")
    #expect(browser.newer(than: "op", in: history) == nil)
    #expect(browser.older(than: "op", in: history) == "open b")
  }

  @Test func emptyLineGoesThroughEverything() {
    var browser = HistoryBrowser()
    var line = ""
    var seen: [String] = []
    while let next = browser.older(than: line, in: history) {
      seen.append(next)
      line = next
    }
    #expect(seen == history.entries.reversed())
    while let next = browser.newer(than: line, in: history) { line = next }
    #expect(line == "")
  }

  @Test func editingAFetchedLineStartsAfresh() {
    var browser = HistoryBrowser()
    #expect(browser.older(than: "v", in: history) == "view")
    #expect(browser.older(than: "o", in: history) == "open b")
    #expect(browser.newer(than: "open b", in: history) == "o")
  }

  @Test func shrunkenHistoryIsNoTrap() throws {
    let history = Self.history("a", "b", "c")
    var browser = HistoryBrowser()
    #expect(browser.older(than: "", in: history) == "c")
    #expect(browser.older(than: "c", in: history) == "b")
    try history.clear()
    #expect(browser.older(than: "b", in: history) == nil)
    #expect(browser.newer(than: "b", in: history) == nil)
  }

  @Test(
    arguments: [
      ("open", " b"), ("v", "iew"), ("filter x > 1", nil), ("", nil), ("zzz", nil), ("Ви", "ды"),
    ] as [(String, String?)])
  func proposesTheNewest(line: String, expected: String?) {
    #expect(history.suggestion(for: line) == expected)
  }

  private func typed(_ pattern: String) -> HistorySearch {
    var search = HistorySearch(in: history)
    for scalar in pattern.unicodeScalars { search.type(scalar) }
    return search
  }

  @Test(arguments: [
    ("ope", ["open b", "open a"]), ("OPE", []), ("VIEW", []), ("w", ["view"]), ("вид", ["Виды"]),
    ("Вид", ["Виды"]), ("> 1", ["filter x > 1"]), ("zz", []),
  ])
  func findsNewestFirst(pattern: String, expected: [String]) {
    #expect(typed(pattern).matches == expected)
  }

  @Test func stepsThroughMatches() {
    var search = typed("open")
    #expect(search.match == "open b")
    #expect(search.older() == true)
    #expect(search.match == "open a")
    #expect(search.older() == false)
    search.type(" ")
    #expect(search.match == "open a", "a longer pattern keeps the match while it fits")
    search.type("b")
    #expect(search.match == "open b")
    #expect(search.matchedRange.map { String("open b"[$0]) } == "open b")
    search.deleteBackward()
    #expect(search.matches.count == 2)
    #expect(search.newer() == false)
    for _ in 0..<9 { search.deleteBackward() }
    #expect(search.match == nil)
  }
}
