import PredicateLanguage
import SQLTables
import TableModel
import TestSeeds
import Testing

/// What SQLite finds by a filter is what the condition says of the same records.
@Suite struct SQLiteFilterTests {
  static let seeds: [UInt64] = [1, 2, testSeed()]

  static let columns: [(name: String, declaration: String)] = [
    ("n", "INTEGER"), ("big", "NUMERIC"), ("name", "TEXT COLLATE NOCASE"), ("mixed", ""),
    ("flag", "BOOLEAN"), ("size", "REAL"), ("rec", "TEXT"), ("a \"b", "VARCHAR(10)"),
  ]
  static let renderer = FilterRenderer(columns.map { Column(name: $0.name) }, dialect: .sqlite)

  static let values: [Value] =
    [.null, .data([97]), .data([]), .double(.infinity)]
    + [0, 1, 2, -7, 42, 9_007_199_254_740_993].map(Value.integer)
    + [3.25, 0.1, 1e3, 9_007_199_254_740_992.0, 1e300].map(Value.double)
    + [
      "a", "A", "ab", "Ab", "", "é", "e\u{301}", "É", "K", "\u{212A}", "1", "2.0", "b c", "x\n",
      "ﬁ", "ß", "SS", "a\u{301}b", "a\0b", "`;K", "\u{1FEF}\u{37E}\u{212A}",
    ].map(Value.string)

  static func database(seed: UInt64) throws -> TestDatabase {
    var generator = SeededGenerator(seed: seed)
    let rows = (0..<150).map { _ in
      columns.map { _ in values.randomElement(using: &generator) ?? .null }
    }
    return try TestDatabase(columns: columns, rows: rows)
  }

  @Test(arguments: seeds) func rowsAreTheSame(_ seed: UInt64) throws {
    let database = try Self.database(seed: seed)
    let records = try database.records()
    var predicates = ColumnPredicates(seed: seed)
    var (whole, partial) = (0, 0)
    for _ in 0..<700 {
      let text = predicates.predicate(2)
      guard let question = Question(text, Self.renderer),
        let expected = question.rows(of: records)
      else { continue }
      let found = try database.rows(where: question.piece)
      question.check(found, expected, seed: seed)
      if question.isExact { whole += 1 } else { partial += 1 }
    }
    #expect(whole > 50 && partial > 50, "seed \(seed): \(whole) whole, \(partial) partial")
  }

  /// A predicate, its SQL, its arguments, and whether that is all.
  static let table: [(String, String?, [KeyValue], Bool)] = [
    ("n == nil", "\"n\" IS NULL", [], true),
    ("n != nil", "(NOT \"n\" IS NULL)", [], true),
    ("gone == nil", "NULL IS NULL", [], true),
    ("n > 5", "(typeof(\"n\") IN ('integer', 'real') AND \"n\" > ?)", [.integer(5)], true),
    ("2.5 > n", "(typeof(\"n\") IN ('integer', 'real') AND \"n\" < ?)", [.real(2.5)], true),
    (
      "n BETWEEN {1, 2}", "(typeof(\"n\") IN ('integer', 'real') AND \"n\" BETWEEN ? AND ?)",
      [.integer(1), .integer(2)], true
    ),
    (
      "name == 'ab'", "(typeof(\"name\") = 'text' AND CAST(\"name\" AS BLOB) = CAST(? AS BLOB))",
      [.text("ab")], true
    ),
    (
      "name ENDSWITH[n] 'é'",
      "(typeof(\"name\") = 'text' AND length(CAST(\"name\" AS BLOB)) >= 2 AND "
        + "substr(CAST(\"name\" AS BLOB), -2) = CAST(? AS BLOB))", [.text("é")], true
    ),
    (
      "n == 1 AND n.@count == 2", "(typeof(\"n\") IN ('integer', 'real') AND \"n\" = ?)",
      [.integer(1)], false
    ),
    ("n.length == 3", nil, [], false),
    ("name MATCHES 'a+'", "typeof(\"name\") = 'text'", [], false),
    ("NOT name MATCHES 'a+'", nil, [], false),
    ("n == 9007199254740993", "typeof(\"n\") IN ('integer', 'real')", [], false),
    ("n > 'a'", "typeof(\"n\") = 'text'", [], false),
    ("n IN {}", "(1 = 0)", [], true),
    ("`a \"b` == nil", "\"a \"\"b\" IS NULL", [], true),
  ]

  @Test(arguments: table)
  func isRendered(
    _ text: String, _ expression: String?, _ arguments: [KeyValue], _ isExact: Bool
  ) throws {
    let said = try Condition(parsing: text).fieldFilter
    let piece = said.flatMap { Self.renderer.piece($0.filter) }
    #expect(piece?.text == expression)
    #expect(piece?.arguments ?? [] == arguments)
    #expect((piece?.isExact == true && said?.isWhole == true) == isExact)
  }
}
