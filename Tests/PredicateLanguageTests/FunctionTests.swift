import PredicateLanguage
import TableModel
import Testing

@Suite struct FunctionTests {
  static let arithmetic: [(String, String)] = [
    ("1 / 2", "0"), ("-7 / 2", "-3"), ("1 / 2.0", "0.5"), ("7 / 0", "nil"), ("7 / 0.0", "nil"),
    ("7 % 0", "nil"),
    ("7 % 3", "1"), ("-7 % 3", "-1"), ("7.9 % 3", "1"), ("4 + 5 - 2**3", "1"), ("2**3**2", "64"),
    ("-2**2", "-4"),
    ("2 ** -1", "0.5"), ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("10 - 2 - 3", "5"),
    ("TRUE + 1", "2"),
    ("9223372036854775807 + 1", "9223372036854775808.0"),
    ("-9223372036854775808 / -1", "9223372036854775808.0"),
    ("-9223372036854775808 % -1", "0"), ("9223372036854775807 * 2", "18446744073709551616.0"),
    ("0 ** 0", "1.0"),
    ("(0 - 8) ** 0.5", "nil"), ("1e999 - 1e999", "nil"), ("--5", "5"), ("- - n", "4"),
    ("n - -n", "8"),
  ]

  static let calls: [(String, String)] = [
    ("sum(1, 2, 3)", "6"), ("sum({1, 2.5})", "3.5"), ("sum({})", "0"), ("count({1, nil})", "2"),
    ("count(list)", "4"),
    ("min({3, 1, 2})", "1"), ("max(3, 1, 2)", "3"), ("max({})", "nil"), ("min({'b', 'a'})", "'a'"),
    ("average({1, 2})", "1.5"), ("average:({1, 2})", "1.5"), ("average({})", "nil"),
    ("median({3, 1, 2})", "2"),
    ("median({4, 1, 2, 3})", "2.5"), ("mode({1, 2, 2, 3})", "{2}"), ("mode({1, 2})", "{1, 2}"),
    ("stddev({2, 4, 4, 4, 5, 5, 7, 9})", "2"), ("add:to:(1, 2)", "3"),
    ("from:subtract:(5, 2)", "3"),
    ("multiply:by:(2, 3)", "6"), ("divide:by:(7, 2)", "3"), ("modulus:by:(7, 2)", "1"),
    ("raise:toPower:(2, 3)", "8"),
    ("sqrt(9)", "3"), ("sqrt(-1)", "nil"), ("log(1000)", "3"), ("log(0)", "nil"), ("ln(1)", "0"),
    ("ln(-1)", "nil"),
    ("exp(0)", "1"), ("floor(-1.5)", "-2"), ("ceiling(1.2)", "2"), ("trunc(-1.5)", "-1"),
    ("abs(-3)", "3"), ("abs(-1.5)", "1.5"),
    ("uppercase('straße')", "'STRASSE'"), ("lowercase:('ÀB')", "'àb'"), ("length('é👩‍👧')", "2"),
    ("length:('')", "0"),
    ("bitwiseAnd:with:(6, 3)", "2"), ("bitwiseOr:with:(6, 3)", "7"),
    ("bitwiseXor:with:(6, 3)", "5"),
    ("leftshift:by:(1, 4)", "16"), ("rightshift:by:(16, 4)", "1"), ("onesComplement(0)", "-1"),
    ("leftshift:by:(1, 99)", "0"), ("castObject:toType:('5', 'NSNumber')", "5"),
    ("objectFrom:withIndex:(list, 1)", "2"),
    ("date('05/01/2024', 'dd/MM/yyyy')", "CAST('2024-01-05', 'date')"),
    ("text(CAST('2024-05-01', 'date'), 'yyyy-MM')", "'2024-05'"),
    ("epoch(86400000, 'ms')", "CAST('1970-01-02', 'date')"),
    ("noindex(n)", "4"), ("SUM(1, 2)", "3"),
    ("CAST('1.50', 'number')", "1.5"), ("CAST(' -7 ', 'NSNumber')", "-7"),
    ("CAST(TRUE, 'number')", "1"),
    ("CAST(12, 'string')", "'12'"), ("CAST(TRUE, 'string')", "'true'"),
    ("CAST(price, 'NSString')", "'1.10'"),
    ("CAST('1970-01-02', 'date')", "CAST(86400, 'date')"),
    ("CAST('1970-01-01T01:00:00+01:00', 'date')", "CAST(0, 'date')"),
    ("CAST('2024-02-29T12:00:00.5Z', 'NSDate')", "CAST(1709208000.5, 'date')"),
    ("CAST('1969-12-31 23:59:59', 'date')", "CAST(-1, 'date')"),
    ("CAST(CAST('0000-02-29', 'date'), 'string')", "'0000-02-29T00:00:00Z'"),
    ("CAST(CAST('9999-12-31', 'date'), 'string')", "'9999-12-31T00:00:00Z'"),
    // The microsecond before a year begins is never in it.
    ("CAST(CAST('9999-12-31 23:59:59.999999', 'date'), 'string')", "'9999-12-31T23:59:59.999969Z'"),
    ("CAST(CAST('2299-12-31 23:59:59.999999', 'date'), 'string')", "'2299-12-31T23:59:59.999998Z'"),
    ("CAST(CAST('1970-01-02', 'date'), 'number')", "86400"),
    ("CAST(CAST(86400, 'date'), 'string')", "'1970-01-02T00:00:00Z'"),
    (
      "CAST(CAST(CAST('2024-01-01', 'date'), 'number') + 86400, 'date')",
      "CAST('2024-01-02', 'date')"
    ),
  ]

  @Test(arguments: arithmetic + calls) func computes(_ text: String, _ result: String) throws {
    let item: Value = ["n": 4, "list": [1, 2, 3, nil], "price": .number(NumberText(text: "1.10"))]
    #expect(try holds("\(text) == \(result)", item, strict: true))
    // The same with nothing that could be computed beforehand.
    #expect(try holds("TERNARY(n == 4, \(text), 0) == \(result)", item, strict: true))
  }

  @Test func integersStayIntegers() throws {
    #expect(try holds("(7 + n) / 2 == 5", ["n": 4]))
    #expect(try holds("(7.0 + n) / 2 == 5.5", ["n": 4]))
    #expect(try holds("(2 ** 2 + n) / 3 > 2.6", ["n": 4]))
  }

  @Test func chanceAndTimeAreFresh() throws {
    var context = EvaluationContext()
    let dice = try parse("random() >= 0 AND random() < 1 AND randomn(6) BETWEEN {0, 5}")
    for _ in 0..<100 { #expect(try dice.evaluate(nil, in: &context)) }
    context.now = Instant(secondsSince1970: 100)
    #expect(try parse("CAST(now(), 'number') == 100").evaluate(nil, in: &context))
    #expect(try holds("now() > CAST('2024-01-01', 'date')", nil))
  }

  @Test func distanceIsInMetres() throws {
    let item: Value = ["a": ["latitude": 0, "longitude": 0], "b": ["lat": 0, "lon": 1]]
    #expect(try holds("distanceToLocation:fromLocation:(a, b) BETWEEN {111000, 111400}", item))
  }

  @Test func everyFunctionIsTested() {
    let texts =
      Self.calls.map { $0.0.lowercased() } + [
        "random(", "randomn(", "now(", "distancetolocation:fromlocation:(",
      ]
    for function in Function.allCases {
      #expect(texts.contains { $0.contains(function.rawValue.lowercased()) }, "\(function)")
    }
  }
}
