import TableModel
import TestSeeds
import Testing

@testable import Arranging

/// Random tables in random arrangements, against the plain way of computing them.
@Suite struct RandomArrangementTests {
  static let seeds: [UInt64] = Array(1...60) + [testSeed()]

  @Test(arguments: seeds) func agreesWithTheObvious(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let base = randomTable(&random)
    let limit = Int.random(in: 0..<11, using: &random)
    let keep: @Sendable (Value) -> Bool = { price($0) < limit }
    let filter = RecordFilter("price < \(limit)") { _, value in keep(value) }
    let keys =
      [
        [], [SortKey("price")], [SortKey("name", ascending: false), SortKey("price")],
      ].randomElement(using: &random) ?? []
    let groupings: [Arrangement.Grouping?] = [
      nil, .flat, .byValue(of: "price"), .byValue(of: "name", order: .sorted, asStrips: true),
      .byLetter(of: "name"),
    ]
    for grouping in groupings {
      for filters in [[], [filter]] {
        let arrangement = Arrangement(filters: filters, grouping: grouping, sortKeys: keys)
        let table = try ArrangedTable(base: base, arrangement: arrangement)
        try checkConsistency(table, over: base)
        let kept = filters.isEmpty ? { _ in true } : keep
        try checkRecords(table, over: base, keys: keys, kept: kept)
      }
    }
  }

  /// Records that are known beforehand, in strips of which some are longer than a word has bits.
  @Test(arguments: seeds) func knownRecordsStayWhereTheyAre(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let lengths = [0, 1, 3, 63, 64, 65, 200]
    let base = FixtureTable(
      (0..<3).map { section in
        let rows = (0..<8).map { _ -> FixtureTable.Row in
          guard Int.random(in: 0..<4, using: &random) > 0 else {
            return .plain(randomBook(&random))
          }
          let length = lengths.randomElement(using: &random) ?? 0
          return .strip((0..<length).map { _ in randomBook(&random) })
        }
        return .init(title: "s\(section)", footer: nil, rows: rows)
      })
    let limit = Int.random(in: 0..<11, using: &random)
    let keep: @Sendable (Value) -> Bool = { price($0) < limit }
    var (directory, numbers) = (RecordDirectory(), [Int]())
    try base.scan { address, value throws(DataError) in
      if keep(value) { numbers.append(directory.count) }
      directory.append(address)
      return true
    }
    var words = Array(repeating: UInt64(0), count: directory.count / 64 + 1)
    for number in numbers { words[number / 64] |= 1 << UInt64(number % 64) }
    let selection = RecordSelection(
      directory: directory, rows: RowMask(words: words, count: directory.count))
    let table = try ArrangedTable(base: base, keeping: selection) { _ throws(DataError) in }
    try checkConsistency(table, over: base)
    try checkRecords(table, over: base, keys: [], kept: keep)
  }

  /// Every kept record is shown once, no other is, and neighbours are in order.
  private func checkRecords(
    _ table: ArrangedTable, over base: FixtureTable, keys: [SortKey], kept: (Value) -> Bool
  ) throws {
    var left: Set<Address> = []
    try base.scan { address, value throws(DataError) in
      if kept(value) {
        left.insert(address)
      } else {
        #expect(table.address(ofBase: address) == nil)
      }
      return true
    }
    var before: (Address, Value)?
    try table.scan { address, value throws(DataError) in
      guard let origin = table.baseAddress(of: address) else { return true }
      #expect(left.remove(origin) != nil, "\(origin) is shown twice or shouldn't be")
      if let before, areNeighbours(before.0, address) {
        #expect(order(before.1, value, keys) <= 0, "\(before.0) and \(address)")
      }
      before = (address, value)
      return true
    }
    #expect(left.isEmpty)
  }

  private func areNeighbours(_ a: Address, _ b: Address) -> Bool {
    guard a.section == b.section else { return false }
    return a.item == nil ? b.item == nil : a.row == b.row
  }

  private func order(_ a: Value, _ b: Value, _ keys: [SortKey]) -> Int {
    for key in keys {
      let (a, b) = (SortValue(a[path: key.path]), SortValue(b[path: key.path]))
      let order = key.ascending ? a.compare(b) : b.compare(a)
      if order != 0 { return order }
    }
    return 0
  }

  private func randomTable(_ random: inout SeededGenerator) -> FixtureTable {
    FixtureTable(
      (0..<Int.random(in: 0..<5, using: &random)).map { section in
        let rows = (0..<Int.random(in: 0..<6, using: &random)).map { _ in randomRow(&random) }
        return .init(title: "s\(section)", footer: nil, rows: rows)
      })
  }

  private func randomRow(_ random: inout SeededGenerator) -> FixtureTable.Row {
    if Bool.random(using: &random) { return .plain(randomBook(&random)) }
    return .strip(
      (0..<Int.random(in: 0..<6, using: &random)).map { _ in randomBook(&random) })
  }

  private func randomBook(_ random: inout SeededGenerator) -> Value {
    let names = ["a", "A", "á", "ab", "b", "Øre", "7", "zz", "", "ж"]
    return book(
      names.randomElement(using: &random) ?? "", Int.random(in: 0..<10, using: &random))
  }
}
