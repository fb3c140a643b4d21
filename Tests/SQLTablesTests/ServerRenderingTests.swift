import PredicateLanguage
import SQLTables
import TableModel
import Testing

/// What a server is asked, and what it is not.
@Suite struct ServerRenderingTests {
  /// A predicate, its SQL with a `$` for each argument, and whether that is all that was meant; nil
  /// where nothing can be said.
  static let table: [(String, String?, Bool)] = [
    ("n == nil", "\"n\" IS NULL", true),
    ("n != 1", "(NOT (\"n\" = $ AND \"n\" IS NOT NULL))", true),
    ("n IN {1, nil, 2}", "(\"n\" = ANY($) AND \"n\" IS NOT NULL)", true),
    ("n IN {}", "(1 = 0)", true),
    ("n == 'a'", "(1 = 0)", true),
    ("obj > -1", "(CAST(\"obj\" AS int8) > $ AND CAST(\"obj\" AS int8) IS NOT NULL)", true),
    ("num > 5", "(\"num\" > $ AND \"num\" < 'Infinity' AND \"num\" IS NOT NULL)", true),
    ("num == 'NaN'", nil, false),
    ("num > 1e400", "\"num\" IS NOT NULL", false),
    ("dbl < 0.1", "(\"dbl\" < $ AND \"dbl\" > '-Infinity' AND \"dbl\" IS NOT NULL)", true),
    (
      "dbl < 0.10000000000000000001",
      "(\"dbl\" <= $ AND \"dbl\" > '-Infinity' AND \"dbl\" IS NOT NULL)", false
    ),
    ("flt == 0.5", "(\"flt\" = $ AND \"flt\" IS NOT NULL)", false),
    ("flag == 1", "\"flag\" IS TRUE", true), ("flag >= 0", "\"flag\" IS NOT NULL", true),
    ("flag == 2", "(1 = 0)", true),
    ("name == 'ab'", "(\"name\" = $ AND \"name\" IS NOT NULL)", true),
    ("name IN {'ab', 'b'}", "(\"name\" = ANY($) AND \"name\" IS NOT NULL)", true),
    (
      "name == 'K'", "((\"name\" IS NOT NFC NORMALIZED OR \"name\" = $) AND \"name\" IS NOT NULL)",
      false
    ),
    ("name ==[n] 'é'", "(\"name\" = $ AND \"name\" IS NOT NULL)", true),
    (
      "name CONTAINS[c] 'AB'",
      "((octet_length(\"name\") <> char_length(\"name\") OR "
        + "strpos(lower(\"name\" COLLATE \"C\"), $) > 0) AND \"name\" IS NOT NULL)", false
    ),
    (
      "name ==[d] 'é'",
      "((octet_length(\"name\") <> char_length(\"name\") OR \"name\" COLLATE \"C\" = $) "
        + "AND \"name\" IS NOT NULL)", false
    ),
    (
      "name BEGINSWITH 'ab'",
      "(starts_with(\"name\" COLLATE \"C\", $) AND \"name\" IS NOT NULL)", false
    ),
    (
      "name LIKE 'ab*c'", "(starts_with(\"name\" COLLATE \"C\", $) AND \"name\" IS NOT NULL)",
      false
    ),
    ("name MATCHES 'a+'", nil, false), ("name == 5", "(1 = 0)", true),
    ("loose == 'ab'", "(\"loose\" COLLATE \"C\" = $ AND \"loose\" IS NOT NULL)", true),
    (
      "pad == 'ab'",
      "(\"pad\" = $ AND (concat(\"pad\") COLLATE \"C\" = $ AND \"pad\" IS NOT NULL))", true
    ),
    (
      "citext ENDSWITH[n] 'é'",
      "(right(concat(\"citext\") COLLATE \"C\", 1) = $ AND \"citext\" IS NOT NULL)", true
    ),
    ("uuid == 'x'", "(1 = 0)", true),
    (
      "at > CAST('2024-05-01', 'NSDate')",
      "(\"at\" >= $ AND \"at\" < 'Infinity' AND \"at\" IS NOT NULL)", false
    ),
    ("at == '2024'", nil, false), ("tags CONTAINS 1", nil, false),
    ("tags == nil", "\"tags\" IS NOT DISTINCT FROM NULL", true),
    ("doc == nil", nil, false), ("json.a == 1", nil, false), ("doc.a == nil", nil, false),
    ("doc.a > 1", "coalesce(jsonb_path_exists(\"doc\", $, $, true), false)", true),
    ("doc.SKU == 1", nil, false), ("doc.length == 1", nil, false),
    ("gone == nil", "(1 = 1)", true), ("gone > 1", "(1 = 0)", true),
    ("n == 1 AND name MATCHES 'a'", "(\"n\" = $ AND \"n\" IS NOT NULL)", false),
    ("n == 1 OR name MATCHES 'a'", nil, false), ("NOT flt == 1", nil, false),
  ]

