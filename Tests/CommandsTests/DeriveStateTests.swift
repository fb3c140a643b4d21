import CommandLanguage
import Documents
import Foundation
import PredicateLanguage
import SQLiteSource
import TableEngine
import TableModel
import Testing

@testable import Commands
@testable import Files
@testable import Workspaces

/// Derived keys beside all else that a table goes through: edits, saving, scopes, other tables.
@Suite struct DeriveStateTests {
  private static let orders = """
    [{"id":1,"price":4,"qty":3},{"id":2,"price":7,"qty":2},{"id":3,"price":2.5,"qty":null}]
    """
  private static let nested = """
    {"shop":"here","groups":[{"name":"A","rate":2,"list":[{"p":1},{"p":2}]},
     {"name":"B","rate":5,"list":[{"p":3},{"p":4}]}]}
    """

  private func notices(_ line: String, _ session: inout Workspace) throws -> [String] {
    try session.run(Statement.statements(in: line)[0]).output.notices
  }

  private func saved(_ session: inout Workspace, _ options: String = "") throws -> Value {
    let text = try session.said("save - --format json \(options)")
    return try JSONReader.read(SourceText(file: "saved", bytes: Array(text.utf8)))
  }

  private func value(_ text: String) throws -> Value {
    try JSONReader.read(SourceText(file: "test", bytes: Array(text.utf8)))
  }

  // MARK: Edits

  @Test func editsAndSavingKnowTheDataAlone() throws {
    var session = try Workspace.over(json: Self.orders)
    try session.said("derive total = price * qty; derive half = total / 2.0; sort by total")
    #expect(try session.said("update 0.0 price=100; sort off; show 0.0").contains("\"total\": 300"))
    try session.said(
      #"update 0.1 {"id":2,"price":1,"qty":8}; insert 0.1 {"id":9,"price":2,"qty":2}"#)
    #expect(try session.said("show 0.1").contains("\"half\": 2"))
    try session.said("batch begin; move 0.0 0.3; update 0.2 qty=1; batch commit")
    #expect(try session.said("distinct total").contains("  1  4"))
    let words = try notices("save - --format json", &session)
    #expect(words == ["derived keys are not saved; 'export' writes them"])
    #expect(
      try saved(&session)
        == value(
          """
          [{"id":9,"price":2,"qty":2},{"id":2,"price":1,"qty":1},{"id":3,"price":2.5,"qty":null},
           {"id":1,"price":100,"qty":3}]
          """))
    #expect(try session.said("diff").contains("changed") == true)
  }

  @Test(arguments: [
    "update 0.0 total=5", "update 0.0 total+=1", #"update 0.0 {"id":1,"total":1}"#,
    #"insert 0.0 {"total":1}"#, #"update 0.0 SELF={"half":1}"#,
  ])
  func derivedKeysAreNotWritten(_ line: String) throws {
    var session = try Workspace.over(json: Self.orders)
    try session.said("derive total = price * qty; derive half = total / 2")
    let failure = session.failure(line)
    #expect(failure?.description.contains("is derived: it is `") == true)
    #expect(failure?.hint?.hasPrefix("change what it is computed from, or 'derive ") == true)
    #expect(try saved(&session) == value(Self.orders))
  }

  @Test func pushedValuesLeaveDerivedKeysBehind() throws {
    var session = try Workspace.over(
      json: #"[{"id":1,"user":{"n":1}},{"id":2,"user":{"n":5}}]"#)
    try session.said("derive twice = user.n * 2; derive both = {id, twice}")
    #expect(
      try notices("push 0.0", &session)
        == ["the derived keys `twice`, `both` stayed below; 'back' returns there"])
    #expect(try session.said("count").contains("2 rows"))
    try session.said("update 0.0 10; back")
    #expect(try session.said("show 0.0").contains("\"id\": 10"))
    #expect(try notices("push 0.0 user", &session).isEmpty)
    try session.said("update 0.0 50; back")
    #expect(try session.said("show 0.0").contains("\"twice\": 100"))
    // A list that was computed has no place in the data.
    try session.said("push 0.0 both")
    #expect(
      try notices("update 0.0 7", &session).first?.contains("does not reach the file") == true)
    try session.said("back")
    #expect(
      try saved(&session) == value(#"[{"id":10,"user":{"n":50}},{"id":2,"user":{"n":5}}]"#))
  }

