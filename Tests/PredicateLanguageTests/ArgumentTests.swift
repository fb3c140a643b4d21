import TableModel
import Testing

@testable import PredicateLanguage

/// Format strings with argument lists.
@Suite struct ArgumentTests {
  static let formats: [(String, [Value], String)] = [
    ("%K == %@", [.string("price"), .integer(5)], "price == 5"),
    (
      "%K BEGINSWITH[c] %@", [.string("author.name"), .string("a\"b")],
      "author.name BEGINSWITH[c] \"a\\\"b\""
    ),
    ("price > %d AND price < %lf", [.integer(1), .double(2.5)], "price > 1 AND price < 2.5"),
    ("name IN %@", [.array([.string("a"), .null, .bool(true)])], "name IN {\"a\", nil, YES}"),
    ("%K > 1", [.string("items.@sum.price")], "items.@sum.price > 1"),
    ("%K > 1", [.string("items.@count")], "items.@count > 1"),
    ("%K == 1", [.string("in.odd key")], "#in.`odd key` == 1"),
    ("count % 2 == %i", [.integer(1)], "modulus:by:(count, 2) == 1"),
    ("ANY tags == %s", [.string("new")], "ANY tags == \"new\""),
  ]

  @Test(arguments: formats)
  func argumentsBecomeLiterals(_ format: String, _ arguments: [Value], _ expected: String) throws {
    let condition = try Condition(parsing: format, arguments: arguments)
    #expect(condition.format == expected)
    #expect(try Condition(parsing: condition.format).clause == condition.clause)
  }

  @Test func datesCompareAsDates() throws {
    let day = try #require(Instant(iso8601: "2025-03-12T00:00:00Z"))
    let condition = try Condition(parsing: "date > %@", arguments: [.date(day)])
    var context = EvaluationContext()
    let item = Record([("date", .date(try #require(Instant(iso8601: "2025-03-13T00:00:00Z"))))])
    #expect(try condition.evaluate(.record(item), in: &context))
  }

  static let faults: [(String, [Value], Int, String)] = [
    ("a == %@ OR b == %@", [.integer(1)], 16, "no argument for `%@`: 1 given"),
    ("a == %d", [.string("x")], 5, "must be a number"),
    ("%K == 1", [.integer(3)], 0, "a key path as text"),
    ("%K == 1", [.string("a..b")], 0, "a key path as text"),
    ("a == %@", [.record(Record([("b", .null)]))], 5, "must be null"),
    ("a == %q", [.integer(1)], 5, "`%q`"),
  ]

  @Test(arguments: faults)
  func unfitArgumentsAreNamed(_ format: String, _ arguments: [Value], _ at: Int, _ words: String) {
    let error = #expect(throws: ConditionError.self) {
      try Condition(parsing: format, arguments: arguments)
    }
    let first = error?.diagnostics.first
    #expect(first?.kind == .formatArgument && first?.position == at)
    #expect(first?.message.contains(words) == true, "\(String(describing: first))")
  }

  @Test func quotedPlaceholdersAreText() throws {
    #expect(try Condition(parsing: "a == '%@'", arguments: []).format == "a == \"%@\"")
  }
}
