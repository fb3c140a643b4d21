import PredicateLanguage
import TableModel
import TestSeeds
import Testing

/// What SQL says of rows is what the condition says of the same records.
@Suite struct SQLTranslationTests {
  static let seeds: [UInt64] = [1, 2, testSeed()]

  static let columns: [(name: String, declaration: String)] = [
    ("n", "INTEGER"), ("big", "NUMERIC"), ("name", "TEXT COLLATE NOCASE"), ("mixed", ""),
    ("flag", "BOOLEAN"), ("size", "REAL"), ("rec", "TEXT"), ("a \"b", "VARCHAR(10)"),
  ]

  static let values: [Value] = [
    nil, 0, 1, 2, -7, 42, 3.25, 0.1, 1e3, "a", "A", "ab", "Ab", "", "é", "e\u{301}", "É", "K",
    "\u{212A}", "1", "2.0", "b c", "x\n", "ﬁ", "ß", "SS", "a\u{301}b", "a\0b", .data([97]),
    .data([]),
    9_007_199_254_740_993, 9_007_199_254_740_992.0, 1e300, .double(.infinity), "`;K",
    "\u{1FEF}\u{37E}\u{212A}",
  ]

  static func database(seed: UInt64) throws -> TestDatabase {
    var generator = SeededGenerator(seed: seed)
    let rows = (0..<150).map { _ in
      columns.map { _ in values.randomElement(using: &generator) ?? nil }
    }
    return try TestDatabase(columns: columns, rows: rows)
  }

  static func name(of key: String) -> String? {
    columns.contains { $0.name == key }
      ? "\"" + key.replacing("\"", with: "\"\"") + "\"" : nil
  }

  private func check(
    _ text: String, _ condition: Condition, _ database: TestDatabase, _ records: [Value],
    seed: UInt64
  ) throws -> SQLTranslation? {
    let translation = condition.sql(column: Self.name)
    let found = try database.rows(where: translation.expression, translation.arguments)
    var context = EvaluationContext()
    context.regexStepLimit = 20_000
    for (row, record) in records.enumerated() {
      guard let expected = try? condition.evaluate(record, in: &context) else { return nil }
      var isFound = found.contains(row)
      if isFound, let residue = translation.residue {
        guard let verdict = try? residue.evaluate(record, in: &context) else { return nil }
        isFound = verdict
      }
      #expect(
        isFound == expected,
        "seed \(seed), row \(row): \(text) -> \(translation.expression): \(record)")
      if isFound != expected { return nil }
    }
    return translation
  }

  @Test(arguments: seeds) func rowsAreTheSame(_ seed: UInt64) throws {
    let database = try Self.database(seed: seed)
    let records = try database.records()
    var predicates = ColumnPredicates(seed: seed)
    var (whole, partial, none) = (0, 0, 0)
    for _ in 0..<700 {
      let text = predicates.predicate(2)
      guard !text.contains("random"), let condition = try? parse(text),
        let translation = try check(text, condition, database, records, seed: seed)
      else { continue }
      if translation.residue == nil {
        whole += 1
      } else if translation.isSelective {
        partial += 1
      } else {
        none += 1
      }
    }
    #expect(whole > 50 && partial > 50, "seed \(seed): \(whole) whole, \(partial) partial, \(none)")
  }

  /// A predicate, its SQL, its arguments, and the residue.
  static let table: [(String, String, [SQLArgument], String?)] = [
    ("n == nil", "\"n\" IS NULL", [], nil),
    ("n != nil", "(NOT \"n\" IS NULL)", [], nil),
    ("gone == nil", "NULL IS NULL", [], nil),
    ("n > 5", "(typeof(\"n\") IN ('integer', 'real') AND \"n\" > ?)", [.integer(5)], nil),
    ("2.5 > n", "(typeof(\"n\") IN ('integer', 'real') AND \"n\" < ?)", [.real(2.5)], nil),
    (
      "n BETWEEN {1, 2}", "(typeof(\"n\") IN ('integer', 'real') AND \"n\" BETWEEN ? AND ?)",
      [.integer(1), .integer(2)], nil
    ),
    (
      "name == 'ab'", "(typeof(\"name\") = 'text' AND CAST(\"name\" AS BLOB) = CAST(? AS BLOB))",
      [.text("ab")], nil
    ),
    (
      "name ENDSWITH[n] 'é'",
      "(typeof(\"name\") = 'text' AND length(CAST(\"name\" AS BLOB)) >= 2 AND "
        + "substr(CAST(\"name\" AS BLOB), -2) = CAST(? AS BLOB))", [.text("é")], nil
    ),
    (
      "n == 1 AND n.@count == 2", "(typeof(\"n\") IN ('integer', 'real') AND \"n\" = ?)",
      [.integer(1)], "n.@count == 2"
    ),
    ("n.length == 3", "1", [], "n.length == 3"),
    ("name MATCHES 'a+'", "typeof(\"name\") = 'text'", [], "name MATCHES \"a+\""),
    ("NOT name MATCHES 'a+'", "1", [], "NOT name MATCHES \"a+\""),
    ("n == 9007199254740993", "typeof(\"n\") IN ('integer', 'real')", [], "n == 9007199254740993"),
    ("n > 'a'", "typeof(\"n\") = 'text'", [], "n > \"a\""),
    ("n IN {}", "0", [], nil),
    ("`a \"b` == nil", "\"a \"\"b\" IS NULL", [], nil),
  ]

  @Test(arguments: table)
  func isTranslated(
    _ text: String, _ expression: String, _ arguments: [SQLArgument], _ residue: String?
  ) throws {
    let translation = try parse(text).sql(column: Self.name)
    #expect(translation.expression == expression)
    #expect(translation.arguments == arguments)
    #expect(translation.residue?.format == residue)
  }
}
