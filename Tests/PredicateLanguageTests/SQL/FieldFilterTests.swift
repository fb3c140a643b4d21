import PredicateLanguage
import TableModel
import Testing

/// What a condition says of fields, and what it leaves out.
@Suite struct FieldFilterTests {
  static let ab = FieldText("ab", folded: "ab", comparison: .characters)
  static let one = FieldFilter.Operand.value(1)

  static let table: [(String, FieldFilter, Bool)] = [
    ("TRUEPREDICATE", .constant(true), true),
    ("a == nil", .isNil(["a"]), true), ("a <= nil", .isNil(["a"]), true),
    ("a < nil", .constant(false), true), ("a CONTAINS nil", .constant(false), true),
    ("a != 1", .not(.compare(["a"], .equal, one)), true),
    ("1 < a.b", .compare(["a", "b"], .greater, one), true),
    ("a BETWEEN {1, nil}", .constant(false), true),
    ("a BETWEEN {'ab', 'ab'}", .between(["a"], .text(ab), .text(ab)), true),
    ("a IN {1, nil, 'ab'}", .oneOf(["a"], [one, .text(ab)]), true),
    ("{1} CONTAINS a", .oneOf(["a"], [one]), true),
    ("'ab' IN a", .search(["a"], .anywhere, ab), true), ("1 IN a", .contains(["a"], 1), true),
    (
      "a LIKE 'ab*c?'",
      .search(["a"], .like, FieldText("ab*c?", folded: "ab", comparison: .characters)), true
    ),
    (
      "a ==[cd] 'ÉB'",
      .compare(
        ["a"], .equal,
        .text(
          FieldText(
            "ÉB", folded: "eb", comparison: .folded(ignoringCase: true, ignoringMarks: true)))),
      true
    ),
    (
      "a BEGINSWITH[n] 'e\\u0301'",
      .search(
        ["a"], .prefix, FieldText("e\u{301}", folded: "e\u{301}", comparison: .bytes)), true
    ),
    ("a == 1 + 0", .compare(["a"], .equal, one), true),
    ("a == 1 AND ANY b == 1", .all([.compare(["a"], .equal, one)]), false),
    (
      "a == 1 OR (b == 1 AND b[0] == 1)",
      .any([.compare(["a"], .equal, one), .all([.compare(["b"], .equal, one)])]), false
    ),
  ]

  @Test(arguments: table)
  func isSaid(_ text: String, _ filter: FieldFilter, _ isWhole: Bool) throws {
    let said = try #require(try parse(text).fieldFilter)
    #expect(said.filter == filter)
    #expect(said.isWhole == isWhole)
  }

  @Test(arguments: [
    "ANY a == 1", "a.@count == 1", "a[0] == 1", "SUBQUERY(a, $x, $x == 1).@count == 1", "SELF == 1",
    "$row.title == 'ab'", "a + 1 == 2", "CAST(a, 'number') == 1", "a == b", "a.length == 1",
    "a.self == 1", "`self` == 1", "a IN 'abc'", "a == 1 OR ANY b == 1", "NOT ANY a == 1",
    "NOT (a == 1 AND a[0] == 1)", "uppercase(a) == 'A'",
  ])
  func isNotSaid(_ text: String) throws {
    #expect(try parse(text).fieldFilter == nil)
  }
}
