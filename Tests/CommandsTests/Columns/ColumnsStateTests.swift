import CommandLanguage
import Foundation
import Opening
import Rendering
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// Where else columns are known: in answers, files, settings, completion and what is done again.
@Suite struct ColumnsStateTests {
  private static func session(_ json: String = ColumnsTests.tools, columns: Int = 80) throws
    -> Workspace
  {
    try ColumnsTests.session(json, columns: columns)
  }

  private static func table(_ session: inout Workspace) throws -> [String] {
    try ColumnsTests.table(&session)
  }

  // MARK: Answers

  @Test func viewAnswersMachines() throws {
    var session = try Self.session(columns: 24)
    try session.said("columns id name price maker.city; right")
    let output = try #require(try session.run(line: "view --json").first)
    let json = try #require(output.json.first)
    #expect(
      json.contains(
        #""columns": {"of": 4, "frozen": 0, "left": 1, "right": 1, "visible": [{"key": "name", "#
          + #""start": 0, "width": 7}, {"key": "price", "start": 9, "width": 8}]}"#))
    #expect(json.contains(#""columns": {"name": "Awl", "price": "3.5"}"#))
    let fields = try #require(try session.run(line: "view").first?.fields)
    #expect(
      fields == [
        ["0.0", "Awl", "3.5"], ["0.1", "Bandsaw", "1250"], ["0.2", "Chisel", "-12.125"],
      ])
  }

  @Test func statusAndDigestTellOfColumns() throws {
    var session = try Self.session()
    let before = session.digest()
    try session.said("columns name:9 price:8.2; freeze 1")
    #expect(try session.said("status").contains("columns    name:9 price:8.2 · 1 frozen"))
    let json = try #require(try session.run(line: "status --json").first?.json.first)
    #expect(json.contains(#"{"key": "price", "width": 8, "decimals": 2}"#))
    #expect(session.digest() != before)
    #expect(try session.said("columns") == "columns name:9 price:8.2")
  }

  @Test func theReportCanBeTyped() throws {
    var session = try Self.session(ScopeTests.users)
    try session.said("shape --sections users --rows friends")
    try session.said("columns name $section.record.title $section.title `age` $row.index; freeze 2")
    let report = try session.said("columns")
    #expect(report.contains("$section.record.title:"))
    let table = try Self.table(&session)
    try session.said("columns off; \(report.split(separator: "·")[0]); freeze 2")
    #expect(try Self.table(&session) == table)
  }

  // MARK: Files

