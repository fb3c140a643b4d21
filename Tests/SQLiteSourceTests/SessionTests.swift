import DataSources
import Foundation
import Rendering
import TableModel
import Testing

@testable import Commands

/// Databases as a session opens, enters and reads them again.
@Suite struct SessionTests {
  private static let catalog = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Datasets/catalog").path

  private func lines(_ line: String, _ session: inout Session) throws -> [String] {
    try session.run(line: line).flatMap { $0.lines.map(\.text) }
  }

  @Test func theCatalogIsTheSameInBothForms() throws {
    var exports: [[String]] = []
    for form in ["json", "sqlite"] {
      var session = Session()
      _ = try lines("open '\(Self.catalog).\(form)'", &session)
      exports.append(try lines("sort by price; export - --format ndjson", &session))
    }
    #expect(exports[0].count > 293)
    #expect(exports[0] == exports[1])
  }

  @Test func optionsChooseWhatIsOpened() throws {
    var session = Session()
    let file = Self.catalog + ".sqlite"
    #expect(
      try lines("open '\(file)' --group-by manufacturer", &session)
        == [
          "opened catalog.sqlite (SQLite): table products: a row each, "
            + "a section for each 'manufacturer' · 22 sections · 293 rows"
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
    var session = Session()
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
    var session = Session()
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
    var session = Session()
    _ = try lines("open '\(fixture.path)' \(options)", &session)
    let json = try session.run(line: "show 0 --json").flatMap(\.json)
    let all = #"[{"x": 1}, {"x": 2}, {"x": null}]"#
    let rows = options.contains("group") ? #"[{"x": 1}]"# : all
    #expect(json == [#"{"schema": "shelf.show.1", "address": "0", "record": \#(rows)}"#])
    #expect(try lines("push 0", &session).first?.contains("› 0 · 1 section") == true)
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
    var session = Session()
    _ = try lines("open '\(fixture.path)'", &session)
    let schema = try lines("schema", &session)
    #expect(schema.map { $0.prefix { $0 != " " } } == ["field", "x", "y", "0"])
    let json = try session.run(line: "schema --json").flatMap(\.json)
    #expect(json.first?.contains(#""records": 0, "fields": [{"name": "x","#) == true)
    _ = try lines("sort by y; filter x > 1; schema", &session)
    #expect(throws: CommandError.self) { try session.run(line: "sort by z") }
  }

  /// The columns of a table are a value like any other.
  @Test func pushOpensAFieldOfTheListAsAValue() throws {
    let fixture = try Fixture("CREATE TABLE a (x, y); CREATE TABLE b (z)")
    var session = Session()
    _ = try lines("open '\(fixture.path)'; push 0.a columns", &session)
    #expect(session.levels.last?.shown.counts().rows == .exact(2))
    #expect(session.levels.last?.origin == nil)
  }
}
