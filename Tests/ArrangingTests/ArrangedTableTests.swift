import TableModel
import Testing

@testable import Arranging

@Suite struct ArrangedTableTests {
  struct Step: Sendable, CustomTestStringConvertible {
    var name: String
    var arrangement: Arrangement
    var expected: [String]
    var testDescription: String { name }
  }

  static let cheap = RecordFilter("price < 9") { _, value in price(value) < 9 }
  static let never = RecordFilter("FALSEPREDICATE") { _, _ in false }
  static let always = RecordFilter("TRUEPREDICATE") { _, _ in true }

  static let steps = [
    Step(
      name: "nothing", arrangement: Arrangement(),
      expected: [
        "Fiction: [emma dune ivanhoe] [] [walden]", "Empty: ", "Mixed: zoo [atlas birds] map yoga",
        "cook bake",
      ]),
    Step(
      name: "filter", arrangement: Arrangement(filters: [cheap]),
      expected: ["Fiction: [emma ivanhoe] [walden]", "Mixed: [birds] map yoga"]),
    Step(name: "filter all away", arrangement: Arrangement(filters: [never]), expected: []),
    Step(
      name: "filter nothing away hides what is empty", arrangement: Arrangement(filters: [always]),
      expected: [
        "Fiction: [emma dune ivanhoe] [walden]", "Mixed: zoo [atlas birds] map yoga", "cook bake",
      ]),
    Step(
      name: "both filters must hold", arrangement: Arrangement(filters: [cheap, never]),
      expected: []),
    Step(
      name: "sort keeps empty strips and places of strips",
      arrangement: Arrangement(sortKeys: [SortKey("name")]),
      expected: [
        "Fiction: [dune emma ivanhoe] [] [walden]", "Empty: ", "Mixed: map [atlas birds] yoga zoo",
        "bake cook",
      ]),
    Step(
      name: "sort down", arrangement: Arrangement(sortKeys: [SortKey("price", ascending: false)]),
      expected: [
        "Fiction: [dune emma ivanhoe] [] [walden]", "Empty: ", "Mixed: zoo [atlas birds] yoga map",
        "cook bake",
      ]),
    Step(
      name: "filter and sort",
      arrangement: Arrangement(filters: [cheap], sortKeys: [SortKey("price")]),
      expected: ["Fiction: [ivanhoe emma] [walden]", "Mixed: [birds] map yoga"]),
    Step(
      name: "flatten", arrangement: Arrangement(grouping: .flat),
      expected: ["emma dune ivanhoe walden zoo atlas birds map yoga cook bake"]),
    Step(
      name: "search: filter and flatten",
      arrangement: Arrangement(filters: [cheap], grouping: .flat),
      expected: ["emma ivanhoe walden birds map yoga"]),
    Step(
      name: "flatten and sort",
      arrangement: Arrangement(grouping: .flat, sortKeys: [SortKey("name")]),
      expected: ["atlas bake birds cook dune emma ivanhoe map walden yoga zoo"]),
    Step(
      name: "flatten nothing", arrangement: Arrangement(filters: [never], grouping: .flat),
      expected: []),
    Step(
      name: "group", arrangement: Arrangement(grouping: .byValue(of: "cheap")),
      expected: ["false: emma dune zoo atlas yoga cook bake", "true: ivanhoe walden birds map"]),
    Step(
      name: "group as strips, sorted, filtered",
      arrangement: Arrangement(
        filters: [cheap], grouping: .byValue(of: "cheap", asStrips: true),
        sortKeys: [SortKey("name")]),
      expected: ["false: [emma yoga]", "true: [birds ivanhoe map walden]"]),
    Step(
      name: "groups keep their order under a filter",
      arrangement: Arrangement(
        filters: [RecordFilter("not emma") { _, value in value[path: "name"] != "emma" }],
        grouping: .byValue(of: "price")),
      expected: [
        "12: dune", "5: ivanhoe", "3: walden", "9: zoo", "40: atlas", "4: birds", "2: map",
        "6: yoga", "20: cook", "10: bake",
      ]),
    Step(
      name: "group sorted by value, numerically",
      arrangement: Arrangement(
        filters: [cheap], grouping: .byValue(of: "price", order: .sorted)),
      expected: ["2: map", "3: walden", "4: birds", "5: ivanhoe", "6: yoga", "8: emma"]),
    Step(
      name: "group by what nobody has", arrangement: Arrangement(grouping: .byValue(of: "isbn")),
      expected: ["(none): emma dune ivanhoe walden zoo atlas birds map yoga cook bake"]),
    Step(
      name: "index", arrangement: Arrangement(grouping: .byLetter(of: "name")),
      expected: [
        "A: atlas", "B: bake birds", "C: cook", "D: dune", "E: emma", "I: ivanhoe", "M: map",
        "W: walden", "Y: yoga", "Z: zoo",
      ]),
    Step(
      name: "index sorted by another field",
      arrangement: Arrangement(grouping: .byLetter(of: "name"), sortKeys: [SortKey("price")]),
      expected: [
        "A: atlas", "B: birds bake", "C: cook", "D: dune", "E: emma", "I: ivanhoe", "M: map",
        "W: walden", "Y: yoga", "Z: zoo",
      ]),
  ]