  @Test func csvHasTheChosenColumns() throws {
    var session = try Self.session()
    try session.said("columns maker.city price:5.0 note")
    let output = try session.run(line: "export - --format csv")
    #expect(
      output.flatMap(\.lines).map(\.text)
        == ["maker.city,price,note", "Ghent,3.5,", "Lille,1250,", "Ghent,-12.125,\"\""])
    #expect(
      output.flatMap(\.notices)
        == ["the columns of the grid are written; 'columns off' writes all fields"])
    // A proposal is no choice: nothing is left out for it.
    try session.said("columns auto")
    #expect(try session.said("export - --format csv").contains("id,name,price,maker,new,note"))
    try session.said("columns id")
    #expect(try session.said("export - --format ndjson").contains("Bandsaw"))
  }

  @Test func csvKeepsWhatIsNoRecord() throws {
    var session = try Self.session("[{\"a\": 1, \"b\": 2}, \"text\", [3]]")
    try session.said("columns b")
    #expect(try session.said("export - --format csv") == "b,value\n2,\n,text\n,[3]")
  }

  @Test func picturesHaveTheGrid() throws {
    var session = try Self.session(columns: 40)
    try session.said("columns name price")
    #expect(try session.said("export - --format text").contains("   name        price"))
    let html = try session.said("export - --format html")
    #expect(html.contains("aria-label=\"name Awl, price 3.5, in focus, 0.0\""))
    #expect(html.contains(">price</span>"))
    #expect(try session.said("export - --format svg").contains("price"))
  }

  // MARK: Other records

  @Test func reloadingFollowsTheFields() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.json", #"[{"a": 1, "b": 2}, {"a": 3, "b": 4}]"#)
    var session = Workspace(environment: .standard)
    _ = try session.open(path: file)
    try session.said("set viewport 40x5; columns auto")
    try folder.write("a.json", #"[{"a": 100000, "b": 2}]"#)
    #expect(try session.run(line: "reload").flatMap(\.notices).isEmpty)
    // The same fields keep their widths.
    #expect(try Self.table(&session) == ["   a  b", "▸  #  2"])
    try folder.write("a.json", #"[{"c": "new", "a": 5}]"#)
    #expect(
      try session.run(line: "reload").flatMap(\.notices)
        == ["the records have other fields now, and the columns follow them"])
    #expect(try Self.table(&session) == ["   c    a", "▸  new  5"])
    try session.said("columns c")
    try folder.write("a.json", #"[{"z": 1}]"#)
    #expect(
      try session.run(line: "reload").flatMap(\.notices)
        == ["no record has what these columns show: c"])
    #expect(try Self.table(&session) == ["   c", "▸"])
  }

  @Test func editsAreSeenAndTakenBack() throws {
    var session = try Self.session()
    try session.said("columns name price")
    try session.said("update 0.0 price=7; delete 0.1; insert 0.1 {\"name\": \"Drill\"}")
    #expect(
      try Self.table(&session) == [
        "   name        price", "▸  Awl         7", "   Drill", "   Chisel    -12.125",
      ])
    try session.said("undo; undo; undo")
    #expect(try Self.table(&session)[2] == "   Bandsaw  1250")
  }

  @Test func groupsAndPushesHaveGridsOfTheirOwn() throws {
    var session = try Self.session()
    try session.said("columns name price; group by maker.city")
    #expect(try Self.table(&session).filter { !$0.hasPrefix("━") }.count == 4)
    try session.said("group off; push 0.0")
    #expect(session.levels.last?.look.columns == nil)
    try session.said("back")
    #expect(try Self.table(&session)[0] == "   name        price")
    try session.said("set columns on; push 0.0")
    #expect(
      try Self.table(&session).prefix(3) == [
        "   $row.title  SELF", "▸  id             1", "   name        Awl",
      ])
  }

  @Test func anotherShapeHasOtherColumns() throws {
    var session = try Self.session(ScopeTests.users)
    try session.said("shape --rows users; columns auto; shape --sections users --rows friends")
    #expect(session.levels.last?.look.columns?.columns.map(\.title) == ["name", "age"])
  }

  @Test func manyFieldsAreScrolledThrough() throws {
    let record = (0..<200).map { "\"field\($0)\": \($0)" }.joined(separator: ", ")
    var session = try Self.session("[{\(record)}]")
    #expect(try session.said("columns auto").hasSuffix(" · columns 1 to 9 of 200 in view"))
    #expect(try Self.table(&session)[0].hasSuffix("  191▸"))
    #expect(try session.said("finish") == "columns 194 to 200 of 200 in view")
    #expect(try Self.table(&session)[0].hasPrefix("◂  field193"))
    #expect(try Self.table(&session)[1].hasSuffix("199"))
  }

  @Test func numbersThatDoNotFitAreNotOtherNumbers() throws {
    var session = try Self.session(
      #"[{"n": 123456.75}, {"n": 12}, {"n": -1234567}, {"n": 1e100}, "#
        + #"{"n": 1.2345678e-13}, {"n": 1.5e-1000}]"#)
    try session.said("columns n:7")
    #expect(
      try Self.table(&session).dropFirst() == [
        "▸  123456…", "   12", "   #######", "   1e100", "   1.…e-13", "   #######",
      ])
  }

  @Test(arguments: [1, 2, 3, 5, 8, 12, 20, 40, 80, 300, 2000])
  func anyWindowWillDo(_ columns: Int) throws {
    var session = try Self.session(columns: columns)
    try session.said("columns auto; freeze 3")
    for line in ["right", "finish", "start", "sort by name", "accessory detail", "overlay reuse"] {
      try session.said(line)
      #expect(session.picture().allSatisfy { DisplayWidth.of($0.text) <= columns }, "\(line)")
    }
    session.resize(window: .init(width: 60, height: 10))
    try session.said("set --reset")
    #expect(try Self.table(&session)[0].contains("name"))
  }

  // MARK: Lines

  @Test(arguments: [
    ("columns na", "name"), ("columns ", "auto"), ("columns a", "all"), ("columns id pri", "price"),
    ("columns id,pri", "id,price"), ("columns name:", "name:28"), ("columns of", "off"),
    ("freeze o", "off"), ("set columns o", "on"),
  ])
  func linesAreCompleted(_ line: String, _ expected: String) throws {
    let session = try Workspace.over("catalog.json")
    let offered = Completer(session).completion(of: line, at: line.count).candidates.map(\.text)
    if expected == "id,price" {
      #expect(offered.contains { $0.hasSuffix("price") })
    } else {
      #expect(offered.contains(expected), "\(offered)")
    }
  }

  @Test func outerKeysAreCompleted() throws {
    let session = try ScopeTests.session()
    let line = "columns name $sec"
    let offered = Completer(session).completion(of: line, at: line.count).candidates.map(\.text)
    #expect(offered.contains("$section.login") && offered.contains("$section.title"))
    #expect(offered.contains("$section.record.title"))
  }

  @Test func numbersBeyondTheSampleHaveRoom() throws {
    var session = try Workspace.over("rows.json")
    try session.said("open generated:rows=3000000; set viewport 60x4; columns id price; bottom")
    #expect(try Self.table(&session).last?.hasPrefix("▸    2999999  ") == true)
  }

  @Test func aSessionWithColumnsCanBeRecordedAndRunAgain() throws {
    var session = try Workspace.over("catalog.json")
    let lines = "columns name price:8.1 ID; freeze 1; right; sort by price desc; down 3"
    try session.said(lines)
    var again = try Workspace.over("catalog.json")
    for line in session.history.journal.lines { try again.said(line) }
    #expect(again.digest() == session.digest())
    #expect(again.picture().map(\.text) == session.picture().map(\.text))
  }

  /// The same records from three kinds of files have the same grid.
  @Test func databasesAndLinesHaveTheSameGrid() throws {
    var tables: Set<[String]> = []
    for file in ["catalog.json", "catalog.sqlite"] {
      var session = try Workspace.over(file)
      try session.said("set viewport 90x12; columns name price:9 manufacturer quantity:5; down 20")
      tables.insert(try Self.table(&session))
    }
    #expect(tables.count == 1)
    var lines = try Workspace.over("service.ndjson")
    try lines.said("set viewport 60x5; columns time level latency_ms")
    #expect(try Self.table(&lines)[0] == "   time                      level    latency_ms")
    var list = try Workspace.over("garden.plist")
    try list.said("flatten; set viewport 60x5; columns name sown heightCm")
    #expect(try Self.table(&list)[0].hasPrefix("   name"))
  }

  @Test(arguments: [("columns name:0", false), ("columns name:9 x.y", true), ("freeze -1", false)])
  func scriptsAreCheckedBeforeTheyRun(_ line: String, _ isRight: Bool) throws {
    var session = Workspace(environment: .checkout)
    let statement = try #require(Statement.statements(in: line).first)
    if isRight {
      _ = try session.check(statement)
    } else {
      #expect(throws: CommandError.self) { _ = try session.check(statement) }
    }
  }

  @Test func comparingRunsTheColumnsAgain() throws {
    var session = try Workspace.over("catalog.json")
    try session.said("set columns on; open Datasets/catalog.json; freeze 1; down 3")
    #expect(try !session.said("compare uikit recyclerview").isEmpty)
  }
}
