import Documents
import Foundation
import TableModel
import Testing

@testable import SQLTables
@testable import SQLiteSource

@Suite struct OpeningTests {
  private static let shop = """
    CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO products VALUES (1, 'Lamp'), (2, 'Kettle'), (3, 'Rug');
    CREATE TABLE orders (number INTEGER, product INTEGER);
    CREATE VIEW names AS SELECT name FROM products;
    """

  @Test func aSingleTableOpensAtOnce() throws {
    let fixture = try Fixture("CREATE TABLE t (x); INSERT INTO t VALUES (7), (8)")
    let table = try DatabaseDocument(sqlite: fixture.path).table(shape: nil)
    #expect(table.explanation == "table t: a row each")
    #expect(try table.source.texts(0..<9, "x") == ["7", "8"])
  }

  @Test func severalTablesAreListed() throws {
    let fixture = try Fixture(Self.shop)
    let document = try DatabaseDocument(sqlite: fixture.path)
    let source = try document.table(shape: nil).source
    #expect(document.name == "shop.sqlite")
    #expect(try source.texts(0..<9, "name") == ["names", "orders", "products"])
    #expect(try source.texts(0..<9, "type") == ["view", "table", "table"])
    #expect(try source.texts(0..<9, "columns") == ["[name]", "[number, product]", "[id, name]"])
    #expect(try source.texts(0..<9, "rows") == ["null", "0", "3"])
    #expect(try source.rows(0..<9, inSection: 0).map(\.title) == ["names", "orders", "products"])
  }

  @Test func aRowOfTheListStandsForItsTable() throws {
    let fixture = try Fixture(Self.shop)
    let document = try DatabaseDocument(sqlite: fixture.path)
    let row = try #require(try document.table(shape: nil).source.value(at: Address(0, 2)))
    let inner = try #require(try document.document(inside: row))
    #expect(inner.name == "products")
    #expect(try inner.table(shape: nil).source.texts(0..<9, "name") == ["Lamp", "Kettle", "Rug"])
    #expect(try inner.document(inside: row) == nil)
    #expect(try document.document(inside: .string("products")) == nil)
  }

  @Test func aDatabaseWithoutTablesSaysSo() throws {
    let fixture = try Fixture()
    let table = try DatabaseDocument(sqlite: fixture.path).table(shape: nil)
    #expect(table.explanation == "a database without tables")
    #expect(table.source.counts().rows == .exact(0))
  }

  @Test(
    arguments: [
      (DatabaseRequest(table: "PRODUCTS"), "3 rows", nil),
      (
        DatabaseRequest(table: "prodcts"), "the database has no table 'prodcts'",
        "did you mean 'products'?"
      ),
      (
        DatabaseRequest(table: "zebra"), "the database has no table 'zebra'",
        "its tables: names, orders, products"
      ),
      (
        DatabaseRequest(table: "orders", query: "SELECT 1"), "a table and a query were both given",
        "give --table NAME or --query SQL"
      ),
      (
        DatabaseRequest(groupBy: "name"), "cannot group a list of tables by 'name'",
        "say which table: --table NAME"
      ),
      (
        DatabaseRequest(table: "products", groupBy: "nme"), "there is no column 'nme'",
        "did you mean 'name'?"
      ),
      (
        DatabaseRequest(table: "orders", groupBy: "zebra"), "there is no column 'zebra'",
        "the columns: number, product"
      ),
      (
        DatabaseRequest(query: "SELECT p.nam FROM products p"), "no such column: p.nam",
        "did you mean 'name'?"
      ),
      (DatabaseRequest(query: "SELECT * FROM order"), "near \"order\": syntax error", nil),
      (
        DatabaseRequest(query: "SELECT * FROM ordrs"), "no such table: ordrs",
        "did you mean 'orders'?"
      ),
      (DatabaseRequest(query: "SELECT \"lamp\""), "no such column: lamp", nil),
      (
        DatabaseRequest(query: "DELETE FROM orders"), "a query must not change the database",
        "it begins with SELECT"
      ),
      (DatabaseRequest(query: "SELECT 1; SELECT 2"), "a query is a single SQL statement", nil),
      (DatabaseRequest(query: " -- nothing"), "empty statement", nil),
      (
        DatabaseRequest(query: "ATTACH '/tmp/other.db' AS other"), "the query returns no columns",
        "it begins with SELECT"
      ),
      (
        DatabaseRequest(query: "SELECT :x"),
        "the query has parameters that are given no values",
        "write the values into the query"
      ),
      (DatabaseRequest(query: "SELECT abs(-9223372036854775808)"), "integer overflow", nil),
    ] as [(DatabaseRequest, String, String?)])
  func requests(_ request: DatabaseRequest, _ expected: String, _ hint: String?) throws {
    let fixture = try Fixture(Self.shop)
    let failure = error { () throws(DataError) in
      let document = try DatabaseDocument(sqlite: fixture.path, request: request)
      let rows = try document.table(shape: nil).source.counts().rows.known
      throw DataError.shape(message: "\(rows) rows", hint: nil)
    }
    // Newer versions of SQLite quote the name, and say more.
    let said = failure?.description.replacing("\"", with: "")
    #expect(said?.hasPrefix(expected.replacing("\"", with: "")) == true)
    #expect(failure?.hint == hint)
  }

