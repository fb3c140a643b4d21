import Arranging
import TableModel
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    let trees = FixtureTable(plain: [
      ["name": "Oak", "kind": "leafy", "height": 30],
      ["name": "Fir", "kind": "conifer", "height": 60],
      ["name": "Ash", "kind": "leafy", "height": 35],
      ["name": "Yew", "kind": "conifer", "height": 12],
    ])
    // example
    // `trees` is any `TableSource`: here four records with a name, a kind and a height.
    let tall = RecordFilter("height > 20") { _, tree in
      guard case .number(let height)? = tree[path: FieldPath([.key("height")])] else {
        return false
      }
      return height.double > 20
    }
    let arrangement = Arrangement(
      filters: [tall], grouping: .byValue(of: FieldPath([.key("kind")])),
      sortKeys: [SortKey(FieldPath([.key("height")]), ascending: false)])
    let table = try ArrangedTable(base: trees, arrangement: arrangement)

    let titles = try table.sections(0..<2).map(\.title)  // leafy, conifer
    let highest = try table.value(at: Address(0, 0))  // Ash

    // The third record of the base is the first one of the first section.
    let base = table.baseAddress(of: Address(0, 0))?.description  // 0.2
    // end
    #expect(titles == ["leafy", "conifer"])
    #expect(highest?.record?["name"] == "Ash")
    #expect(base == "0.2")
    #expect(try ModulePage.example(of: "Arranging") == ModulePage.tested())
  }
}