  /// What is edited in the records of a line of a result is said not to reach the file.
  @Test func recordsOfALineKeepDerivedKeys() throws {
    var session = try Workspace.over(json: Self.orders)
    try session.said("derive total = price * qty; sort by total; distinct total; results")
    #expect(
      try notices("update 0.0 count=3", &session)
        == ["this change does not reach the file; 'save FILE --pushed' writes what is shown here"])
    try session.said("undo; push 0.0")
    #expect(try session.said("show 0.0").contains("\"total\""))
    #expect(try notices("update 0.0 price=50", &session).count == 1)
    try session.said("update 0.0 qty=2; derive more = total + 1")
    #expect(try session.said("show 0.0").contains("\"more\": 101"))
    #expect(session.failure("update 0.0 total=1") != nil)
    guard case .array(let records) = try saved(&session, "--pushed") else {
      Issue.record("no list was saved")
      return
    }
    #expect(records.map { $0.record?.keys ?? [] } == [["id", "price", "qty"]])
    try session.said("back; back")
    #expect(try session.said("derive") == "total = price * qty")
    #expect(try notices("update 0.0 price=50", &session).isEmpty)
  }

  // MARK: What stands around records

  @Test func expressionsReachTheOutside() throws {
    var session = try Workspace.over(json: Self.nested)
    try session.said("shape --sections groups --items list")
    #expect(
      try notices("derive v = p * rate", &session)
        == ["`rate` is a key of sections"])
    try session.said(
      "derive w = $section.record.name; derive i = $rowIndex + $sectionIndex * 10 + $index")
    try session.said("derive t = $section.title; derive d = $document.shop")
    let expected = """
      {"p":1,"v":2,"w":"A","i":0,"t":"A","d":"here"}
      {"p":2,"v":4,"w":"A","i":1,"t":"A","d":"here"}
      {"p":3,"v":15,"w":"B","i":10,"t":"B","d":"here"}
      {"p":4,"v":20,"w":"B","i":11,"t":"B","d":"here"}
      """
    let export = "export - --format ndjson"
    #expect(try session.said(export) == expected)
    // Places are those of the data, however records are shown.
    #expect(try session.said("group by v; \(export)").hasSuffix(expected))
    #expect(try session.said("flatten; sort by v desc; show 0.0").contains("\"i\": 11"))
    #expect(try session.said("sort off; group off; filter i > 9; count").contains("2 items"))
    #expect(try session.said("distinct w; results; push 0.0; show 0.0.0").contains("\"i\": 10"))
    try session.said("back; back; filter off; delete 0.0.0")
    #expect(try session.said("show 0.0.0").contains("\"i\": 0"))
    #expect(try session.said("undo; update 0 title=Zed; show 0.0.0").contains("\"t\": \"Zed\""))
    #expect(
      session.failure("derive rate = 1")?.description == "'rate' is a key of sections already")
    #expect(
      session.failure("derive shop = 1")?.description == "'shop' is a key of the document already")
    #expect(session.failure("derive p = 1")?.description == "'p' is a key of the records already")
  }

  @Test func otherShapesHaveOtherRecords() throws {
    var session = try Workspace.over(json: Self.nested)
    try session.said("shape --sections groups --items list; derive v = p * 2")
    #expect(
      try notices("shape --rows groups", &session)
        == ["the derived key `v` is off in the new shape"])
    #expect(try session.said("derive sizes = list.@count; derive ps = list.p").contains("[1, 2]"))
    #expect(try notices("unnest list", &session).first?.contains("`sizes`, `ps` are off") == true)
    try session.said("undo")
    #expect(try session.said("derive") == "sizes = list.@count\nps = list.p")
    #expect(
      try notices("open Datasets/rows.json", &session).contains {
        $0.hasPrefix("the derived keys `sizes`, `ps` went with the table")
      })
  }

  // MARK: Other versions and other formats

  @Test func reloadingKeepsThem() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "derive-reload.json")
    defer { try? FileManager.default.removeItem(at: url) }
    func write(_ text: String) throws {
      try? FileManager.default.removeItem(at: url)
      try Data(text.utf8).write(to: url)
    }
    try write(Self.orders)
    var session = Workspace(environment: .checkout)
    try session.said("open \(url.path); derive total = price * qty; derive own = id * 2")
    try write(#"[{"id":5,"price":3,"qty":3,"own":1},{"id":6,"price":1,"qty":1}]"#)
    #expect(
      try notices("reload", &session).first
        == "the records have `own` themselves now; it is not derived")
    #expect(try session.said("derive; show 0.0").hasPrefix("total = price * qty\n{"))
    #expect(try session.said("show 0.0").contains("\"own\": 1"))
    #expect(try session.said("distinct total").contains("9"))
    try write(#"[{"id":5,"price":4,"qty":3},{"id":6,"price":1,"qty":1}]"#)
    #expect(try session.said("apply \(url.path) --id id").contains("1 changed"))
    #expect(try session.said("show 0.0").contains("\"total\": 12"))
  }

  @Test(arguments: ["catalog.sqlite --table products", "catalog.json", "generated:rows=6000"])
  func tablesOfEveryKind(_ file: String) throws {
    var session = Workspace(environment: .checkout)
    let path = file.hasPrefix("generated") ? file : "\(root)/Datasets/\(file)"
    try session.said("open \(path)")
    let number = file.hasPrefix("generated") ? "index" : "price"
    let names = try session.questions.knownKeys()
    let key = names.contains(number) ? number : names.first { $0 == "id" } ?? names[0]
    let count = try session.said("count where \(key) * 2 > 40")
    try session.said("derive d = \(key) * 2")
    #expect(try session.said("count where d > 40") == count)
    #expect(try session.questions.knownKeys() == names + ["d"])
    let sorted = try session.said("sort by \(key) desc; show 0.0")
    #expect(sorted.contains("\"d\""))
    try session.said("sort by d desc, \(key)")
    #expect(try session.said("show 0.0").contains("\"d\""))
    #expect(try session.said("count where \(key) > 20") == count)
  }

  // MARK: What is said

  @Test(arguments: [
    (
      "derive half = qty / 2",
      ["`qty / 2` divides integers as integers, as 3 / 2 is 1; `qty * 1.0 / 2` keeps fractions"]
    ),
    (
      "derive x = 7 / 2",
      ["`7 / 2` divides integers as integers, as 7 / 2 is 3; `7 * 1.0 / 2` keeps fractions"]
    ),
    (
      "derive x = id / (qty + 1)",
      [
        "`id / (qty + 1)` divides integers as integers, as 1 / 4 is 0; `id * 1.0 / (qty + 1)` keeps fractions"
      ]
    ),
    (
      "derive x = price / 2",
      ["`price / 2` divides integers as integers, as 4 / 2 is 2; `price * 1.0 / 2` keeps fractions"]
    ),
    ("derive x = qty * 1.0 / 2", []),
    ("derive x = nothing + 1", ["no item has the key `nothing`"]),
    ("derive x = uppercase(qty)", ["2 of 3 items have numbers in `qty`; taken as nil"]),
  ])
  func notesSayWhatIsProbablyNotMeant(_ line: String, _ expected: [String]) throws {
    var session = try Workspace.over(json: Self.orders)
    #expect(try notices(line, &session) == expected)
  }

  @Test(arguments: [
    (
      "derive x = now()", 11, 3,
      "`now` gives another value each time, and a key has to keep its own"
    ),
    (
      "derive x = 1 + random()", 15, 6,
      "`random` gives another value each time, and a key has to keep its own"
    ),
    ("derive x = $foo", 11, 4, "`$foo` has no value"),
    ("derive x = 3 + ", 14, 0, "expected a value after `+`, found the end"),
    ("derive a.b = 3", 7, 3, "'a.b' is not a valid name: expected one key: total, or `unit price`"),
    ("derive $x = 3", 7, 2, "'$x' is not a valid name: expected one key: total, or `unit price`"),
    ("derive x =", 10, 0, "missing argument: an expression behind one '='"),
    ("derive x == 3", 10, 1, "missing argument: an expression behind one '='"),
  ])
  func errorsHaveTheirPlace(_ line: String, _ start: Int, _ length: Int, _ message: String) throws {
    var session = try Workspace.over(json: Self.orders)
    let failure = session.failure(line)
    #expect(failure?.description == message)
    #expect(failure?.range == start..<start + length, "\(failure?.range as Range<Int>?)")
    // The same without a table, as `--check` finds it.
    var empty = Workspace(environment: .checkout)
    let statement = Statement.statements(in: line)[0]
    do {
      let command = try empty.commands.command(
        for: try #require(statement.name), abbreviations: false)
      _ = try empty.commands.read(Invocation(command, statement)).check(in: &empty)
      Issue.record("nothing was found")
    } catch let error as CommandError {
      #expect(error.range == failure?.range)
    }
  }

  @Test func strictSessionsRefuse() throws {
    var session = try Workspace.over(json: Self.orders)
    try session.said("set strict on")
    #expect(session.failure("derive x = nothing + 1") != nil)
    #expect(session.failure("derive x = uppercase(qty)") != nil)
    #expect(try session.said("derive x = id + 1").contains("first 2, 3, 4"))
  }

  @Test func valuesWithoutKeysGetNone() throws {
    var session = try Workspace.over(json: "[1, 2, 3]")
    #expect(session.failure("derive d = SELF * 2")?.code == "impossible")
    session = try Workspace.over(json: #"[1, {"a": 2}]"#)
    try session.said("shape --rows SELF")
    #expect(
      try notices("derive d = a * 2", &session)
        == ["1 of 2 records are no dictionaries and have no keys"])
    #expect(try session.said("export - --format ndjson") == "1\n{\"a\":2,\"d\":4}")
    session = try Workspace.over(json: "[]")
    try session.said("derive d = 1")
    #expect(try session.said("derive") == "d = 1")
  }

  @Test func completionOffersDerivedKeys() throws {
    var session = try Workspace.over(json: Self.orders)
    try session.said("derive total = price * qty")
    for (line, expected) in [
      ("sort by to", "total"), ("filter to", "total"), ("derive x = to", "total"),
      ("derive to", "total"), ("derive o", "off"), ("derive x = pri", "price"),
      ("derive x ", "="),
    ] {
      let found = Completer(session).completion(of: line, at: line.count).candidates.map(\.text)
      #expect(found.contains(expected), "\(line): \(found)")
    }
  }

  /// A grid that takes all fields takes derived ones as well; scrolled strips stay where they are.
  @Test func theViewFollows() throws {
    var session = try Workspace.over(json: Self.orders)
    #expect(try session.said("columns all; derive total = price * qty; columns").contains("total"))
    try session.said("derive total off")
    #expect(try !session.said("columns").contains("total"))
    session = try Workspace.over("pulse.plist")
    try session.said("right 3; down 2; filter Views > 100")
    let before = session.levels.last?.table.state
    try session.said("derive popular = Views > 20000")
    #expect(session.levels.last?.table.state.stripOffsets == before?.stripOffsets)
    #expect(session.levels.last?.table.state.offset == before?.offset)
    #expect(session.levels.last?.table.focus == before?.focus)
  }
}
