import Arranging
import CommandLanguage
import Documents
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands

@Suite struct ChangeTests {
  private func letters(_ count: Int = 5) throws -> Workspace {
    let rows = (0..<count).map { #"{"id": \#($0), "name": "\#(Self.name($0))"}"# }
    return try Workspace.over(json: "[\(rows.joined(separator: ","))]")
  }

  private static func name(_ index: Int) -> String { String(UnicodeScalar(UInt8(97 + index))) }

  /// The names of all rows that are shown.
  private func names(_ session: Workspace) throws -> String {
    var names: [String] = []
    try session.current().shown.scan { _, value in
      names.append((value[path: FieldPath(key: "name")] ?? value).plainText)
      return true
    }
    return names.joined(separator: " ")
  }

  /// Options stand before the address, behind it, and behind the value.
  @Test(arguments: [
    "insert --only-data 0.0 {\"title\": \"x y\"}", "insert 0.0 --only-data {\"title\": \"x y\"}",
    "insert 0.0 {\"title\": \"x y\"} --only-data", "insert 0.0 {\"title\": \"x y\"}   --only-data ",
    "update --only-data 0.0 {\"title\": \"x y\"}", "update 0.0 {\"title\": \"x y\"} --only-data",
    "update 0.0 --only-data title=\"x y\"", "update 0.0 title=\"x y\" --only-data",
  ])
  func optionsStandAnywhere(_ line: String) throws {
    var session = try Workspace.over("rows.json")
    #expect(try session.said(line).hasSuffix("the table was not told"))
    #expect(try session.said("show 0.0").contains("\"x y\""))
    #expect(session.failure(line.replacing("--only-data", with: "--only-dat")) != nil)
    let both = line.replacing("--only-data", with: "--only-data --only-table")
    #expect(session.failure(both)?.description.contains("nothing to do") == true)
  }

  /// A cell that a change has left behind may have been filled since, by a scroll for one: undo and redo
  /// show what the data is then, whatever the way there.
  @Test(arguments: ["", "reload; ", "down 20; up 20; "])
  func undoAndRedoShowTheData(_ between: String) throws {
    var session = try Workspace.over("rows.json")
    try session.said("update 0.2 title=Sports --only-data")
    #expect(try session.said("view").contains("Row 2 "))
    let steps = between.split(separator: ";").dropLast().count + 1
    try session.said("\(between)undo \(steps)")
    #expect(try session.said("view").contains("Row 2 "))
    try session.said("redo")
    let shown = try session.said("view")
    #expect(shown.contains("Sports") && !shown.contains("Row 2 "))
  }

  @Test(arguments: ["\"a --only-data\"", "[\"--only-table\"]"])
  func whatStandsInAValueIsNoOption(_ json: String) throws {
    var session = try Workspace.over("rows.json")
    #expect(try !session.said("insert 0.0 \(json)").contains("told"))
    #expect(try session.said("show 0.0").contains("--only-"))
  }

  @Test(arguments: [
    (#"insert 0.0 {"name": "x"}"#, "x a b c d e"), (#"insert 0.5 {"name": "x"}"#, "a b c d e x"),
    ("delete 0.1", "a c d e"), ("delete 0.1..3", "a e"), ("delete 0.0 0.-1", "b c d"),
    ("move 0.0 0.4", "b c d e a"), ("move 0.3 0.1", "a d b c e"),
    ("update 0.2 name=C", "a b C d e"), (#"update 0.2 name="3""#, "a b 3 d e"),
    (#"update 0.2 {"name": "new"}"#, "a b new d e"), ("update 0.2 7", "a b 7 d e"),
    ("insert 0.2 \"text\"", "a b text c d e"), ("insert 0.1", "a new b c d e"),
    ("batch begin; delete 0.0; delete 0.1; batch commit", "c d e"),
    (#"batch begin; insert 0.4 {"name": "x"}; delete 0.0; batch commit"#, "b c d e x"),
    ("batch begin; move 0.0 0.4; delete 0.4; insert 0.0 1; batch commit", "1 b c d a"),
    ("sort by name desc; delete 0.0", "d c b a"), ("filter id > 1; delete 0.0", "d e"),
    ("filter id > 1; update 0.0 id=0", "d e"), ("filter id > 1; delete 0.0; filter off", "a b d e"),
  ])
  func dataAndTableAgree(_ line: String, _ expected: String) throws {
    var session = try letters()
    let before = try session.said("export -")
    try session.said(line)
    #expect(try names(session) == expected)
    let level = try session.current()
    #expect(level.table.snapshot().rows.count == expected.split(separator: " ").count)
    #expect(level.table.invariantViolations() == [])
    try session.said("undo \(line.split(separator: ";").count)")
    #expect(try session.said("export -") == before)
  }

  /// An index of which nothing is left has no letter to stand at.
  @Test(arguments: [
    ("[]", "index by name"), (#"[{"name": "a"}]"#, "index by name; filter name == \"b\""),
    (#"[{"name": "a"}]"#, "index by name; delete 0.0"),
    (#"[{"name": "a"}]"#, "index by name; search qq"),
  ])
  func anEmptyIndexIsDrawn(_ json: String, _ line: String) throws {
    var session = try Workspace.over(json: json)
    try session.said(line)
    for look in ["view", "view --json", "export - --format svg", "export - --format text"] {
      let answer = try session.run(line: look).last
      #expect(answer?.lines.isEmpty == false || answer?.json.isEmpty == false, "\(look)")
    }
  }

  /// What a filter hides is not deleted with what is shown around it.
  @Test func hiddenRecordsStay() throws {
    var session = try Workspace.over(json: #"{"A": [{"n": 1}, {"n": 2}], "B": [{"n": 1}]}"#)
    for (narrow, off) in [("filter n == 1", "filter off"), ("search 1", "search off")] {
      try session.said(narrow)
      for (place, thing) in [("0", "section 0"), ("0.0", "row 0.0")] {
        let failure = session.failure("delete \(place)")
        #expect(failure?.description.contains("\(thing) holds 1 record beside those") == true)
        #expect(failure?.hint?.contains("'\(off)'") == true)
      }
      #expect(try session.said("delete 1; undo; \(off)").contains("2 sections · 2 rows · 3 items"))
    }
    try session.said("filter n == 1; delete 0.0.0; filter off")
    #expect(try session.said("count") == "2 sections · 2 rows · 2 items")
  }

  @Test func stripsAndSections() throws {
    var session = try Workspace.over(
      json: #"{"A": [{"n": 1}, {"n": 2}], "B": [{"n": 3}, {"n": 4}, {"n": 5}]}"#)
    func items() throws -> String {
      try (0..<session.current().presenter.sectionCount).map { section in
        try session.said("show \(section).0").filter(\.isNumber)
      }.joined(separator: " ")
    }
    #expect(try items() == "12 345")
    try session.said(#"insert A.0.1 {"n": 9}"#)
    #expect(try items() == "192 345")
    try session.said("move 0.0.1 1.0.3")
    #expect(try items() == "12 3459")
    try session.said("move B 0; update 0 title=First")
    #expect(try items() == "3459 12")
    #expect(try session.said("view").contains("First"))
    try session.said(#"insert 1 {"title": "C", "items": [{"n": 7}]}"#)
    #expect(try items() == "3459 7 12")
    try session.said("delete 0; delete 1.0.1")
    #expect(try items() == "7 1")
    #expect(try session.said("count") == "2 sections · 2 rows · 2 items")
    try session.said("undo 6")
    #expect(try items() == "192 345")
  }

  @Test func cellsOfRowsThatStayGoAlong() throws {
    var session = try letters(20)
    try session.said("set viewport 40x5; reset; select 0.2; mark 0.2; goto 0.2")
    let cell = try session.current().table.snapshot().rows[2].cell
    try session.said("stats --reset; insert 0.0 {\"name\": \"x\"}")
    let level = try session.current()
    let moved = level.table.snapshot().rows[3].cell
    #expect(moved.id == cell.id && moved.isSelected && moved.content.marked)
    #expect(level.table.focus == Address(0, 3))
    try session.said("expect requests == 1 AND created == 1")
  }

  @Test func anUpdateMakesNoCell() throws {
    var session = try letters()
    try session.said("stats --reset; update 0.1 name=zz")
    try session.said("expect requests == 0 AND created == 0 AND rows.cellForRow == 1")
    #expect(try session.said("view").contains("zz"))
  }

  @Test func anotherIdentifierIsReloaded() throws {
    var session = try Workspace.over("cells.json")
    try session.said("fields identifier=kind; reset; stats --reset; update 0.0 kind=Cell2")
    try session.said("expect created == 1 AND recycled == 1")
  }

  @Test func oneFrameForABatchWithDress() throws {
    var session = try letters()
    let frames = try session.current().table.frameCount
    try session.said("batch begin; style value1; set row-height 2; delete 0.1; update 0.0 name=q")
    #expect(try session.current().table.frameCount == frames)
    try session.said("batch commit")
    let table = try session.current().table
    #expect(table.frameCount == frames + 1)
    #expect(table.snapshot().rows.map(\.cell.frame.y) == [0, 2, 4, 6])
    #expect(table.snapshot().rows.first?.cell.content.style == .value1)
    #expect(table.snapshot().rows.first?.cell.content.text == "q")
    let digest = session.digest
    try session.said("undo")
    #expect(try session.current().table.snapshot().rows.map(\.cell.frame.y) == [0, 1, 2, 3, 4])
    try session.said("redo")
    #expect(session.digest == digest)
  }

  @Test func aRolledBackBatchLeavesTheLook() throws {
    var session = try letters()
    let digest = session.digest
    try session.said("batch begin; style value1; set row-height 2; delete 0.1; batch rollback")
    #expect(session.digest == digest)
    #expect(session.failure("undo") != nil)
  }

  static let refusals: [(String, String)] = [
    ("delete 0.99 --only-table", "attempt to delete row 99 from section 0"),
    ("insert 0.9 --only-table", "attempt to insert row 9 into section 0"),
    ("insert 0.9", "attempt to insert row 9 into section 0, but there are only 6 rows"),
    ("delete 0.0 --only-table", "(5) must be equal to"),
    ("insert 7", "attempt to insert section 7"),
    ("move 0.0 0.5", "attempt to insert row 5"), ("delete 0.9", "there is no '0.9'"),
    ("insert 0.0.1", "plain row"), ("move 0.0 0", "can't become"),
    ("update 0.0 name", "not a valid change"),
    ("insert 0.0 {", "not a valid value"), ("update 0.0", "missing argument"),
    ("apply nosuch.json", "no file"),
    ("insert 0.1 --only-data --only-table", "nothing to do"), ("batch commit", "no batch is open"),
    ("batch end", "not a valid step"), ("update 0 colour=red", "title=TEXT"),
  ]

  @Test(arguments: refusals)
  func aRefusedChangeChangesNothing(_ line: String, _ words: String) throws {
    var session = try letters()
    try session.said("select 0.1; mark 0.3; down 1")
    let (before, data) = (session.digest, try session.said("export -"))
    let statistics = try session.current().table.statistics
    let error = session.failure(line)
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "no error")")
    #expect(session.digest == before)
    #expect(try session.said("export -") == data)
    #expect(try session.current().table.statistics == statistics)
  }

  @Test func aRefusedBatchIsClosedAndRolledBack() throws {
    var session = try letters()
    try session.said("batch begin; delete 0.1; style value1; insert 0.30")
    let error = session.failure("batch commit")
    #expect(error?.code == "refused-update")
    #expect(
      error?.hint?.contains("Data source after updates = { 1 section with row counts: [5] }")
        == true)
    #expect(try names(session) == "a b c d e")
    #expect(try session.said("batch") == "no batch is open")
    #expect(try session.current().table.snapshot().rows.first?.cell.content.style != .value1)
    try session.said("delete 0.0")
    #expect(try names(session) == "b c d e")
  }

  @Test(arguments: [
    "policy none", "down", "undo", "filter id > 1", "set chunk 3", "batch begin", "reset",
  ])
  func aBatchLetsOthersWait(_ line: String) throws {
    var session = try letters()
    try session.said("delete 0.4; batch begin; delete 0.0")
    #expect(session.failure(line) != nil)
    try session.said("batch commit")
    #expect(try names(session) == "b c d")
  }

  @Test func whatTheTableWasNotToldOfIsFoundOut() throws {
    var session = try letters()
    try session.said("delete 0.0 --only-data")
    #expect(session.failure("down")?.description.contains("changed behind the table") == true)
    try session.said("delete 0.0 --only-table; down")
    #expect(try names(session) == "b c d e")
    try session.said("reload")
    #expect(try session.current().table.rowCount == 4)
  }

  @Test func bigTablesAreNotCopied() throws {
    var session = Workspace(environment: .checkout)
    try session.said("open generated:sections=3,rows=100000000,items=0")
    try session.said(#"insert 1.50000000 {"title": "here"}; delete 1.0; move 2.99999999 0.0"#)
    #expect(try session.said("count") == "3 sections · 300,000,000 rows")
    #expect(try session.said("show 1.49999999").contains("here"))
  }
}

@Suite struct ApplyTests {
  private func session(_ old: String, _ new: String) throws -> Workspace {
    var session = try Workspace.over(json: old)
    let document = try DocumentOpener.open(bytes: Array(new.utf8), name: "new.json")
    var environment = Environment.checkout
    environment.open = { _, _ in document }
    var next = Workspace(environment: environment)
    _ = try next.open(try #require(session.levels.first).document)
    session = next
    return session
  }

  private func list(_ ids: [Int]) -> String {
    "[" + ids.map { #"{"id": \#($0)}"# }.joined(separator: ",") + "]"
  }

  static let vectors: [([Int], [Int])] = [
    ([1, 2], [2, 1]), (Array(0...8), [0, 2, 3, 4, 7, 6, 9, 5, 10]), ([1, 2, 3], [1, 2, 3]),
    ([1, 2, 3, 4, 5, 6, 7], [1, 4, 5, 2, 3, 6, 7]), ([], [1, 2]), ([1, 2], []),
  ]

  @Test(arguments: vectors)
  func theTableShowsTheNewVersion(_ old: [Int], _ new: [Int]) throws {
    var session = try session(list(old), list(new))
    try session.said(
      "apply new.json --id id".replacing(old.isEmpty || new.isEmpty ? " --id id" : "", with: ""))
    let level = try session.current()
    #expect(level.table.rowCount == new.count)
    let shown = level.table.snapshot().rows.compactMap { Int($0.cell.content.text) }
    #expect(shown == new)
    #expect(level.table.invariantViolations() == [])
  }

  @Test func whatChangedInsideIsReconfigured() throws {
    var session = try session(
      #"[{"id": 1, "n": "a"}, {"id": 2, "n": "b"}]"#, #"[{"id": 2, "n": "B"}, {"id": 1, "n": "a"}]"#
    )
    try session.said("stats --reset")
    let text = try session.said("apply new.json; view")
    #expect(text.contains("1 changed (by id)") && text.contains("B"))
    try session.said("expect created == 0 AND requests == 0 AND rows.cellForRow == 1")
    try session.said("undo")
    #expect(try session.said("show 0.0").contains("\"a\""))
  }

  @Test func doublesAreRefused() throws {
    var session = try session(list([1, 2]), list([1, 1]))
    #expect(session.failure("apply new.json --id id")?.description.contains("'id=1'") == true)
    #expect(try session.said("apply new.json").contains("whole records"))
  }
}
