import TableModel
import Testing

@testable import SQLTables
@testable import SQLiteSource

@Suite struct ValueTests {
  @Test(
    arguments: [
      ("NULL", .null), ("0", .integer(0)), ("1", .integer(1)), ("TRUE", .integer(1)),
      ("9007199254740993", .integer(9_007_199_254_740_993)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("12.5", .double(12.5)), ("0.1 + 0.2", .number(NumberText(text: "0.30000000000000004"))),
      ("1e300", .double(1e300)), ("-0.5", .double(-0.5)), ("9e999", .double(.infinity)),
      ("''", .string("")), ("'grün 😀'", .string("grün 😀")), ("'2024-02-29'", .string("2024-02-29")),
      ("x''", .data([])), ("x'00ff41'", .data([0, 0xFF, 0x41])),
      ("CAST(x'41ff42' AS TEXT)", .string("A\u{FFFD}B")),
      ("CAST(x'610062' AS TEXT)", .string("a\0b")),
    ] as [(String, Value)])
  func valuesComeAsTheyAreStored(_ sql: String, _ expected: Value) throws {
    let fixture = try Fixture("CREATE TABLE t (x); INSERT INTO t VALUES (\(sql))")
    for source in [try fixture.open(), try fixture.open(query: "SELECT x FROM t")] {
      let record = try source.value(at: Address(0, 0))
      #expect(record == .record(Record([("x", expected)])))
      #expect(try source.everything().map(\.1) == [record])
      let batch = try source.records(
        0..<1, inSection: 0, fields: [FieldPath(key: "x"), .itself, FieldPath(key: "y")])
      #expect(batch.kind(0, 0) == expected.kind)
      #expect(batch.text(0, 0) == expected.plainText)
      #expect(batch.text(0, 1) == record?.plainText)
      #expect(batch.kind(0, 2) == nil)
    }
  }

  @Test(arguments: [
    ("DECIMAL(10,2)", "12.5", "12.50"), ("DECIMAL(10,2)", "12", "12.00"),
    ("NUMERIC(8, 3)", "-0.25", "-0.250"), ("decimal(10,2)", "12.345", "12.345"),
    ("DECIMAL(10,2)", "1e40", "1e+40"), ("DECIMAL(10)", "12.5", "12.5"), ("REAL", "12.5", "12.5"),
    ("DECIMAL(10,0)", "12", "12"), ("DECIMAL(10,2)", "'n/a'", "n/a"),
    ("DECIMAL(10,99999999999999999999)", "1", "1"), ("DECIMAL(10,2)", "9e999", "inf"),
  ])
  func decimalsHaveTheirDeclaredScale(_ type: String, _ sql: String, _ text: String) throws {
    let fixture = try Fixture(
      "CREATE TABLE t (x \(type)); INSERT INTO t VALUES (\(sql)); CREATE VIEW v AS SELECT x FROM t")
    for table in ["t", "v"] {
      let source = try fixture.open(table: table)
      #expect(try source.texts(0..<1, "x") == [text])
      #expect(try source.value(at: Address(0, 0))?.record?["x"]?.plainText == text)
    }
  }

  @Test func generatedColumnsCountAndHiddenOnesDoNot() throws {
    let fixture = try Fixture(
      """
      CREATE TABLE t (a INT, b INT GENERATED ALWAYS AS (a * 2), c AS (a * 3) STORED);
      INSERT INTO t (a) VALUES (7);
      CREATE VIRTUAL TABLE f USING fts5(body); INSERT INTO f VALUES ('some words');
      """)
    #expect(
      try fixture.open(table: "t").value(at: Address(0, 0))
        == .record(Record([("a", .integer(7)), ("b", .integer(14)), ("c", .integer(21))])))
    #expect(
      try fixture.open(table: "f").everything().map(\.1)
        == [.record(Record([("body", .string("some words"))]))])
    #expect(try fixture.open().texts(0..<9, "name") == ["f", "t"])
  }

  @Test func textInAnotherEncoding() throws {
    let fixture = try Fixture(
      """
      PRAGMA encoding = 'UTF-16le';
      CREATE TABLE t (x TEXT PRIMARY KEY) WITHOUT ROWID; INSERT INTO t VALUES ('grün'), ('寸法');
      """)
    #expect(try fixture.open().texts(0..<2, "x") == ["grün", "寸法"])
    #expect(try fixture.open().texts(1..<2, "x") == ["寸法"])
  }

  @Test func namesThatAQueryGivesTwiceAreNumbered() throws {
    let fixture = try Fixture("CREATE TABLE t (x)")
    let source = try fixture.open(query: "SELECT 1 AS a, 2 AS a, 3 AS \"a:1\", 4")
    let record = try source.value(at: Address(0, 0))?.record
    #expect(record?.keys == ["a", "a:1", "a:1:1", "4"])
  }

  @Test func placesThatAreNoneAreEmpty() throws {
    let fixture = try Fixture("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    let source = try fixture.open()
    for address in [Address(1), Address(1, 0), Address(0, 1), Address(0, -1), Address(0, 0, 0)] {
      #expect(try source.value(at: address) == nil, "\(address)")
    }
    #expect(try source.rows(0..<5, inSection: 0).count == 1)
    #expect(try source.rows(3..<5, inSection: 0).isEmpty)
    #expect(try source.rows(0..<5, inSection: 1).isEmpty)
    #expect(try source.records(7..<9, inSection: 0, fields: [.itself]).count == 0)
    #expect(try source.items(0..<5, inRow: Address(0, 0), fields: [.itself]).count == 0)
  }
}