  @Test(arguments: table)
  func isRendered(_ text: String, _ expression: String?, _ isExact: Bool) throws {
    let said = try Condition(parsing: text).fieldFilter
    let piece = said.flatMap { ServerFilterTests.renderer.piece($0.filter) }
    #expect(piece?.text.replacing(SQLDialect.numberedMark, with: "$") == expression)
    #expect((piece?.isExact == true && said?.isWhole == true) == isExact)
  }

  /// The arguments of a predicate, as types and texts.
  static let arguments: [(String, [String])] = [
    ("big > 9007199254740993", ["20 9007199254740993"]),
    ("big > 2.5", ["1700 2.5"]), ("n IN {1, 2.5, 'a'}", ["1016 {1}", "1231 {2.5}"]),
    ("num == 12.50", ["1700 12.5"]), ("dbl == 1", ["701 1.0"]), ("flt == 0.1", ["700 0.1"]),
    ("name IN {'a\"b', 'a\\\\b'}", ["1009 {\"a\\\"b\",\"a\\\\b\"}"]),
    ("name ==[c] 'STRASSE'", ["25 strasse"]), ("name LIKE 'a\\\\*b*'", ["25 a*b"]),
    (
      "at == CAST('2024-05-01', 'NSDate')",
      ["1184 2024-04-30T23:59:59.999998Z", "1184 2024-05-01T00:00:00.000002Z"]
    ),
    ("local < CAST('2024-05-01', 'NSDate')", ["1114 2024-05-01T00:00:00.000002"]),
    (
      "doc.a.b >= 1", ["4072 strict $.\"a\".\"b\" ? (@ >= $v || @ == true)", "3802 {\"v\": 1}"]
    ),
    ("doc.a == 'x'", ["4072 strict $.\"a\" ? (@ == $v)", "3802 {\"v\": \"x\"}"]),
  ]

  @Test(arguments: arguments)
  func argumentsHaveTypes(_ text: String, _ expected: [String]) throws {
    let said = try #require(try Condition(parsing: text).fieldFilter)
    let piece = try #require(ServerFilterTests.renderer.piece(said.filter))
    let arguments = piece.arguments.map { argument in
      if case .typed(let type, _) = argument { "\(type) \(argument.text ?? "")" } else { "?" }
    }
    #expect(arguments == expected)
  }

  /// The bytes of other encodings have another order, and text has no normal form in them.
  @Test func textOfOtherEncodingsIsAskedHere() throws {
    let renderer = FilterRenderer(
      ServerColumn.all.map(\.column), dialect: .postgres, isUTF8: false)
    for (text, isSaid) in [("name == 'ab'", false), ("doc.a == 'x'", false), ("n > 1", true)] {
      let said = try #require(try Condition(parsing: text).fieldFilter)
      #expect((renderer.piece(said.filter) != nil) == isSaid, "\(text)")
    }
  }
}
