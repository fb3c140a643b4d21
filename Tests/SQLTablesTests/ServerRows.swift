import SQLTables
import TableModel
import TestSeeds

/// A column with values of all sorts: each as the server reads it, and as Shelf shows it.
struct ServerColumn {
  let column: Column
  let values: [(literal: String?, value: Value)]

  init(
    _ name: String, _ type: String, _ number: UInt32, _ kind: ColumnType.Kind,
    isDeterministic: Bool = true, _ values: [(String, Value)]
  ) {
    let type = ColumnType(
      number: number, name: type, kind: kind, isDeterministic: isDeterministic)
    column = Column(name: name, type: type)
    self.values = [(nil, .null)] + values.map { ($0, $1) }
  }

  static let all: [ServerColumn] = numbers + texts + others + documents

  static let setting = [
    "SET LOCAL TimeZone = 'UTC'", "SET LOCAL client_min_messages = error",
    "CREATE EXTENSION IF NOT EXISTS citext",
    "CREATE COLLATION pg_temp.loose "
      + "(provider = icu, locale = 'und-u-ks-level1', deterministic = false)",
    "CREATE TYPE pg_temp.mood AS ENUM ('sad', 'ok', 'Happy', 'ab', 'é')",
    "CREATE TYPE pg_temp.pair AS (a int, b int)",
  ]

  /// The statements that make a table `t` of random rows, and the rows as records.
  static func table(rows: Int, seed: UInt64) -> (statements: [String], records: [Value]) {
    var generator = SeededGenerator(seed: seed)
    let declarations = all.map { "\($0.column.name.sqlName) \($0.column.type?.name ?? "text")" }
    var statements =
      setting
      + ["CREATE TEMP TABLE t (row_number int, \(declarations.joined(separator: ", ")))"]
    var records: [Value] = []
    for row in 0..<rows {
      let chosen = all.map { $0.values.randomElement(using: &generator) ?? (nil, .null) }
      let literals = chosen.map { $0.literal.map(SQLPiece.quote) ?? "NULL" }
      statements.append("INSERT INTO t VALUES (\(row), \(literals.joined(separator: ", ")))")
      records.append(.record(Record(zip(all.map(\.column.name), chosen.map(\.value)))))
    }
    return (statements, records)
  }

  // MARK: Numbers

  private static func number(_ text: String) -> (String, Value) {
    (text, .number(NumberText(text: text)))
  }

  private static let special = ["NaN", "Infinity", "-Infinity"].map { ($0, Value.string($0)) }

  private static let numbers = [
    ServerColumn("n", "int4", 23, .integer, ["0", "1", "2", "-7", "42", "2147483647"].map(number)),
    ServerColumn(
      "big", "int8", 20, .integer,
      [
        "0", "2", "-1", "9007199254740992", "9007199254740993", "9223372036854775807",
        "-9223372036854775808",
      ].map(number)),
    ServerColumn("obj", "oid", 26, .integer, ["0", "1", "42", "4294967295"].map(number)),
    ServerColumn(
      "num", "numeric", 1700, .decimal,
      special
        + [
          "0", "1", "2.00", "-7", "12.50", "0.1", "0.10000000000000000001", "3.25", "1000",
          "12345678901234567890", "5000000000000000.5", "9007199254740993", "-0.001",
        ].map(number)),
    ServerColumn(
      "dbl", "float8", 701, .double,
      special
        + [
          0, 1, 2, -7, 0.1, 0.30000000000000004, 3.25, 1000, 1e18, 1e300, 9_007_199_254_740_992,
          .leastNonzeroMagnitude, -1e-300,
        ].map { (value: Double) in ("\(value)", .number(NumberText(value))) }),
    ServerColumn(
      "flt", "float4", 700, .float,
      special
        + [0, 1, 2, -7, 0.1, 3.25, 1000, 16_777_216, 1e30, 0.3].map { (value: Float) in
          ("\(value)", .number(NumberText(value)))
        }),
  ]

  // MARK: Texts

  static let samples = [
    "", " ", "a", "A", "ab", "AB", "Ab", "abc", "a ", "a  ", " b", "b c", "é", "e\u{301}", "É",
    "K", "k", "\u{212A}", "1", "2.0", "x\n", "x\r\ny", "ﬁ", "fi", "ß", "SS", "ss", "İ", "ı", "i",
    "I", "straße", "STRASSE", "Élan", "ÉLAN", "élan", "E\u{301}lan", "elan", "a\u{301}b", "áb",
    "x\u{301}", "`;K", "\u{1FEF}\u{37E}\u{212A}", "日本", "a*", "a?b", "a\\b", "a\"b", "a{b,c}",
    "NaN", "null", "Ａ", "\u{301}", "q\u{323}\u{307}", "q\u{307}\u{323}", "zz", "a%b", "a_b", "ok",
    "😀", "👍🏽", "👍", "a\u{200D}b", "\u{1E9E}", "µ", "μ", "Å", "\u{212B}",
  ]

