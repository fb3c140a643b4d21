import Documents
import TableModel
import Testing

@Suite struct EagerTableTests {
  private func sample() throws -> any TableSource {
    try table(
      #"{"sections":[{"title":"S","rows":[{"title":"R","items":[{"a":1},{"a":2},{"a":3}]},{"title":"P"}]}]}"#
    ).source
  }

  @Test func counts() throws {
    #expect(try sample().counts() == Counts(sections: .exact(1), rows: .exact(2), items: .exact(3)))
  }

  @Test(arguments: [
    (0..<2, 2), (1..<9, 2), (2..<3, 1), (3..<9, 0), (7..<9, 0), (0..<0, 0),
  ])
  func windowsEndWithTheData(_ range: Range<Int>, _ expected: Int) throws {
    let batch = try sample().items(range, inRow: Address(0, 0), fields: [FieldPath(key: "a")])
    #expect(batch.count == expected)
    if expected > 0 { #expect(batch.text(0, 0) == "\(range.lowerBound + 1)") }
  }

  @Test func whatIsNotThereIsEmpty() throws {
    let source = try sample()
    #expect(try source.sections(1..<5).isEmpty)
    #expect(try source.rows(0..<5, inSection: 3).isEmpty)
    #expect(try source.rows(0..<5, inSection: -1).isEmpty)
    #expect(try source.records(0..<5, inSection: 9, fields: []).count == 0)
    #expect(try source.items(0..<5, inRow: Address(0, 1), fields: []).count == 0)
    #expect(try source.items(0..<5, inRow: Address(0), fields: []).count == 0)
  }

  @Test(
    arguments: [
      (Address(0, 0, 1), #"{"a":2}"#), (Address(0, 0), #"[{"a":1},{"a":2},{"a":3}]"#),
      (Address(0, 1), #"{"title":"P"}"#), (Address(0, 0, 3), nil), (Address(0, 1, 0), nil),
      (Address(0, 2), nil), (Address(1), nil), (Address(-1, 0, 0), nil), (Address(0, 0, -1), nil),
    ] as [(Address, String?)])
  func values(_ address: Address, _ expected: String?) throws {
    #expect(try sample().value(at: address).map(json) == expected)
  }

  @Test func aSectionIsTheValueItStandsFor() throws {
    let value = try sample().value(at: Address(0))
    #expect(value?.record?["title"] == .string("S"))
  }

  @Test func recordsOfStripsAreTheirSource() throws {
    let batch = try sample().records(0..<2, inSection: 0, fields: [FieldPath(key: "title")])
    #expect(batch.count == 2 && batch.text(0, 0) == "R" && batch.text(1, 0) == "P")
  }

  @Test func scansInOrderAndStops() throws {
    var seen: [Address] = []
    try sample().scan { address, _ in
      seen.append(address)
      return true
    }
    #expect(seen == [Address(0, 0, 0), Address(0, 0, 1), Address(0, 0, 2), Address(0, 1)])
    var visits = 0
    try sample().scan { _, _ in
      visits += 1
      return visits < 2
    }
    #expect(visits == 2)
  }
}
