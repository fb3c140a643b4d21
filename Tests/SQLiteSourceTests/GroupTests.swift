import Documents
import TableModel
import Testing

@testable import SQLTables
@testable import SQLiteSource

@Suite struct GroupTests {
  private static func filled(_ type: String = "") -> String {
    """
    CREATE TABLE t (id INTEGER PRIMARY KEY, maker \(type), n);
    WITH RECURSIVE k (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k LIMIT 5000)
    INSERT INTO t SELECT i * 3,
      CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN 'Öl' WHEN 2 THEN 'anna' WHEN 3 THEN i % 2
      ELSE CAST(x'ff61' AS TEXT) END, i FROM k;
    """
  }

  /// With an index the groups are read in place, without one in a single pass: the same groups.
  @Test(arguments: ["", "TEXT", "COLLATE NOCASE", "INTEGER"])
  func anIndexChangesNothing(_ type: String) throws {
    let plain = try Fixture(Self.filled(type))
    let indexed = try Fixture(Self.filled(type) + "CREATE INDEX i ON t (maker, n)")
    let (a, b) = (try plain.open(groupBy: "maker"), try indexed.open(groupBy: "MAKER"))
    #expect(try a.titles == b.titles)
    #expect(try b.titles.last == "(none)")
    #expect(b.counts().rows == .exact(5000))
    #expect(b is DatabaseTable == (type != "COLLATE NOCASE"))
    for section in 0..<b.counts().sections.known {
      for range in [0..<40, 490..<560, 980..<1100] {
        let expected = try a.texts(range, "n", section: section)
        #expect(try b.texts(range, "n", section: section) == expected)
      }
    }
    let (scannedA, scannedB) = (try a.everything(), try b.everything())
    #expect(scannedA.map(\.0) == scannedB.map(\.0))
    #expect(scannedA.map(\.1) == scannedB.map(\.1))
  }

  @Test(arguments: [
    ("CREATE INDEX i ON t (maker)", true), ("CREATE INDEX i ON t (maker COLLATE NOCASE)", false),
    ("CREATE INDEX i ON t (n, maker)", false), ("CREATE INDEX i ON t (maker) WHERE n > 5", false),
    ("CREATE INDEX i ON t (lower(maker))", false), ("CREATE UNIQUE INDEX i ON t (maker, id)", true),
  ])
  func onlyAnIndexThatServesIsUsed(_ index: String, _ isUsed: Bool) throws {
    let fixture = try Fixture(Self.filled() + index)
    let system = try SQLiteSystem(path: fixture.path) { false }
    let relation = try system.catalog.relation(named: "t")
    #expect((try system.table(relation, groupedBy: 1) != nil) == isUsed)
    #expect(try fixture.open(groupBy: "maker").everything().count == 5000)
  }

  @Test func aWindowOfAGroupIsFoundByTheIndex() throws {
    let fixture = try Fixture(Self.filled() + "CREATE INDEX i ON t (maker)")
    let connection = try DatabaseConnection(file: fixture.path)
    let group = SQLDialect.sqlite.equality("\"maker\" COLLATE BINARY", .integer(1))
    let selection = KeyedSelection(
      table: "t", key: RowKey(expressions: ["rowid"]), filter: group)
    let plan = try connection.read { database in
      try QueryPlan.steps(of: selection.query(["n"], from: [.integer(1)], limit: 1).text, database)
    }
    #expect(plan == ["SEARCH t USING INDEX i (maker=? AND rowid>?)"])
  }

  @Test func groupsOfATableWithoutRowNumbers() throws {
    let fixture = try Fixture(
      """
      CREATE TABLE t (a TEXT, b INT, PRIMARY KEY (a, b)) WITHOUT ROWID;
      INSERT INTO t VALUES ('x', 1), ('y', 1), ('x', 2), ('z', 2), ('z', 3);
      CREATE INDEX i ON t (b);
      """)
    let source = try fixture.open(groupBy: "b")
    #expect(try source.titles == ["1", "2", "3"])
    #expect(try source.texts(0..<5, "a", section: 1) == ["x", "z"])
    #expect(try fixture.open(groupBy: "a").texts(0..<5, "b", section: 2) == ["2", "3"])
  }

  @Test func aQueryIsGroupedToo() throws {
    let fixture = try Fixture(Self.filled())
    let source = try fixture.open(
      query: "SELECT n, n % 3 AS rest FROM t WHERE n < 100", groupBy: "Rest")
    #expect(try source.titles == ["0", "1", "2"])
    #expect(try source.texts(0..<3, "n", section: 2) == ["2", "5", "8"])
  }
}
