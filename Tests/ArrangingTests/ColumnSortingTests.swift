import PredicateLanguage
import TableModel
import TestSeeds
import Testing

@testable import Arranging

/// A sort by columns gives the order that a sort of the values gives.
@Suite struct ColumnSortingTests {
  private static let keys = ["id", "title", "name", "tags", "author.name", "K", "SELF"]
    .compactMap { FieldPath(parsing: $0) }

  private static func someKeys(_ random: inout OddRecords) -> [SortKey] {
    (0..<1 + random.below(3)).map { _ in
      SortKey(keys[random.below(keys.count)], ascending: random.below(2) == 0)
    }
  }

  /// The base's addresses of all records, in the order in which they are shown.
  private static func addresses(_ table: ArrangedTable) throws -> [Address?] {
    var addresses: [Address?] = []
    try table.scan { address, _ in
      addresses.append(table.baseAddress(of: address))
      return true
    }
    return addresses
  }

  @Test(arguments: 0..<4)
  func randomTablesAreInTheSameOrder(_ kind: Int) throws {
    let seed = testSeed()
    var records = OddRecords(seed: seed)
    for round in 0..<max(2, testRounds(6)) {
      let text = records.sections(2, of: 1 + records.below(90))
      try withFile(Array(text.utf8)) { path in
        let source = try indexedTable(path, shape: OddRecords.shape).source
        let keys = Self.someKeys(&records)
        let limit = records.below(3)
        var filters: [RecordFilter] = []
        if kind > 1 {
          filters = [
            RecordFilter(
              "some", survey: { columns throws(DataError) in try Self.some(of: columns, limit) }
            ) {
              address, _ throws(DataError) in (address.item ?? 0) % 3 <= limit
            }
          ]
        }
        let arrangement = Arrangement(
          filters: filters, grouping: kind % 2 == 0 ? nil : .flat, sortKeys: keys)
        let sorted = try ArrangedTable(
          base: source, arrangement: arrangement, columns: ColumnStore(source: source))
        let expected = try ArrangedTable(
          base: ScannedTable(base: source), arrangement: arrangement)
        let words = "seed \(seed), round \(round), \(keys)"
        #expect(sorted.counts() == expected.counts() && sorted.tally == expected.tally, "\(words)")
        #expect(try Self.addresses(sorted) == Self.addresses(expected), "\(words)")
      }
    }
  }

  /// Two of three records, or so, chosen by their place.
  private static func some(
    of store: ColumnStore, _ limit: Int
  ) throws(DataError) -> RecordSelection? {
    guard let columns = try store.columns([["id"]], budget: .max) else { return nil }
    var words = Array(repeating: UInt64(0), count: columns.count / 64 + 1)
    for row in 0..<columns.count
    where (columns.directory.address(of: row).item ?? 0) % 3 <= limit {
      words[row / 64] |= 1 << UInt64(row % 64)
    }
    return RecordSelection(
      directory: columns.directory, rows: RowMask(words: words, count: columns.count))
  }

  /// Values of which many are alike in their first bytes, some in all of them.
  static func values(_ count: Int, _ random: inout SeededGenerator) -> [Value] {
    let texts = ["plain", "Plain", "a rather long common beginning", "Äpfel", "zebra", ""]
    return (0..<count).map { _ in
      switch Int.random(in: 0..<12, using: &random) {
      case 0: .null
      case 1: .bool(Bool.random(using: &random))
      case 2...4: .integer(Int.random(in: -50..<50, using: &random))
      case 5: .double(Double.random(in: -2..<2, using: &random))
      case 6: .num("9007199254740993")
      default:
        .string(
          (texts.randomElement(using: &random) ?? "")
            + "\(Int.random(in: 0..<400, using: &random))")
      }
    }
  }

  static func column(_ values: [Value]) throws -> FieldColumn {
    var builder = FieldColumn.Builder()
    for value in values { builder.append(value) }
    return try #require(builder.finish())
  }

  @Test(arguments: [[true], [false], [true, false], [false, true, true]])
  func allWaysToSortAgree(_ directions: [Bool]) throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let count = 3000
    let fields = directions.map { _ in Self.values(count, &random) }
    let keys = directions.indices.map {
      SortKey(FieldPath(key: "\($0)"), ascending: directions[$0])
    }
    var expected = SortColumns(keys: keys)
    for row in 0..<count {
      expected.append(.record(Record(fields.enumerated().map { ("\($0)", $1[row]) })))
    }
    let order = try #require(try expected.order(Ticker { _ in }))
    let columns = try zip(fields, directions).map {
      OrderKey(try Self.column($0), ascending: $1)
    }
    let rows = RowSort.Rows.range(0..<count)
    let limits = [
      RowSort.Limits(), RowSort.Limits(many: 100, late: 10_000),
      .init(many: 100, late: 100, first: 40),
    ]
    for limits in limits {
      let sort = RowSort(RowOrder(columns), rows, limits: limits)
      let positions = try #require(try sort.sortedSoon(isInterrupted: { false }, ask: {}))
      #expect((0..<count).map { positions[$0] } == order.map(Int.init), "seed \(seed), \(limits)")
      #expect(positions.isComplete)
    }
  }

  /// Texts that begin alike for longer than a sort looks at them as numbers.
  @Test(arguments: [true, false])
  func longTextsThatBeginAlike(_ ascending: Bool) throws {
    let seed = testSeed(ascending ? 1 : 0)
    var random = SeededGenerator(seed: seed)
    let beginnings = [
      String(repeating: "Long ", count: 90), String(repeating: "länge ", count: 7), "short",
    ]
    let values: [Value] = (0..<900).map { _ in
      let end = ["", "é", "E", "e", "\0", " "].randomElement(using: &random) ?? ""
      let number = Int.random(in: 0..<40, using: &random)
      return .string((beginnings.randomElement(using: &random) ?? "") + "\(number)" + end)
    }
    var expected = SortColumns(keys: [SortKey(FieldPath(key: "a"), ascending: ascending)])
    for value in values { expected.append(.record(Record([("a", value)]))) }
    let order = try #require(try expected.order(Ticker { _ in }))
    let key = OrderKey(try Self.column(values), ascending: ascending)
    let sort = RowSort(RowOrder([key]), .range(0..<900), limits: .init(many: 100))
    #expect(try sort.sorted {} == order, "seed \(seed)")
  }

  @Test func sortingCanBeStopped() throws {
    var random = SeededGenerator(seed: 5)
    let column = try Self.column(Self.values(2000, &random))
    let sort = RowSort(
      RowOrder([OrderKey(column, ascending: true)]), .range(0..<2000), limits: .init(many: 10))
    #expect(throws: DataError.cancelled) {
      try sort.sortedSoon(
        isInterrupted: { false }, ask: { () throws(DataError) in throw .cancelled })
    }
  }
}
