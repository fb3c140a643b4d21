import TableModel
import Testing

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
      connection, QueryCursor("SELECT * FROM endless", connection),
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
      connection, QueryCursor("SELECT i, zeroblob(1000) FROM endless", connection),
      limits: SpooledRows.Limits(pages: 100))
    let kept = try rows.existing(0..<1_000_000)
    #expect(kept.count > 200)
    #expect(kept.count < 500)
    #expect(rows.extent == .atLeast(kept.count))
  }

  /// Rows up to a failure stay; a query that failed is not begun again.
  @Test func aQueryThatFailsLaterStaysFailed() throws {
    let fixture = try Fixture(Self.endless)
    let connection = try DatabaseConnection(file: fixture.path)
    let sql = "SELECT abs(CASE i WHEN 2500 THEN -9223372036854775808 ELSE i END) FROM endless"
    let rows = try SpooledRows(connection, QueryCursor(sql, connection))
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
