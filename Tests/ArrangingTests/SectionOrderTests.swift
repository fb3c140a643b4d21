import TableModel
import Testing

@testable import Arranging
@testable import Documents

@Suite struct SectionOrderTests {
  private func table(_ titles: [String]) throws -> any TableSource {
    let members = titles.map { "\"\($0)\": [{\"name\": \"\($0) one\"}, {\"name\": \"\($0) two\"}]" }
    let text = "{" + members.joined(separator: ", ") + "}"
    return try DocumentOpener.open(bytes: Array(text.utf8), name: "test.json").table(shape: nil)
      .source
  }

  private func titles(_ source: ArrangedTable) throws -> [String] {
    try source.sections(0..<source.counts().sections.known).compactMap(\.title)
  }

  @Test(arguments: [
    (["b", "a", "c"], SectionOrder.ascending, ["a", "b", "c"]),
    (["b", "a", "c"], .descending, ["c", "b", "a"]),
    (
      ["Zoo", "apple", "Éclair", "Apple", "10", "2"], .ascending,
      ["10", "2", "apple", "Apple", "Éclair", "Zoo"]
    ),
    (["a", "b"], .ascending, ["a", "b"]),
  ])
  func sectionsStandInTheOrderOfTheirTitles(
    _ given: [String], _ order: SectionOrder, _ expected: [String]
  ) throws {
    let sorted = try ArrangedTable(
      base: table(given), arrangement: Arrangement(sectionOrder: order))
    #expect(try titles(sorted) == expected)
    #expect(sorted.counts() == (try table(given).counts()))
  }

  @Test func whatIsInOrderCostsNothing() throws {
    let sorted = try ArrangedTable(
      base: table(["a", "b"]), arrangement: Arrangement(sectionOrder: .ascending))
    #expect(sorted.isIdentity)
  }

  @Test func addressesGoBothWays() throws {
    let base = try table(["c", "a", "d", "b"])
    for filters in [[], [RecordFilter("odd") { address, _ in address.item != 0 }]] {
      let sorted = try ArrangedTable(
        base: base, arrangement: Arrangement(filters: filters, sectionOrder: .ascending))
      for section in 0..<4 {
        let shown = Address(section, 0, 0)
        let origin = try #require(sorted.baseAddress(of: shown))
        #expect(sorted.address(ofBase: origin) == shown)
        #expect(try sorted.value(at: shown) == base.value(at: origin))
      }
    }
  }

  @Test func groupsAreOrderedTooAndAnIndexStays() throws {
    let base = try table(["c", "a"])
    let name = FieldPath(key: "name")
    let grouped = try ArrangedTable(
      base: base,
      arrangement: Arrangement(grouping: .byValue(of: name), sectionOrder: .descending))
    #expect(try titles(grouped) == ["c two", "c one", "a two", "a one"])
    let indexed = try ArrangedTable(
      base: base, arrangement: Arrangement(grouping: .byLetter(of: name), sectionOrder: .descending)
    )
    #expect(try titles(indexed) == ["A", "C"])
  }
}
