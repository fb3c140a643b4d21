import CSQLite
import TableModel
import Testing

@testable import SQLTables
@testable import SQLiteSource

@Suite struct QueryTests {
  private static let endless = """
    CREATE VIEW endless AS
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT i, 'text' FROM n
    """

  /// A query without end opens at once, and what reads all of it is told.
  @Test func aQueryWithoutEndIsLimited() throws {
    let fixture = try Fixture(Self.endless)
    let connection = try DatabaseConnection(file: fixture.path)
    let rows = try SpooledRows(
      QueryCursor("SELECT * FROM endless", connection),
      limits: SpooledRows.Limits(rows: 5000))
    try rows.countQuickly(to: 100)
    #expect(!rows.extent.isExact)
    let table = DatabaseTable(columns: [Column(name: "i")], sections: [.init(rows: rows)])
    #expect(try table.texts(3000..<3002, "i") == ["3000", "3001"])
    #expect(try table.texts(4999..<6000, "i") == ["4999"])
    let failure = error { () throws(DataError) in try table.everything() }
    #expect(failure?.hint == "add a LIMIT to the query")
    #expect(rows.extent == .atLeast(5000))
  }

  @Test func theRoomForAQueryIsLimited() throws {
    let fixture = try Fixture(Self.endless)
    let connection = try DatabaseConnection(file: fixture.path)
    let rows = try SpooledRows(
      QueryCursor("SELECT i, zeroblob(1000) FROM endless", connection),
      limits: SpooledRows.Limits(pages: 100))
    let kept = try rows.existing(0..<1_000_000)
    #expect(kept.count > 200)
    #expect(kept.count < 500)
    #expect(rows.extent == .atLeast(kept.count))
  }

  /// What was counted can be read to its last row, wherever the room ends: no row counts whose
  /// transaction was taken back.
  @Test(arguments: [12, 37, 64, 101], [90, 700, 9000])
  func rowsUpToTheEndOfTheRoomCanBeRead(pages: Int, bytes: Int) throws {
    let fixture = try Fixture(Self.endless)
    let connection = try DatabaseConnection(file: fixture.path)
    let query = "SELECT i, printf('%0\(bytes)d', i) AS t FROM endless"
    let rows = try SpooledRows(
      QueryCursor(query, connection),
      limits: SpooledRows.Limits(pages: pages))
    let count = try rows.existing(0..<1_000_000).count
    #expect(count * bytes > pages * 4096 / 2 - 3 * max(bytes, 4096))
    #expect(rows.extent == .atLeast(count))
    let table = DatabaseTable(
      columns: [Column(name: "i"), Column(name: "t")], sections: [.init(rows: rows)])
    #expect(try table.texts(0..<count + 5, "i") == (0..<count).map { "\($0)" })
    let last = try table.texts(max(0, count - 1)..<count, "t").first
    #expect(last?.count == (count > 0 ? bytes : nil))
    #expect(try rows.existing(0..<1_000_000).count == count)
  }

  /// A row that has no room is the end of the rows that are kept, even where it is the first.
  @Test(arguments: [0, 5]) func aRowThatDoesNotFitIsTheEnd(after count: Int) throws {
    let fixture = try Fixture(Self.endless)
    let connection = try DatabaseConnection(file: fixture.path)
    let rows = try SpooledRows(
      QueryCursor(
        "SELECT i, zeroblob(CASE WHEN i < \(count) THEN 900 ELSE 1000000 END) FROM endless",
        connection), limits: SpooledRows.Limits(pages: 32))
    #expect(try rows.existing(0..<1_000_000).count == count / 3 * 3)
    #expect(rows.extent == .atLeast(count / 3 * 3))
    #expect(try !rows.advance())
  }

  /// A fault of the temporary database is not laid at the door of the user's file.
  @Test func aFaultOfTheSpoolIsItsOwn() throws {
    let fault = DatabaseError(code: SQLITE_CORRUPT, "malformed")
    let error = DataError(spooling: fault)
    #expect(error.description == "the rows of the query cannot be kept: malformed")
    #expect(DataError(spooling: DataError.cancelled) == .cancelled)
  }

  /// Rows up to a failure stay; a query that failed is not begun again.
  @Test func aQueryThatFailsLaterStaysFailed() throws {
    let fixture = try Fixture(Self.endless)
    let connection = try DatabaseConnection(file: fixture.path)
    let sql = "SELECT abs(CASE i WHEN 2500 THEN -9223372036854775808 ELSE i END) FROM endless"
    let rows = try SpooledRows(QueryCursor(sql, connection))
    #expect(try rows.existing(0..<500).count == 500)
    for _ in 0..<2 {
      let failure = error { () throws(DataError) in try rows.existing(0..<4000) }
      #expect(failure?.description == "integer overflow")
    }
    #expect(try rows.existing(0..<500).count == 500)
  }

  @Test func anOrderIsKept() throws {
    let fixture = try Fixture("CREATE TABLE t (x); INSERT INTO t VALUES (2), (3), (1)")
    let source = try fixture.open(query: "SELECT x FROM t ORDER BY x DESC;")
    #expect(try source.texts(0..<9, "x") == ["3", "2", "1"])
    #expect(source.counts().rows == .exact(3))
  }

  @Test func noRowsAreATable() throws {
    let fixture = try Fixture("CREATE TABLE t (x)")
    for source in [try fixture.open(), try fixture.open(query: "SELECT * FROM t WHERE 0")] {
      #expect(source.counts() == Counts(sections: .exact(1), rows: .exact(0), items: .exact(0)))
      #expect(try source.everything().isEmpty)
      #expect(try source.records(0..<9, inSection: 0, fields: [.itself]).count == 0)
    }
  }

  /// What is random is computed once: a window shows twice what it showed.
  @Test func rowsStayWhatTheyWere() throws {
    let fixture = try Fixture(Self.endless)
    let source = try fixture.open(query: "SELECT random() AS r FROM endless LIMIT 20")
    let first = try source.texts(0..<20, "r")
    #expect(try source.texts(0..<20, "r") == first)
    #expect(try source.everything().compactMap { $0.1.record?["r"]?.plainText } == first)
  }
}
