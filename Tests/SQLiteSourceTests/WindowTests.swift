import TableModel
import TestSeeds
import Testing

@testable import SQLTables
@testable import SQLiteSource

/// Windows at any position show what one straightforward query gives.
@Suite struct WindowTests {
  private static func numbers(_ count: Int, _ insert: String) -> String {
    """
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT \(count))
    INSERT INTO t \(insert);
    """
  }

  private static let count = 200_000

  @Test(arguments: [
    ("dense", "CREATE TABLE t (id INTEGER PRIMARY KEY, x)", "SELECT i, 'x' || i FROM n", "id"),
    (
      "gaps", "CREATE TABLE t (id INTEGER PRIMARY KEY, x)",
      "SELECT i * i % 5 + i * 7 - 1000, 'x' || i FROM n", "id"
    ),
    ("no key of its own", "CREATE TABLE t (x)", "SELECT 'x' || i FROM n", "rowid"),
  ])
  func randomWindowsOfALargeTable(
    _ name: String, _ create: String, _ insert: String, _ order: String
  ) throws {
    let fixture = try Fixture(create + ";" + Self.numbers(Self.count, insert))
    var expected: [String] = []
    try fixture.writer().statement("SELECT x FROM t ORDER BY \(order)").visitRows([]) { row in
      expected.append(row.text(0))
      return true
    }
    let source = try fixture.open()
    let seed = testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let start = Int.random(in: 0..<Self.count + 10, using: &generator)
      let range = start..<start + Int.random(in: 0...60, using: &generator)
      let window = try source.texts(range, "x")
      #expect(window == Array(expected[range.clamped(to: expected.indices)]), "seed \(seed)")
    }
    #expect(try source.texts(Self.count - 3..<Self.count + 9, "x") == Array(expected.suffix(3)))
    let settled = try source.settled {} ?? source
    #expect(settled.counts().rows == .exact(Self.count))
  }

  @Test(arguments: [
    ("CREATE TABLE t (a, b, x, PRIMARY KEY (a, b)) WITHOUT ROWID", true),
    ("CREATE TABLE t (a COLLATE NOCASE, b, x, PRIMARY KEY (a, b)) WITHOUT ROWID", true),
    (
      "CREATE TABLE t (a, b, x, PRIMARY KEY (a COLLATE NOCASE, b COLLATE RTRIM)) WITHOUT ROWID",
      false
    ),
    ("CREATE TABLE t (x, a, b, PRIMARY KEY (b DESC, a DESC)) WITHOUT ROWID", true),
    ("CREATE TABLE t (x, a, b, PRIMARY KEY (b DESC, a)) WITHOUT ROWID", false),
    ("CREATE TABLE t (a, b, x)", true), ("CREATE TABLE t (a, rowid, x PRIMARY KEY, b)", true),
    ("CREATE TABLE t (rowid, oid, _rowid_, x, a, b)", false),
  ])
  func everyKeyShowsEachRowOnce(_ create: String, _ isKeyed: Bool) throws {
    let fixture = try Fixture(
      create + ";"
        + Self.numbers(
          1500,
          "(a, b, x) SELECT CASE i % 3 WHEN 0 THEN 'Ab' || i WHEN 1 THEN i + 1000 ELSE CAST('z' || i AS BLOB) END, i % 7, i FROM n"
        ))
    let connection = try DatabaseConnection(file: fixture.path)
    let relation = try Catalog(connection).relation(named: "t")
    let source = try fixture.open()
    let scanned = try source.everything().compactMap { $0.1.record?["x"]?.plainText }
    #expect(Set(scanned).count == 1500)
    #expect(scanned.count == 1500)
    for start in stride(from: 0, to: 1500, by: 97) {
      let window = try source.texts(start..<start + 40, "x")
      #expect(window == Array(scanned[start..<min(1500, start + 40)]))
    }
    #expect((relation.key != nil) == isKeyed)
  }

  /// Anchors at every distance give the same positions, whatever the gaps.
  @Test(arguments: testCases([1, 2, 3, 7, 64, 1000], oneIn: 3))
  func anchorsAtAnyDistance(_ stride: Int) throws {
    let seed = testSeed()
    var generator = SeededGenerator(seed: seed)
    for count in [0, 1, 2, 3, 63, 64, 65, 200] {
      var ids: Set<Int> = []
      while ids.count < count { ids.insert(Int.random(in: -500...500, using: &generator)) }
      let fixture = try Fixture(
        "CREATE TABLE t (id INTEGER PRIMARY KEY);"
          + ids.map { "INSERT INTO t VALUES (\($0));" }.joined())
      let connection = try DatabaseConnection(file: fixture.path)
      let selection = KeyedSelection(table: "t", key: RowKey(expressions: ["rowid"]))
      let anchors = AnchorIndex(connection, selection, stride: stride)
      let sorted = ids.sorted()
      for position in 0..<count {
        let place = try #require(try anchors.place(of: position), "seed \(seed)")
        let anchor = sorted[position / stride * stride]
        #expect(place.key == [.integer(Int64(anchor))], "seed \(seed)")
        #expect(place.skip == position % stride)
      }
      #expect(try anchors.existing(before: 10_000) == count)
      #expect(anchors.extent == .exact(count))
    }
  }

  @Test func aTableKeepsItsLengthAndReadsDoNotWaitForTheCount() throws {
    let fixture = try Fixture("CREATE TABLE t (x);" + Self.numbers(30_000, "SELECT i FROM n"))
    let connection = try DatabaseConnection(file: fixture.path)
    let key = RowKey(expressions: ["rowid"])
    let rows = KeyedRows(
      connection, KeyedSelection(table: "t", key: key), columns: [Column(name: "x")])
    try rows.anchors.countQuickly(to: 1000)
    let table = DatabaseTable(columns: [Column(name: "x")], sections: [.init(rows: rows)])
    #expect(table.counts().rows == .atLeast(1000))
    #expect(try table.texts(20_000..<20_002, "x") == ["20000", "20001"])
    #expect(table.counts().rows == .atLeast(1000))
    #expect(table.advanced() == nil)
    let settled = try #require(try table.settled {})
    #expect(settled.counts().rows == .exact(30_000))
    #expect(table.counts().rows == .atLeast(1000))
    #expect(table.advanced()?.counts().rows == .exact(30_000))
    #expect(settled.advanced() == nil)
  }

  @Test func theCountComesInTheBackground() async throws {
    let fixture = try Fixture("CREATE TABLE t (x);" + Self.numbers(30_000, "SELECT i FROM n"))
    let system = try SQLiteSystem(path: fixture.path) { false }
    let relation = try system.catalog.relation(named: "t")
    let tables = [
      try system.table(relation, rowsAtFirst: 10),
      try system.table(query: "SELECT x FROM t", rowsAtFirst: 10),
    ]
    for table in tables {
      var now: any TableSource = table
      for _ in 0..<2000 where !now.counts().rows.isExact {
        try await Task.sleep(for: .milliseconds(5))
        now = table.advanced() ?? table
      }
      #expect(now.counts().rows == .exact(30_000))
    }
  }
}
