import CommandLanguage
import Rendering
import TableModel
import Testing
import Workspaces

@testable import Commands

/// Plain rows as a grid of columns, and items as small tables.
@Suite struct ColumnsTests {
  static let tools = """
    [{"id": 1, "name": "Awl", "price": 3.5, "maker": {"city": "Ghent", "since": 1890}, "new": true},
     {"id": 22, "name": "Bandsaw", "price": 1250, "maker": {"city": "Lille", "since": 1950}},
     {"id": 333, "name": "Chisel", "price": -12.125, "maker": {"city": "Ghent", "since": 1890},
      "note": "", "new": null}]
    """

  /// A session over records, in a window of some columns.
  static func session(_ json: String = tools, columns: Int = 80, lines: Int = 12) throws
    -> Workspace
  {
    var session = try Workspace.over(json: json)
    try session.said("set viewport \(columns)x\(lines)")
    return session
  }

  /// The viewport without blanks at the ends of its lines, and without empty lines.
  static func table(_ session: inout Workspace) throws -> [String] {
    try session.said("view --table").split(separator: "\n").map(String.init)
  }

  // MARK: What is drawn

  @Test func aGridHasATitleAboveEachColumn() throws {
    var session = try Self.session()
    #expect(
      try session.said("columns auto")
        == "columns id:3 name:7 price:8 maker.city:10 maker.since:11 new:4 note:4")
    #expect(
      try Self.table(&session) == [
        "    id  name        price  maker.city  maker.since  new   note",
        "▸    1  Awl         3.5    Ghent              1890  true",
        "    22  Bandsaw  1250      Lille              1950",
        "   333  Chisel    -12.125  Ghent              1890  null  \"\"",
      ])
  }

  @Test func widthsAndDecimalsAreTypedBehindKeys() throws {
    var session = try Self.session()
    #expect(try session.said("columns name:5 price:8.1,id:4") == "columns name:5 price:8.1 id:4")
    #expect(
      try Self.table(&session) == [
        "   name      price    id",
        "▸  Awl         3.5     1",
        "   Band…    1250      22",
        "   Chis…     -12.1   333",
      ])
    try session.said("columns price:6.0")
    #expect(try Self.table(&session).dropFirst() == ["▸       4", "     1250", "      -12"])
  }

  @Test(arguments: [
    ("columns nix", "unknown-key"), ("columns name:0", "bad-value"),
    ("columns name:1001", "bad-value"), ("columns price:4.3", "bad-value"),
    ("columns price:4.2.1", "bad-value"), ("columns name:", "bad-value"),
    ("columns auto name", "unexpected-argument"), ("columns off name", "unexpected-argument"),
    ("freeze 1", "impossible"), ("freeze x", "bad-value"),
  ])
  func mistakesAreNamed(_ line: String, _ code: String) throws {
    var session = try Self.session()
    #expect(session.failure(line)?.code == code)
    #expect(session.levels.last?.look.columns == nil)
  }

  @Test func offGoesBackToTheUsualCells() throws {
    var session = try Self.session()
    let before = try session.said("view")
    try session.said("columns auto; columns off")
    #expect(try session.said("columns") == "columns are off; 'columns auto' shows rows as a grid")
    // What the cells say is as it was; the counters tell of two changes.
    #expect(
      try session.said("view").split(separator: "\n").dropLast()
        == before.split(separator: "\n").dropLast())
  }

  @Test func columnsAreTakenBackAndDoneAgain() throws {
    var session = try Self.session()
    try session.said("columns name:9")
    let grid = try Self.table(&session)
    try session.said("columns auto; freeze 1; undo; undo")
    #expect(try Self.table(&session) == grid)
    try session.said("undo")
    #expect(session.levels.last?.look.columns == nil)
    try session.said("redo")
    #expect(try Self.table(&session) == grid)
  }

  // MARK: Scrolling

  @Test func whatDoesNotFitIsReachedByScrollingAndMarked() throws {
    var session = try Self.session(columns: 24)
    try session.said("columns id name price maker.city")
    #expect(try Self.table(&session).first == "    id  name          2▸")
    #expect(try session.said("right") == "columns 2 to 3 of 4 in view")
    #expect(try Self.table(&session).first == "◂1 name        price  1▸")
    #expect(try session.said("right 5") == "columns 3 to 4 of 4 in view")
    #expect(try Self.table(&session)[1] == "▸     3.5    Ghent")
    #expect(try session.said("right") == "already at the last column")
    #expect(try session.said("start") == "columns 1 to 2 of 4 in view")
    #expect(try session.said("finish") == "columns 3 to 4 of 4 in view")
    #expect(try session.said("left 1 pages") == "columns 1 to 2 of 4 in view")
    #expect(try session.said("left") == "already at the first column")
    #expect(try session.said("right 6 columns") == "columns 3 to 4 of 4 in view")
  }

  @Test func frozenColumnsStay() throws {
    var session = try Self.session(columns: 32)
    try session.said("columns id name price maker.city maker.since")
    #expect(try session.said("freeze 2") == "frozen: id, name")
    try session.said("finish")
    #expect(
      try Self.table(&session) == [
        "◂2  id  name    │ maker.since",
        "▸    1  Awl     │        1890",
        "    22  Bandsaw │        1950",
        "   333  Chisel  │        1890",
      ])
    #expect(try session.said("freeze off") == "no column is frozen")
  }

  @Test func theSortedColumnIsMarked() throws {
    var session = try Self.session()
    try session.said("columns name price; sort by price desc")
    #expect(
      try Self.table(&session) == [
        "   name        price▼", "▸  Bandsaw  1250", "   Awl         3.5", "   Chisel    -12.125",
      ])
  }

  // MARK: Kinds of tables

  @Test func outerKeysAreColumns() throws {
    var session = try Self.session(ScopeTests.users)
    try session.said("shape --sections users --rows friends --title login")
    let output = try session.run(line: "columns name years $section.title $row.index")
    #expect(output.flatMap(\.notices) == ["`years` is a key of sections"])
    #expect(
      try Self.table(&session) == [
        "   name  …years  …title  $row.index",
        "━ Ann ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 2 rows ━",
        "▸  Bob       36  Ann              0",
        "   Cy        36  Ann              1",
        "━ Dan ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 1 row ━",
        "   Eve       22  Dan              0",
        "━ Zoe ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 0 rows ━",
      ])
    #expect(
      try session.said("export - --format csv") == """
        name,$section.years,$section.title,$row.index
        Bob,36,Ann,0
        Cy,36,Ann,1
        Eve,22,Dan,0
        """)
  }

  @Test func fieldsTakeOuterKeys() throws {
    var session = try Self.session(ScopeTests.users)
    try session.said("shape --sections users --rows friends")
    let output = try session.run(line: "fields text=name detail=login")
    #expect(output.flatMap(\.notices) == ["`login` is a key of sections"])
    #expect(
      try session.said("fields")
        == "fields text=name detail=$section.login image=none identifier=none")
    #expect(try Self.table(&session).contains("▸  Bob  Ann"))
  }

  @Test func itemsAreSmallTables() throws {
    var session = try Self.session(ScopeTests.users, columns: 40)
    try session.said("shape --sections users --items friends --title login; columns name age login")
    #expect(
      try Self.table(&session).prefix(6) == [
        "━ Ann ━━━━━━━━━━━━━━━━━━━━━━━ 1–2 of 2 ━",
        "╔════════════════╗╭────────────────╮",
        "║ name  Bob      ║│ name  Cy       │",
        "║ age          3 ║│ age          4 │",
        "║ login Ann      ║│ login Ann      │",
        "╚════════════════╝╰────────────────╯",
      ])
  }

  @Test func whatIsNoRecordIsShownAsAWhole() throws {
    var session = try Self.session("[{\"a\": 1}, \"text\", {\"a\": 2}, [1, 2], null]")
    try session.said("columns a")
    #expect(
      try Self.table(&session) == ["   a", "▸  1", "   text", "   2", "   [1, 2]", "   null"])
  }

  @Test func anEmptyTableKeepsItsTitles() throws {
    var session = try Self.session()
    try session.said("columns name; filter id > 1000")
    #expect(try Self.table(&session).first == "   name")
    #expect(try Self.table(&session).last?.contains("no rows match") == true)
    var empty = try Self.session("[]")
    #expect(empty.failure("columns auto")?.code == "nothing-to-do")
  }

  // MARK: From the start

  @Test func aSettingBeginsWithAGrid() throws {
    var session = try Self.session()
    try session.said("set columns on")
    #expect(try Self.table(&session)[1].hasPrefix("▸    1  Awl"))
    try session.said("set columns off")
    #expect(session.levels.last?.look.columns == nil)
    try session.said("set columns on; open Datasets/catalog.json")
    #expect(session.levels.last?.look.columns?.origin == .auto)
    try session.said("open Datasets/pulse.plist")
    #expect(session.levels.last?.look.columns == nil)
  }

  @Test func openingTellsOfFieldsThatAreNotShown() throws {
    var session = try Self.session()
    #expect(
      try session.said("open Datasets/catalog.json").hasSuffix(
        " · 293 rows · 8 fields; `columns auto` shows them"))
    #expect(try !session.said("open Datasets/rows.json").contains("columns auto"))
    #expect(try !session.said("open Datasets/catalog.json --columns").contains("columns auto"))
    #expect(session.levels.last?.look.columns?.origin == .auto)
  }
}
