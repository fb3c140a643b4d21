import TableModel
import Testing

@testable import PredicateLanguage

/// Expressions that stand alone: what a comparison compares.
@Suite struct ValueExpressionTests {
  private let item = Value.record(
    Record([
      ("price", .integer(7)), ("name", .string("Ash")),
      ("tags", .array([.integer(1), .integer(4)])), ("empty", .null),
    ]))

  @Test(
    arguments: [
      ("price * 2 + 1", Value.integer(15), "price * 2 + 1"),
      ("(price)", .integer(7), "price"), ("price / 2", .integer(3), "price / 2"),
      ("price / 2.0", .double(3.5), "price / 2.0"), ("empty + 1", .null, "empty + 1"),
      ("missing", .null, "missing"), ("uppercase(name)", .string("ASH"), "uppercase(name)"),
      ("tags.@sum.self", .integer(5), nil),
      ("TERNARY(price > 5, 'dear', 'cheap')", .string("dear"), nil),
      ("price > 5", .bool(true), "TERNARY(price > 5, YES, NO)"),
      ("price > 5 AND NOT name == \"Ash\"", .bool(false), nil),
      ("SUBQUERY(tags, $x, $x > 1).@count", .integer(1), nil),
      ("{price, name}", .array([.integer(7), .string("Ash")]), "{price, name}"),
      ("7", .integer(7), "7"), ("TRUEPREDICATE", .bool(true), nil),
    ] as [(String, Value, String?)])
  func values(_ text: String, _ expected: Value, _ format: String?) throws {
    let expression = try ValueExpression(parsing: text)
    var context = EvaluationContext()
    #expect(try expression.value(of: item, in: &context) == expected)
    if let format { #expect(expression.format == format) }
    // What is printed is read as the same.
    let again = try ValueExpression(parsing: expression.format)
    #expect(again.format == expression.format)
    #expect(try again.value(of: item, in: &context) == expected)
  }

  @Test(
    arguments: [
      ("now()", 0, "`now` gives another value each time, and a key has to keep its own"),
      ("1 + abs(random())", 8, nil), ("price > randomn(3)", 8, nil),
      ("1 +", 3, "expected a value after `+`, found the end"),
      ("price qty", 6, "expected AND, OR or the end, found `qty`"),
      ("price > 3 > 2", 10, "comparisons do not chain"), ("%@", 0, nil), ("$x + 1", 0, nil),
      ("price)", 5, nil), ("a AND b", 2, nil),
    ] as [(String, Int, String?)])
  func errors(_ text: String, _ position: Int, _ message: String?) throws {
    let error = #expect(throws: ConditionError.self) { try ValueExpression(parsing: text) }
    #expect(error?.first.position == position, "\(error?.first as Diagnostic?)")
    if let message { #expect(error?.description == message) }
  }

  @Test func divisionsAreFound() throws {
    let expression = try ValueExpression(
      parsing: "price / 2 + TERNARY(price / 3 > 1, (price + 1) / tags[0], 8 / 0) - price / 2.5")
    #expect(
      expression.divisions.map(\.text)
        == ["price / 2", "(price + 1) / tags[0]", "8 / 0", "price / 3", "price / 2.5"])
    #expect(expression.divisions[1].withFractions == "(price + 1) * 1.0 / tags[0]")
    var context = EvaluationContext()
    let found = expression.divisions.map { $0.integers(of: item, in: &context)?.divisor }
    #expect(found == [2, 1, nil, 3, nil])
  }

  @Test func headKeysAreAskedOfOtherLevels() throws {
    let expression = try ValueExpression(parsing: "price * rate")
    let scoped = ValueExpression(of: expression.condition.scoped { $0 == "rate" ? .section : nil })
    var context = EvaluationContext()
    context.place = EvaluationContext.Place(
      section: .record(Record([("record", .record(Record([("rate", .integer(3))])))])))
    #expect(try scoped.value(of: item, in: &context) == .integer(21))
    #expect(scoped.format == "price * rate")
    #expect(scoped.condition.readsPlaces)
  }
}