  @Test(arguments: steps) func arranges(_ step: Step) throws {
    let table = try ArrangedTable(base: library, arrangement: step.arrangement)
    #expect(try outline(table, "name") == step.expected)
    try checkConsistency(table, over: library)
  }

  @Test func sectionsKeepFootersAndRowsTheirTitles() throws {
    let table = try library.filtered { _, value in price(value) < 9 }
    #expect(try table.sections(0..<1).first?.footer == "made up")
    #expect(try table.rows(0..<9, inSection: 0).map(\.title) == ["front", nil])
    let flat = try library.flattened()
    #expect(try flat.rows(3..<6, inSection: 0).map(\.title) == [nil, "z", nil])
  }

  @Test func talliesWhatWasDropped() throws {
    let table = try library.filtered { _, value in price(value) < 9 }
    #expect(table.tally?.kept == 6)
    #expect(table.tally?.dropped == 5)
    #expect(ArrangedTable(base: library).tally == nil)
  }

  @Test func arrangesWhatIsArranged() throws {
    let sorted = try library.flattened().sorted(by: [SortKey("price")])
    let table = try sorted.filtered { _, value in price(value) > 9 }
    #expect(try outline(table, "name") == ["bake dune cook atlas"])
    try checkConsistency(table, over: sorted)
  }

  @Test func sortingWhatIsSortedChangesNothing() throws {
    let table = try named("a", "b", "c").sorted(by: [SortKey("name")])
    #expect(table.isIdentity)
  }

  @Test func wholeContainersAreArraysOfWhatIsShown() throws {
    let table = try library.filtered { _, value in price(value) < 9 }
    #expect(try table.value(at: Address(0, 0)) == .array([book("emma", 8), book("ivanhoe", 5)]))
    #expect(try table.value(at: Address(0, 1)) == .array([book("walden", 3)]))
    #expect(
      try table.value(at: Address(1))
        == .array([.array([book("birds", 4)]), book("map", 2), book("yoga", 6)]))
    let strips = try library.grouped(by: "cheap", asStrips: true)
    #expect(try strips.value(at: Address(1, 0))?.array?.count == 4)
    #expect(try strips.value(at: Address(1, 1)) == nil)
  }

  @Test func asksBeyondTheEnd() throws {
    for step in Self.steps {
      let table = try ArrangedTable(base: library, arrangement: step.arrangement)
      #expect(try table.sections(50..<60).isEmpty)
      #expect(try table.rows(50..<60, inSection: 0).isEmpty)
      #expect(try table.rows(0..<5, inSection: 50).isEmpty)
      #expect(try table.items(0..<5, inRow: Address(50, 0), fields: ["name"]).count == 0)
      #expect(try table.records(70..<75, inSection: 0, fields: ["name"]).count == 0)
      #expect(try table.value(at: Address(0, 50)) == nil)
      #expect(try table.value(at: Address(0, 0, 50)) == nil)
    }
  }
}

/// Checks that scan, counts, values and addresses in both directions tell the same story.
func checkConsistency(_ table: ArrangedTable, over base: any TableSource) throws {
  var visited: [Address] = []
  try table.scan { address, value throws(DataError) in
    visited.append(address)
    #expect(try table.value(at: address) == value)
    guard let origin = table.baseAddress(of: address) else {
      Issue.record("no base address for \(address)")
      return true
    }
    #expect(try base.value(at: origin) == value)
    #expect(table.address(ofBase: origin) == address)
    return true
  }
  #expect(visited == visited.sorted())
  var expected: [Address] = []
  for (s, section) in try table.sections(0..<10_000).enumerated() {
    let rows = try table.rows(0..<10_000, inSection: s)
    #expect(section.rows == .exact(rows.count))
    for (r, row) in rows.enumerated() {
      guard let items = row.items else {
        expected.append(Address(s, r))
        continue
      }
      expected += (0..<items.known).map { Address(s, r, $0) }
    }
  }
  #expect(visited == expected)
  let counts = table.counts()
  let sections = try table.sections(0..<10_000)
  #expect(counts.sections.known == sections.count)
  #expect(counts.rows.known == sections.reduce(0) { $0 + $1.rows.known })
  #expect(counts.items.known == visited.count { $0.item != nil })
}