  private static let plain = samples.map { ($0, Value.string($0)) }

  /// Blanks fill the text up, and are shown.
  private static let filled = samples.filter { $0.unicodeScalars.count <= 4 }.map { text in
    let blanks = String(repeating: " ", count: 4 - text.unicodeScalars.count)
    return (text, Value.string(text + blanks))
  }

  private static let texts = [
    ServerColumn("name", "text", 25, .text, plain),
    ServerColumn("short", "varchar(20)", 1043, .text, plain),
    ServerColumn("citext", "citext", 70_000, .foldedText, plain),
    ServerColumn("pad", "char(4)", 1042, .paddedText, filled),
    ServerColumn(
      "loose", "text COLLATE pg_temp.loose", 25, .text, isDeterministic: false, plain),
    ServerColumn(
      "uuid", "uuid", 2950, .named,
      [
        "00000000-0000-0000-0000-00000000000a", "123e4567-e89b-12d3-a456-426614174000",
      ].map { ($0, .string($0)) }),
    ServerColumn("inet", "inet", 869, .named, ["1.2.3.4", "10.0.0.0/8"].map { ($0, .string($0)) }),
    ServerColumn(
      "mood", "pg_temp.mood", 70_001, .named,
      ["sad", "ok", "Happy", "ab", "é"].map { ($0, .string($0)) }),
  ]

  // MARK: Others

  private static func date(_ text: String) -> (String, Value) {
    let instant = Instant(iso8601: text)
    return (text, instant.map(Value.date) ?? .string(text))
  }

  static let moments = [
    "2024-05-01T12:00:00.123456", "2024-05-01T12:00:00.123457", "2024-05-01T12:00:00",
    "2024-05-01", "1969-12-31T23:59:59.5", "0001-01-01", "9999-12-31T23:59:59", "2024-02-29",
  ]

  private static let others = [
    ServerColumn("flag", "bool", 16, .bool, [("t", .bool(true)), ("f", .bool(false))]),
    ServerColumn("raw", "bytea", 17, .data, [("\\x61", .data([97])), ("\\x", .data([]))]),
    ServerColumn(
      "at", "timestamptz", 1184, .moment,
      ["infinity", "-infinity", "0044-03-15 00:00:00+00 BC"].map { ($0, .string($0)) }
        + moments.map(date)),
    ServerColumn(
      "local", "timestamp", 1114, .moment,
      ["infinity", "-infinity", "0044-03-15 00:00:00 BC"].map { ($0, .string($0)) }
        + moments.map(date)),
    ServerColumn(
      "day", "date", 1082, .date,
      ["infinity", "-infinity", "0044-03-15 BC"].map { ($0, .string($0)) }
        + moments.filter { !$0.contains("T") }.map(date)),
    ServerColumn(
      "tags", "text[]", 1009, .other,
      [
        ("{}", .array([])), ("{a,ab}", .array([.string("a"), .string("ab")])),
        ("{NULL}", .array([.null])),
      ]),
    ServerColumn(
      "pair", "pg_temp.pair", 70_002, .other,
      [
        ("(,)", .record(Record([("a", .null), ("b", .null)]))),
        ("(1,)", .record(Record([("a", .integer(1)), ("b", .null)]))),
      ]),
  ]

  // MARK: Documents

  private static let parts: [Value] =
    [.null, .bool(true), .bool(false), .array([]), .array([.integer(1), .string("a")])]
    + ["0", "1", "2", "-7", "3.25", "0.1", "12345678901234567890", "9007199254740993", "1.10"]
    .map { .number(NumberText(text: $0)) }
    + samples.map(Value.string)

  private static let objects: [(String, Value)] =
    parts.map { Value.record(Record([("a", $0)])) }.map { (JSONWriter.text(of: $0), $0) }
    + parts.map { part in
      let value = Value.record(
        Record([("a", .record(Record([("b", part)]))), ("x y", part), ("length", .integer(1))]))
      return (JSONWriter.text(of: value), value)
    }
    + parts.map { part in
      let value = Value.record(Record([("a", .array([.record(Record([("b", part)]))]))]))
      return (JSONWriter.text(of: value), value)
    }
    + parts.map { (JSONWriter.text(of: $0), $0) }

  private static let documents = [
    ServerColumn("doc", "jsonb", 3802, .binaryJSON, objects),
    ServerColumn("json", "json", 114, .json, objects),
  ]
}
