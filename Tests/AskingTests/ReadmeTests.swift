import Arranging
import Asking
import Documents
import PredicateLanguage
import TableModel
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    let text = """
      {"users": [{"name": "Ann", "years": 36, "friends": [{"name": "Bob"}]},
                 {"name": "Dan", "years": 22, "friends": [{"name": "Eve"}]}]}
      """
    let document = try DocumentOpener.open(bytes: Array(text.utf8), name: "people.json")
    let shape = Shape(sections: FieldPath(key: "users"), items: FieldPath(key: "friends"))
    let people = try document.table(shape: shape).source
    // example
    // `people` is any `TableSource`: here two sections, each a user with a strip of friends.
    let typed = try Condition(parsing: "years > 30")
    let condition = typed.scoped { $0 == "years" ? .section : nil }
    let run = ConditionRun(condition, in: people, isStrict: false)
    let kept = try run.keptUnits(from: ColumnStore(source: people), budget: 1 << 20)
    let words = kept.map { "\($0.tally.kept) of \($0.tally.count)" }  // 1 of 2
    // end
    #expect(words == "1 of 2")
    #expect(try ModulePage.example(of: "Asking") == ModulePage.tested())
  }
}
