import Arranging
import TableModel
import Testing

@testable import Documents

@Suite struct SchemaTests {
  static let people = FixtureTable(plain: [
    ["name": "Zoë", "age": 31, "home": ["city": "Oslo", "geo": ["lat": 1]], "tags": ["a"]],
    ["name": "Al", "age": .null, "home": ["city": "Bonn"], "score": .num("1.50")],
    ["name": "Al", "score": .num("1.5"), "joined": .date(Instant(secondsSince1970: 60))],
    ["name": 7, "age": .num("31.0"), "home": "unknown"],
  ])

  @Test func listsFieldsWithNestedOnesAfterTheirParent() throws {
    let schema = try Self.people.schema()
    #expect(
      schema.fields.map(\.path.description)
        == ["name", "age", "home", "home.city", "home.geo", "tags", "score", "joined"])
    #expect(schema.records == 4 && schema.isComplete && !schema.isTruncated)
    #expect(try Self.people.schema(depth: 1).fields.count == 6)
    #expect(try Self.people.schema(depth: 3)["home.geo.lat"] != nil)
  }

  struct Row: Sendable {
    var path: FieldPath
    var kinds: [KindCount]
    var nulls: Int
    var missing: Int
    var least: Value?
    var most: Value?
    var distinct: Int
  }

  static let rows: [Row] = [
    Row(
      path: "name", kinds: [.init(.text, 3), .init(.number, 1)], nulls: 0, missing: 0, least: "Al",
      most: "Zoë", distinct: 3),
    Row(
      path: "age", kinds: [.init(.number, 2)], nulls: 1, missing: 1, least: 31, most: 31,
      distinct: 1),
    Row(
      path: "home", kinds: [.init(.record, 2), .init(.text, 1)], nulls: 0, missing: 1,
      distinct: 3),
    Row(
      path: "home.city", kinds: [.init(.text, 2)], nulls: 0, missing: 2, least: "Bonn",
      most: "Oslo", distinct: 2),
    Row(
      path: "score", kinds: [.init(.number, 2)], nulls: 0, missing: 2, least: .num("1.50"),
      most: .num("1.50"), distinct: 1),
    Row(
      path: "joined", kinds: [.init(.date, 1)], nulls: 0, missing: 3,
      least: .date(Instant(secondsSince1970: 60)), most: .date(Instant(secondsSince1970: 60)),
      distinct: 1),
  ]

  @Test(arguments: rows) func summarizesAField(_ row: Row) throws {
    let field = try #require(try Self.people.schema()[row.path])
    #expect(field.kinds == row.kinds)
    #expect(field.nulls == row.nulls)
    #expect(field.missing == row.missing)
    #expect(field.minimum == row.least)
    #expect(field.maximum == row.most)
    #expect(field.distinct == row.distinct)
    #expect(!field.distinctIsCapped)
  }

  @Test func scalarsAreTheFieldSELF() throws {
    let schema = try FixtureTable(plain: [3, 1, "x", ["k": 1], .null]).schema()
    #expect(schema.fields.map(\.path.description) == ["SELF", "k"])
    #expect(schema.fields[0].kinds == [.init(.number, 2), .init(.text, 1)])
    #expect(schema.fields[0].missing == 1 && schema.fields[0].nulls == 1)
    #expect(schema.fields[0].minimum == 1 && schema.fields[0].maximum == 3)
    #expect(schema.fields[1].missing == 4)
  }

  @Test func anEmptyTableHasNoFields() throws {
    #expect(try FixtureTable(plain: []).schema() == Schema())
  }

  @Test(arguments: [(0, false), (9, false), (10, true), (11, true)])
  func aSampleReadsNoMoreThanItNeeds(_ sample: Int, _ isComplete: Bool) throws {
    let schema = try EndlessTable(rowCount: 10).schema(sample: sample)
    #expect(schema.records == min(sample, 10))
    #expect(schema.isComplete == isComplete)
  }

  @Test func aSampleOfAVeryLongTableIsQuick() throws {
    let schema = try EndlessTable(rowCount: 1_000_000_000_000).schema(sample: 100)
    #expect(schema.records == 100)
  }

  @Test func countsDifferentValuesUpToACap() throws {
    let table = EndlessTable(rowCount: 100)
    let few = try #require(try table.schema(distinctCap: 99).fields.first)
    #expect(few.distinct == 99 && few.distinctIsCapped)
    let enough = try #require(try table.schema(distinctCap: 100).fields.first)
    #expect(enough.distinct == 100 && !enough.distinctIsCapped)
  }

  @Test func tellsLargeNumbersAndLongTextsApart() throws {
    let long = String(repeating: "x", count: 100)
    let table = FixtureTable(plain: [
      .num("12345678901234567890"), .num("12345678901234567891"), .string(long + "a"),
      .string(long + "b"), .string(long + "a"),
    ])
    #expect(try table.schema().fields.first?.distinct == 4)
  }

  @Test func keysThatAreDataDoNotFillTheMemory() throws {
    let values = (0..<3000).map { Value.record(Record([("key\($0)", Value.integer(1))])) }
    let schema = try FixtureTable(plain: values).schema()
    #expect(schema.isTruncated)
    #expect(schema.fields.count == 2000)
  }
}
