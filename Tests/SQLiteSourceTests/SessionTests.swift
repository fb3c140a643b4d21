import Arranging
import CommandLanguage
import Documents
import Foundation
import Rendering
import TableModel
import Testing
import Workspaces

@testable import Commands

/// Databases as a session opens, enters and reads them again.
@Suite struct SessionTests {
  private static let catalog = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Datasets/catalog").path

  private func lines(_ line: String, _ session: inout Workspace) throws -> [String] {
    try session.run(line: line).flatMap { $0.lines.map(\.text) }
  }

  @Test func theCatalogIsTheSameInBothForms() throws {
    var exports: [[String]] = []
    for form in ["json", "sqlite"] {
      var session = Workspace()
      _ = try lines("open '\(Self.catalog).\(form)'", &session)
      exports.append(try lines("sort by price; export - --format ndjson", &session))
    }
    #expect(exports[0].count > 293)
    #expect(exports[0] == exports[1])
  }

  @Test func optionsChooseWhatIsOpened() throws {
    var session = Workspace()
    let file = Self.catalog + ".sqlite"
    #expect(
      try lines("open '\(file)' --group-by manufacturer", &session)
        == [
          "opened catalog.sqlite (SQLite): table products: a row each, "
            + "a section for each 'manufacturer' · 22 sections · 293 rows · 8 fields; `columns auto` shows them"
        ])
    #expect(
      try lines("open '\(file)' --query 'SELECT name FROM products WHERE price > 100'", &session)
        == ["opened catalog.sqlite (SQLite): query: a row each · 1 section · 39 rows"])
    #expect(throws: CommandError.self) { try session.run(line: "open '\(file)' --table nothing") }
    #expect(throws: CommandError.self) {
      try session.run(line: "open '\(Self.catalog).json' --table products")
    }
    #expect(session.levels.count == 1)
  }

  @Test func pushOpensATableAndReloadReadsItAgain() throws {
    let fixture = try Fixture(
      """
      CREATE TABLE a (x); INSERT INTO a VALUES ('one');
      CREATE TABLE b (y); INSERT INTO b VALUES ('two'), ('three');
      """)
    var session = Workspace()
    _ = try lines("open '\(fixture.path)'", &session)
    #expect(try lines("push 0.b", &session) == ["shop.sqlite › b · 1 section · 2 rows"])
    try fixture.execute("INSERT INTO b VALUES ('four')")
    #expect(throws: CommandError.self) { try session.run(line: "show 0.1") }
    #expect(try lines("reload", &session) == ["reloaded · 1 section · 3 rows"])
    #expect(try lines("show 0.2 --json", &session).isEmpty)
    _ = try lines("back", &session)
    #expect(session.levels.count == 1)
  }

  @Test func aTableIsPushedByItsName() throws {
    let fixture = try Fixture(
      "CREATE TABLE a (x, name); CREATE TABLE \"b c\" (y); INSERT INTO a VALUES (1, 'one')")
    var session = Workspace()
    _ = try lines("open '\(fixture.path)'", &session)
    #expect(try lines("push a", &session) == ["shop.sqlite › a · 1 section · 1 row"])
    _ = try lines("back; push \"b c\"", &session)
    #expect(session.breadcrumb.last == "b c")
    #expect(throws: CommandError.self) { try session.run(line: "back; push nothing") }
  }

  /// A section is the list of its rows, as in every other format.
  @Test(arguments: ["--table a", "--query 'SELECT x FROM a'", "--table a --group-by x"])
  func aSectionIsAValue(_ options: String) throws {
    let fixture = try Fixture("CREATE TABLE a (x); INSERT INTO a VALUES (1), (2), (NULL)")
    var session = Workspace()
    _ = try lines("open '\(fixture.path)' \(options)", &session)
    let json = try session.run(line: "show 0 --json").flatMap(\.json)
    let all = #"[{"x": 1}, {"x": 2}, {"x": null}]"#
    let rows = options.contains("group") ? #"[{"x": 1}]"# : all
    #expect(json == [#"{"schema": "shelf.show.1", "address": "0", "record": \#(rows)}"#])
    let title = options.contains("group") ? "1" : "0"
    #expect(try lines("push 0", &session).first?.contains("› \(title) · 1 section") == true)
  }

  @Test func sectionsOfManyRowsAreWhole() throws {
    let fixture = try Fixture(
      """
      CREATE TABLE a (x); INSERT INTO a
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 1536) SELECT x FROM n;
      """)
    let rows = try #require(try fixture.open().value(at: Address(0))?.array)
    #expect(rows.count == 1536 && rows.last?.record?["x"] == .integer(1536))
    #expect(try fixture.open().value(at: Address(1)) == nil)
  }

  @Test func columnsAreKnownWithoutRows() throws {
    let fixture = try Fixture("CREATE TABLE a (x, y)")
    var session = Workspace()
    _ = try lines("open '\(fixture.path)'", &session)
    let schema = try lines("schema", &session)
    #expect(schema.map { $0.prefix { $0 != " " } } == ["field", "x", "y", "0"])
    let json = try session.run(line: "schema --json").flatMap(\.json)
    #expect(json.first?.contains(#""records": 0, "fields": [{"name": "x","#) == true)
    _ = try lines("sort by y; filter x > 1; schema", &session)
    #expect(throws: CommandError.self) { try session.run(line: "sort by z") }
  }

  /// The list of tables has no place for the edits of one: they wait until it is pushed again.
  @Test func editsOfATableStayWithIt() throws {
    let fixture = try Fixture(
      "CREATE TABLE a (x); INSERT INTO a VALUES (1), (2); CREATE TABLE b (y)")
    var session = Workspace()
    _ = try lines("open '\(fixture.path)'; push a; update 0.0 x=7", &session)
    #expect(try session.run(line: "back").flatMap(\.notices).isEmpty)
    #expect(session.unsavedFile == "shop.sqlite")
    #expect(try lines("status", &session).contains { $0.contains("'push a' and 'save FILE'") })
    let notices = try session.run(line: "save -").flatMap(\.notices)
    #expect(notices.contains { $0.contains("those in 'a'") || $0.contains("changes in 'a'") })
    let all = [#"{"x":7}"#, #"{"x":2}"#]
    _ = try lines("push b; back; push a", &session)
    #expect(try lines("export - --format ndjson", &session) == all)
    _ = try lines("delete 0.1; back; undo", &session)
    #expect(try lines("export - --format ndjson", &session) == [all[0]])
    _ = try lines("undo", &session)
    #expect(try lines("export - --format ndjson", &session) == all)
    _ = try lines("save '\(fixture.folder.path)/a.json'; back", &session)
    #expect(session.unsavedFile == nil)
    _ = try lines("undo 7", &session)
    #expect(session.levels.count == 1 && session.unsavedFile == nil)
    _ = try lines("push a", &session)
    #expect(try lines("show 0.0", &session).joined().contains("1"))
  }

  @Test func theTitleNamesTheDatabaseAndTheTable() throws {
    let fixture = try Fixture("CREATE TABLE a (x); CREATE TABLE b (y)")
    var session = Workspace()
    _ = try lines("open '\(fixture.path)'; push a", &session)
    #expect(session.picture().first?.text.contains("shop.sqlite › a") == true)
    #expect(try lines("close", &session) == ["closed shop.sqlite"])
  }

  /// The columns of a table are a value like any other.
  @Test func pushOpensAFieldOfTheListAsAValue() throws {
    let fixture = try Fixture("CREATE TABLE a (x, y); CREATE TABLE b (z)")
    var session = Workspace()
    _ = try lines("open '\(fixture.path)'; push 0.a columns", &session)
    #expect(session.levels.last?.shown.counts().rows == .exact(2))
    #expect(session.levels.last?.origin == nil)
  }
}
