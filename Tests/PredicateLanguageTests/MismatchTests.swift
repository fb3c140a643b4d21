import PredicateLanguage
import TableModel
import Testing

/// Values of a kind that an operation can do nothing with.
@Suite struct MismatchTests {
  /// A predicate, the verdict that it gives nevertheless, and what is said of it.
  static let table: [(String, Bool, String)] = [
    ("price > 20", false, "1 of 1 items has text in `price`; compared as no match"),
    ("NOT price > 20", true, "1 of 1 items has text in `price`; compared as no match"),
    ("20 < price", false, "1 of 1 items has text in `price`; compared as no match"),
    ("price BETWEEN {1, 2}", false, "1 of 1 items has text in `price`; compared as no match"),
    ("n BEGINSWITH 'a'", false, "1 of 1 items has a number in `n`; compared as no match"),
    ("n CONTAINS 'a'", false, "1 of 1 items has a number in `n`; compared as no match"),
    ("'a' IN n", false, "1 of 1 items has a number in `n`; compared as no match"),
    ("n IN price", false, "1 of 1 items has a number in `n`; compared as no match"),
    (
      "list < 3", false,
      "1 of 1 items has a list in `list`; compared as no match; "
        + "ANY or ALL asks their elements"
    ),
    ("ANY n == 5", true, "1 of 1 items has a number in `n`; taken as a list of one"),
    ("ALL n == 5", true, "1 of 1 items has a number in `n`; taken as a list of one"),
    ("list[7] == nil", true, "1 of 1 items has no such element: `list[7]`; taken as nil"),
    ("n[0] == nil", true, "1 of 1 items has no such element: `n[0]`; taken as nil"),
    ("price * 2 == nil", true, "1 of 1 items has text in `price`; taken as nil"),
    ("-price == nil", true, "1 of 1 items has text in `price`; taken as nil"),
    ("sqrt(price) == nil", true, "1 of 1 items has text in `price`; taken as nil"),
    ("mixed.@sum == 1", true, "1 of 1 items has text in `mixed`; taken as nil"),
    ("length(n) == nil", true, "1 of 1 items has a number in `n`; taken as nil"),
    ("n.@count == nil", true, "1 of 1 items has a number in `n`; taken as nil"),
    (
      "CAST(price, 'NSDate') == nil", true,
      "1 of 1 items has text in `price` that is not an ISO 8601 date; "
        + "taken as nil"
    ),
    (
      "CAST(price, 'number') != 1", true,
      "1 of 1 items has text in `price` that is not a number; "
        + "taken as nil"
    ),
    (
      "castObject:toType:(list, 'string') > ''", false,
      "1 of 1 items has a list in `list` that is not text; taken as nil"
    ),
    ("n BETWEEN list", false, "1 of 1 items has no two bounds in `list`; compared as no match"),
  ]

  @Test(arguments: table)
  func isCounted(_ text: String, _ verdict: Bool, _ sentence: String) throws {
    let item: Value = ["price": "cheap", "n": 5, "list": [1], "mixed": [1, "x"]]
    var context = EvaluationContext()
    let condition = try parse(text)
    #expect(try condition.evaluate(item, in: &context) == verdict)
    #expect(context.mismatches.sentences(outOf: 1) == [sentence])
    var strict = EvaluationContext(isStrict: true)
    #expect(throws: EvaluationError.self) { try condition.evaluate(item, in: &strict) }
  }

  /// What is missing is not unreadable.
  @Test(arguments: [
    ("CAST(gone, 'NSDate') == nil", true), ("CAST(void, 'NSDate') == nil", true),
    ("CAST(day, 'NSDate') > CAST('2024-01-01', 'NSDate')", true),
    ("CAST(n, 'NSString') == '5'", true), ("CAST(void, 'number') > 1", false),
  ])
  func castsOfNothingAreNotCounted(_ text: String, _ verdict: Bool) throws {
    var context = EvaluationContext(isStrict: true)
    let item: Value = ["day": "2024-05-01", "n": 5, "void": nil]
    #expect(try parse(text).evaluate(item, in: &context) == verdict)
  }

  /// Several mismatches of one term are told in one order.
  @Test func sentencesHaveAnOrder() throws {
    let condition = try parse("a > 1 OR a BEGINSWITH 'x' OR CAST(a, 'date') == 1 OR a.@count == 9")
    let sentences = try (0..<20).map { _ in
      var context = EvaluationContext()
      _ = try condition.evaluate(["a": true], in: &context)
      return context.mismatches.sentences(outOf: 1)
    }
    #expect(sentences[0].count >= 3 && Set(sentences).count == 1)
  }

  @Test func anItemCountsOnce() throws {
    let condition = try parse("ANY tags > 3 OR tags.@sum > 100")
    var context = EvaluationContext()
    for tags in [["a", "b", 1], [1, 2], ["c"]] as [Value] {
      _ = try condition.evaluate(["tags": tags], in: &context)
    }
    #expect(context.mismatches.all.map(\.items) == [2, 2])
  }

  @Test func strictErrorsNameTheTermAndItsPlace() throws {
    let mismatch = Mismatch(purpose: .order, found: .text, term: "a.price", outcome: .noMatch)
    #expect(throws: EvaluationError.mismatch(mismatch, at: SourceSpan(10, 17))) {
      try holds("b == 1 or a.price > 3", ["a": ["price": "x"]], strict: true)
    }
  }

  @Test func tooMuchWorkIsGivenUp() throws {
    let items: Value = .array((0..<300).map { .integer($0) })
    var context = EvaluationContext()
    context.stepLimit = 10_000
    let condition = try parse("SUBQUERY(a, $x, SUBQUERY(a, $y, $y == $x).@count == 7).@count > 0")
    #expect(throws: EvaluationError.tooMuchWork(steps: 10_000)) {
      try condition.evaluate(["a": items], in: &context)
    }
  }
}
