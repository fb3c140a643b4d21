import Arranging
import CommandLanguage
import Rendering
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// Answers to questions about all records are tables, and lead back to the records.
@Suite struct ResultTests {
  static let orders = """
    [{"shop": "Elm", "year": 2024, "price": 4.10, "colour": "red"},
     {"shop": "Elm", "year": 2025, "price": 5.90, "colour": "blue"},
     {"shop": "Oak", "year": 2024, "price": 10, "colour": "red"},
     {"shop": "Oak", "year": 2024, "price": "free", "colour": "red"},
     {"shop": null, "year": 2025, "price": 0.1},
     {"year": 2025, "price": 0.2, "colour": null}]
    """

  private static func session(_ json: String = orders) throws -> Workspace {
    try Workspace.over(json: json)
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }
  }

  // MARK: Results

  @Test func aResultIsATable() throws {
    var session = try Self.session()
    try session.said("distinct colour")
    #expect(
      try session.said("results") == "test.json › distinct colour · 1 section · 4 rows")
    #expect(try session.said("export - --format csv").hasPrefix("value,count,share\nred,3,0.5\n"))
    try session.said("sort by count")
    try session.said("filter count == 1")
    #expect(try session.said("count").hasPrefix("1 section · 3 rows"))
    try session.said("back")
    #expect(session.breadcrumb == ["test.json"])
  }

  @Test func namesOfAggregatesAreKeys() throws {
    var session = try Self.session()
    try session.said("summarize count, mean(price) by shop; results")
    #expect(try session.said("filter `mean(price)` > 4").hasPrefix("2 of 3 records match"))
    try session.said("filter off; sort by `mean(price)` desc; push 0.0")
    #expect(session.breadcrumb.last == "Oak")
  }

  @Test(arguments: [
    ("distinct colour", "0.0", "3 rows"), ("distinct colour", "0.2", "1 row"),
    ("distinct colour", "0.3", "1 row"), ("distinct price", "0.3", "1 row"),
    ("summarize price by shop", "0.2", "2 rows"),
    ("summarize count by shop, year", "0.2", "2 rows"),
    ("summarize count", "0.0", "6 rows"), ("histogram price 5", "0.0", "2 rows"),
    ("histogram price 5", "0.2", "2 rows"), ("histogram price 5", "0.6", "1 row"),
    ("pivot shop year", "0.0", "2 rows"),
  ])
  func pushOpensTheRecordsOfALine(_ line: String, _ place: String, _ rows: String) throws {
    var session = try Self.session()
    try session.said(line)
    try session.said("results")
    let before = session.digest
    #expect(try session.said("push \(place)").hasSuffix("1 section · \(rows)"), "\(line)")
    try session.said("sort by price; back")
    #expect(session.digest == before)
    #expect(session.breadcrumb.count == 2)
  }

  @Test func pushFollowsTheLineWhereverItIsShown() throws {
    var session = try Self.session()
    try session.said("distinct colour; results; sort by count; filter value == \"red\"; push 0.0")
    #expect(session.breadcrumb.last == "red")
    #expect(try session.said("count").hasPrefix("1 section · 3 rows"))
    // Inside a result there are results again.
    try session.said("distinct shop; results; push 0.0")
    #expect(session.breadcrumb == ["test.json", "distinct colour", "red", "distinct shop", "Oak"])
    #expect(try session.said("count").hasPrefix("1 section · 2 rows"))
  }

  @Test func theSchemaLeadsToValues() throws {
    var session = try Self.session()
    try session.said("schema; results; push 0.0")
    #expect(session.breadcrumb == ["test.json", "schema", "distinct shop"])
    try session.said("push 0.1")
    #expect(session.breadcrumb.last == "Oak")
    try session.said("back; back; back; describe price; results")
    #expect(session.breadcrumb.last == "describe price")
    try session.said("push 0.0")
    #expect(session.breadcrumb.last == "distinct price")
  }

  @Test func resultsAreOfWhatWasShown() throws {
    var session = try Self.session()
    try session.said("filter year == 2024; distinct colour; filter off; results")
    #expect(try session.said("count").hasPrefix("1 section · 1 row"))
    try session.said("push 0.0")
    #expect(try session.said("count").hasPrefix("1 section · 3 rows"))
  }

  @Test func aResultStaysWhatItWas() throws {
    var session = try Self.session()
    try session.said("distinct colour; update 0.0 colour=green; results")
    #expect(try session.said("export - --format csv").contains("red,3,"))
    try session.said("push 0.0")
    #expect(try session.said("count").hasPrefix("1 section · 3 rows"))
    try session.said("back")
    #expect(try session.notices("reload") == ["a result stays what it was; 'back', and ask again"])
    // Changes of a result are its own.
    try session.said("update 0.0 value=RED")
    #expect(try session.notices("back").first?.contains("left behind") == true)
    #expect(try session.said("show 0.0").contains("green"))
  }

  @Test func undoTakesBackOpening() throws {
    var session = try Self.session()
    try session.said("distinct colour")
    let before = session.digest
    try session.said("results; push 0.0; undo; undo")
    #expect(session.digest == before)
    try session.said("redo; redo")
    #expect(session.breadcrumb.count == 3)
  }

  @Test func thereHasToBeAResult() throws {
    var session = try Self.session()
    #expect(session.failure("results")?.errorCode == .nothingToDo)
    try session.said("distinct shop; results")
    #expect(session.failure("results")?.errorCode == .nothingToDo)
    try session.said("open \(root)/Datasets/rows.json")
    #expect(session.failure("results")?.errorCode == .nothingToDo)
  }

  @Test func emptyTablesHaveEmptyResults() throws {
    var session = try Self.session("[]")
    #expect(lines(try session.said("summarize count, mean(x) by y")) == ["y count mean(x)"])
    #expect(try session.said("results").hasSuffix("· 0 rows"))
    try session.said("back; distinct x; results; back")
    #expect(session.failure("histogram x")?.errorCode == .nothingToDo)
    #expect(lines(try session.said("pivot x y")) == ["x"])
  }

  @Test func compareAsksAgain() throws {
    var session = try Workspace.over("catalog.json")
    try session.said("distinct manufacturer; results; down 3")
    #expect(session.failure("compare uikit none") == nil)
  }

  // MARK: How much is printed

  @Test func aTerminalGetsAScreenful() throws {
    var session = try Workspace.over("catalog.json")
    #expect(lines(try session.said("distinct name")).count > 100)
    session.environment.printsToTerminal = true
    session.preferences.window = Size(width: 80, height: 12)
    let said = lines(try session.said("distinct name"))
    #expect(said.count == 11)
    #expect(
      said.last?.contains("'results' opens them as a table · '--limit none' prints all") == true)
    #expect(lines(try session.said("distinct name --limit none")).count > 100)
    #expect(lines(try session.said("schema")).count <= 11)
    #expect(lines(try session.said("distinct manufacturer 3")).count == 5)
  }

  @Test(arguments: [
    "distinct name --limit 3", "distinct --limit 3 name", "--limit=3",
    "summarize price by name --limit 3",
    "summarize --limit 3 count by name", "schema --limit 3", "describe --limit 3 price",
    "histogram price --limit 3", "pivot name manufacturer --limit 3",
  ])
  func limitsStandAnywhere(_ line: String) throws {
    var session = try Workspace.over("catalog.json")
    let line = line.hasPrefix("--") ? "distinct name \(line)" : line
    let said = try session.run(line: line)
    #expect(said[0].lines.count == 5, "\(line)")
    #expect(said[0].lines.last?.text.hasPrefix("3 of ") == true, "\(line)")
    #expect((said[0].fields?.count ?? 3) == 3, "\(line)")
    #expect(said[0].json.count == 1, "\(line)")
  }

  // MARK: Programs

  @Test func programsGetValues() throws {
    var session = try Self.session()
    func json(_ line: String) throws -> String {
      try session.run(line: line).last?.json.first ?? ""
    }
    #expect(
      try json("summarize count, sum(price) as total by shop --json").contains(
        #""by": ["shop"], "aggregates": ["count", "total"]"#))
    #expect(
      try json("summarize count, sum(price) by shop --json").contains(
        #"{"shop": null, "count": 2, "sum(price)": 0.3}"#))
    let histogram = try json("histogram price 5 --json")
    #expect(histogram.contains(#"{"from": 0, "to": 2, "count": 2}"#), "\(histogram)")
    #expect(histogram.contains(#""others": {"text": 1}, "null": 0, "missing": 0"#), "\(histogram)")
    let pivot = try json("pivot shop year sum(price) --json")
    #expect(pivot.contains(#""columns": ["2024", "2025"]"#), "\(pivot)")
    #expect(pivot.contains(#"{"shop": "Oak", "2024": 10, "2025": null}"#), "\(pivot)")
  }

  @Test func histogramsAddUp() throws {
    var session = try Self.session()
    let said = lines(try session.said("histogram price 5"))
    #expect(said.first == "from to count share")
    let counts = said.dropFirst().compactMap { line in
      line.split(separator: " ").compactMap { Int($0) }.last
    }
    #expect(counts.isEmpty == false)
    #expect(said.contains { $0.hasPrefix("(text) 1 0.1667") })
  }

  @Test func barsAreOfTheCharacterSet() throws {
    var session = try Self.session()
    #expect(try session.said("distinct colour --bars").contains("\u{2588}"))
    try session.said("set charset ascii")
    let said = try session.said("distinct colour --bars")
    #expect(said.contains("########################"))
    #expect(said.utf8.allSatisfy { $0 < 0x80 })
  }

  // MARK: Completion

  @Test(arguments: [
    ("summarize me", "mean("), ("summarize mean(pr", "mean(price)"),
    ("summarize count, me", "mean("),
    ("summarize count,me", "count,mean("), ("summarize count by sh", "shop"),
    ("summarize price b", "by"),
    ("summarize count by shop so", "sort"), ("summarize count by shop sort ", "by"),
    ("summarize count, mean(price) as m by shop sort by ", "m"),
    ("summarize mean(price) by shop sort by me", "mean(price)"),
    ("summarize count by shop sort by count de", "desc"), ("pivot sh", "shop"),
    ("pivot shop ye", "year"),
    ("histogram pr", "price"), ("distinct shop --li", "--limit"),
    ("distinct shop --limit n", "none"),
  ])
  func listsAreCompleted(_ line: String, _ expected: String) throws {
    let session = try Self.session()
    let completion = Completer(session).completion(of: line, at: line.count)
    #expect(completion.candidates.contains { $0.text == expected }, "\(completion.candidates)")
  }
}