  @Test func rowsHaveNoOtherShape() throws {
    let fixture = try Fixture("CREATE TABLE t (x)")
    let document = try DatabaseDocument(sqlite: fixture.path)
    let failure = error { () throws(DataError) in try document.table(shape: Shape(rows: .itself)) }
    #expect(
      failure?.hint
        == "--group-by COLUMN makes sections of them, and --items TABLE strips of the rows that refer to them"
    )
  }

  /// Items that can't be found are said whichever way the rows themselves are said: as the shell asks,
  /// first for the items alone and then with the rows that the table has by itself.
  @Test(arguments: [
    ("c", "several columns of 'c' refer to 'p'", "say which: c.q, c.p"),
    (
      "c.p", "no index finds the rows of 'c' that refer to one",
      #"this one would: CREATE INDEX "c_p" ON "c" ("p")"#
    ),
    ("z", "'z' does not refer to 'p'", "these do: c"),
    ("nope", "the database has no table 'nope'", "its tables: c, p, z"),
  ])
  func itemsThatCanNotBeFoundAreSaid(_ items: String, _ message: String, _ hint: String) throws {
    let fixture = try Fixture(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY);
      CREATE TABLE c (id INTEGER PRIMARY KEY, p REFERENCES p(id), q REFERENCES p(id));
      CREATE TABLE z (id INTEGER PRIMARY KEY);
      """)
    let document = try DatabaseDocument(sqlite: fixture.path, request: DatabaseRequest(table: "p"))
    let path = FieldPath(items.split(separator: ".").map { .key(String($0)) })
    for shape in [Shape(items: path), Shape(rows: .itself, items: path)] {
      let failure = error { () throws(DataError) in try document.table(shape: shape) }
      #expect(failure?.description == message)
      #expect(failure?.hint == hint)
    }
  }

  @Test(arguments: [
    "odd \"name\" select", "Größe 寸法 😀", "a.b;c", "'quoted'", "[brackets]", " blank ", "100%",
  ])
  func namesMayHoldAnything(_ name: String) throws {
    let fixture = try Fixture(
      """
      CREATE TABLE \(name.sqlName) (\(name.sqlName) TEXT, "group" INTEGER);
      INSERT INTO \(name.sqlName) VALUES ('x', 1), ('y', 2);
      CREATE INDEX \((name + "i").sqlName) ON \(name.sqlName) (\(name.sqlName));
      """)
    #expect(try fixture.open(table: name).texts(1..<2, name) == ["y"])
    #expect(try fixture.open(groupBy: name).titles == ["x", "y"])
  }

  @Test(arguments: [
    ("SQLite format 3\0rest", "data.bin", true), ("{\"a\": 1}", "data.db", false),
    ("", "a.db", true), ("BZh9\0x", "a.db.bz2", false),
    ("\u{1}\0\u{2}", "a.sqlite3", true), ("\u{1}\0\u{2}", "a.bin", false), ("[1]", "a.json", false),
  ])
  func databasesAreKnownByTheirHead(_ text: String, _ name: String, _ isDatabase: Bool) throws {
    let fixture = try Fixture()
    try fixture.write(Array(text.utf8))
    let renamed = fixture.folder.appendingPathComponent(name)
    try FileManager.default.moveItem(atPath: fixture.path, toPath: renamed.path)
    #expect(DatabaseDocument.isSQLite(path: renamed.path) == isDatabase)
  }
}
