import PredicateLanguage
import TableModel
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    let condition = try Condition(parsing: "price < 5 and name BEGINSWITH[c] 'a'")
    let canonical = condition.format  // price < 5 AND name BEGINSWITH[c] "a"

    let records: [Value] = [
      .record(Record([("name", .string("Apple")), ("price", .integer(3))])),
      .record(Record([("name", .string("Anise")), ("price", .string("dear"))])),
      .record(Record([("name", .string("Beet")), ("price", .integer(1))])),
    ]
    var context = EvaluationContext()
    let chosen = try records.filter { try condition.evaluate($0, in: &context) }  // Apple

    // What did not fit is counted, not refused.
    let notes = context.mismatches.sentences(outOf: records.count)
    // 1 of 3 items has text in `price`; compared as no match

    // An error or a warning has a place in the text, and says what to do next.
    let keys = KeyCatalog(sampling: records)
    let warning = try Condition(parsing: "prize < 5", keys: keys).warnings[0]
    let hint = warning.hint  // did you mean `price`?
    // end
    #expect(canonical == "price < 5 AND name BEGINSWITH[c] \"a\"")
    #expect(chosen == [records[0]])
    #expect(notes == ["1 of 3 items has text in `price`; compared as no match"])
    #expect(hint == "did you mean `price`?")
    #expect(try ModulePage.example(of: "PredicateLanguage") == ModulePage.tested())
  }
}
