import TableModel
import TestSeeds
import Testing

@testable import Arranging

@Suite struct SortingTests {
  /// One of each, in ascending order; what has no value comes last.
  static let ordered: [Value] = [
    .bool(false), .bool(true), .num("-1e401"), .num("-1e400"), .num("-3"), .num("-0.5"), 0,
    .num("1e-3"), 1, .num("1.5"), .num("9007199254740992"), .num("9007199254740993"),
    .num("12345678901234567890"), .num("12345678901234567891"), .num("1e40"),
    .date(Instant(secondsSince1970: -5)), .date(Instant(secondsSince1970: 5)), "10", "9", "apple",
    "Apple", "Äpple", "zebra", .data([1]), .data([2]), [], [1], [:], ["k": 1],
  ]

  @Test func ordersKindsAndValues() {
    for (i, a) in Self.ordered.enumerated() {
      for (j, b) in Self.ordered.enumerated() {
        let order = SortValue(a).compare(SortValue(b)).signum()
        #expect(order == (i - j).signum(), "\(a.plainText) against \(b.plainText)")
      }
    }
  }

  /// Where prefixes differ they must say the same as the values.
  @Test func prefixesOrderAsTheirValues() {
    let texts = [
      "", "x", "각", "가", "\u{1100}", "é", "e\u{301}", "Ж", "日本", "z\u{301}", "🍎", "a\u{0}", "a",
      "abcdefghij", "abcdefghik", "’",
    ]
    let numbers = ["-0.0", "0", "-1e-300", "1e300", "9007199254740993", "9007199254740992"]
    let values = Self.ordered + texts.map { .string($0) } + numbers.map { .num($0) } + [.null]
    for a in values.map({ SortValue($0) }) {
      for b in values.map({ SortValue($0) }) {
        let (prefixA, prefixB) = (a.prefix(skippingCommon: 0), b.prefix(skippingCommon: 0))
        if prefixA != prefixB { #expect((prefixA < prefixB) == (a.compare(b) < 0), "\(a) \(b)") }
      }
    }
  }

  @Test(arguments: [true, false]) func textsWithACommonStartAreSorted(_ ascending: Bool) throws {
    var random = SeededGenerator(seed: 3)
    let names = (0..<300).map { "A rather long common start \($0 % 150)" }
    let table = FixtureTable(
      plain: names.shuffled(using: &random).map { ["n": .string($0)] } + [[:]])
    let sorted = try table.sorted(by: [SortKey("n", ascending: ascending)])
    var expected = names.sorted()
    if !ascending { expected.reverse() }
    let batch = try sorted.records(0..<301, inSection: 0, fields: ["n"])
    #expect((0..<301).map { batch.text($0, 0) } == expected + [""])
  }

  @Test(arguments: [true, false]) func missingIsLastBothWays(_ ascending: Bool) throws {
    let table = FixtureTable(plain: [
      ["n": .null, "id": "null"], ["n": 2, "id": "two"], ["id": "missing"], ["n": 1, "id": "one"],
      ["n": .num("nan"), "id": "nan"],
    ])
    let sorted = try table.sorted(by: [SortKey("n", ascending: ascending)])
    let numbers = ascending ? "one two" : "two one"
    #expect(try outline(sorted, "id") == ["\(numbers) null missing nan"])
  }

  @Test func isStableBothWaysAndTakesFurtherKeys() throws {
    let table = FixtureTable(
      plain: [("b", 1), ("a", 2), ("c", 1), ("d", 2), ("a", 1)].map {
        ["name": .string($0.0), "n": .integer($0.1)]
      })
    let cases: [([SortKey], String)] = [
      ([SortKey("n")], "b c a a d"), ([SortKey("n", ascending: false)], "a d b c a"),
      ([SortKey("n"), SortKey("name")], "a b c a d"),
      ([SortKey("name", ascending: false), SortKey("n")], "d c b a a"),
    ]
    for (keys, expected) in cases {
      #expect(try outline(try table.sorted(by: keys), "name") == [expected], "\(keys)")
    }
  }

  @Test func sortsScalarsBySelfAndByNestedPaths() throws {
    let scalars = FixtureTable(plain: [3, 1, 2])
    #expect(try outline(try scalars.sorted(by: [SortKey(.itself)]), "SELF") == ["1 2 3"])
    let nested = FixtureTable(plain: [["a": ["b": [2]]], ["a": ["b": [1]]]])
    #expect(try outline(try nested.sorted(by: [SortKey("a.b[0]")]), "a.b[0]") == ["1 2"])
  }

  @Test func groupsOfEqualNumbersAreOne() throws {
    let table = FixtureTable(plain: [
      ["n": 1], ["n": .num("1.0")], ["n": "1"], ["n": .num("12345678901234567890")],
      ["n": .num("12345678901234567891")], ["n": .num("10e-1")], ["n": .num("-0.0")], ["n": 0],
      ["n": .null], [:],
    ])
    let groups = try table.grouped(by: "n").sections(0..<20)
    #expect(
      groups.map(\.title) == [
        "1", "\"1\"", "12345678901234567890", "12345678901234567891", "-0.0", "(none)",
      ])
    #expect(groups.map(\.rows.known) == [3, 1, 1, 1, 2, 2])
  }

  @Test func sortedGroupsPutNoneLast() throws {
    let table = FixtureTable(plain: [[:], ["k": "b"], ["k": "Á"], ["k": 10], ["k": 9]])
    let groups = try table.grouped(by: "k", order: .sorted).sections(0..<20)
    #expect(groups.map(\.title) == ["9", "10", "\"Á\"", "\"b\"", "(none)"])
  }
}
