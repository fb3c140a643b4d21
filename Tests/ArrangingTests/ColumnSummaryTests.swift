import PredicateLanguage
import TableModel
import TestSeeds
import Testing

@testable import Arranging
@testable import Documents

/// Summaries and groups from columns are those of the records, however they are written.
@Suite struct ColumnSummaryTests {
  private static let fields = [
    "id", "title", "name", "tags", "author", "author.name", "é", "self", "length", "x",
  ].compactMap { FieldPath(parsing: $0) }

  private static func field(_ random: inout OddRecords) -> FieldPath {
    fields[random.below(fields.count)]
  }

  /// Records a line or in sections.
  private struct Text {
    let text: String
    let isSequence: Bool

    init(_ random: inout OddRecords) {
      isSequence = random.below(2) == 0
      text =
        isSequence
        ? random.sequence(of: 1 + random.below(400)) : random.sections(3, of: 1 + random.below(60))
    }
  }

  /// A table from a file and the same without a way to read columns.
  private static func withTables(
    _ text: Text, _ body: (any TableSource, any TableSource) throws -> Void
  ) throws {
    try withFile(Array(text.text.utf8)) { path in
      let source = try indexedTable(
        path, shape: text.isSequence ? Shape(rows: .itself) : OddRecords.shape,
        isSequence: text.isSequence
      ).source
      try body(source, ScannedTable(base: source))
    }
  }

  /// Everything, or some of it in another order.
  private static func arrangement(_ random: inout OddRecords) -> Arrangement {
    var arrangement = Arrangement()
    let divisor = 1 + random.below(4)
    if divisor > 1 {
      arrangement.filters = [
        RecordFilter("some") { address, _ throws(DataError) in
          ((address.row ?? 0) + (address.item ?? 0)) % divisor == 0
        }
      ]
    }
    if random.below(3) == 0 { arrangement.sortKeys = [SortKey(field(&random))] }
    if random.below(3) == 0 { arrangement.grouping = grouping(&random) }
    return arrangement
  }

  private static func grouping(_ random: inout OddRecords) -> Arrangement.Grouping {
    if random.below(4) == 0 { return .byLetter(of: field(&random)) }
    return .byValue(
      of: field(&random), order: random.below(2) == 0 ? .sorted : .firstAppearance,
      asStrips: random.below(2) == 0)
  }

  private func words(_ statistics: NumberStatistics?) -> String {
    guard let statistics else { return "none" }
    return "\(statistics.count) \(statistics.sum.text) \(statistics.minimum?.text ?? "-") "
      + "\(statistics.maximum?.text ?? "-") \(statistics.mean ?? -1) \(statistics.deviation ?? -1)"
  }

  @Test(arguments: 0..<testRounds(16))
  func theyAreThoseOfTheRecords(_ round: Int) throws {
    let seed = testSeed(round)
    var random = OddRecords(seed: seed)
    try Self.withTables(Text(&random)) { source, scanned in
      let arrangement = Self.arrangement(&random)
      let table = try ArrangedTable(base: source, arrangement: arrangement)
      let other = try ArrangedTable(base: scanned, arrangement: arrangement)
      let (field, group) = (Self.field(&random), Self.field(&random))
      let limit = [3, 20, 100_000][random.below(3)]
      let store = ColumnStore(source: source)
      let note = "seed \(seed), \(field) by \(group), limit \(limit), \(arrangement)"

      let shown = try ShownRecords(
        of: table, fields: [field, group], from: store, budget: .max, { _ in })
      #expect(shown != nil, "columns serve: \(note)")

      let distinct = try table.distinct(field, limit: limit, from: store, budget: .max)
      #expect(try distinct == other.distinct(field, limit: limit), "\(note)")

      let description = try table.describe(field, limit: limit, from: store, budget: .max)
      let expected = try other.describe(field, limit: limit)
      #expect(description.summary == expected.summary, "\(note)")
      #expect(description.records == expected.records, "\(note)")
      #expect(words(description.numbers) == words(expected.numbers), "\(note)")
      #expect(description.textLengths == expected.textLengths, "\(note)")
      #expect(description.frequent == expected.frequent, "\(note)")

      let groups = try table.summarize(field, by: group, from: store, budget: .max)
      let others = try other.summarize(field, by: group)
      #expect(groups.map(\.title) == others.map(\.title), "\(note)")
      #expect(groups.map(\.value) == others.map(\.value), "\(note)")
      #expect(groups.map(\.records) == others.map(\.records), "\(note)")
      #expect(groups.map(\.present) == others.map(\.present), "\(note)")
      #expect(groups.map(\.minimum) == others.map(\.minimum), "\(note)")
      #expect(groups.map(\.maximum) == others.map(\.maximum), "\(note)")
      #expect(groups.map { words($0.numbers) } == others.map { words($0.numbers) }, "\(note)")
    }
  }

  @Test(arguments: 0..<testRounds(12))
  func groupsAreThoseOfTheRecords(_ round: Int) throws {
    let seed = testSeed(round)
    var random = OddRecords(seed: seed)
    try Self.withTables(Text(&random)) { source, scanned in
      var arrangement = Arrangement(grouping: Self.grouping(&random))
      if random.below(2) == 0 { arrangement.sortKeys = [SortKey(Self.field(&random))] }
      let divisor = 1 + random.below(3)
      if divisor > 1 { arrangement.filters = [Self.filter(divisor)] }
      let table = try ArrangedTable(
        base: source, arrangement: arrangement, columns: ColumnStore(source: source))
      let other = try ArrangedTable(base: scanned, arrangement: arrangement)
      let note = "seed \(seed), \(arrangement)"
      #expect(table.tally == other.tally, "\(note)")
      #expect(table.indexTitles == other.indexTitles, "\(note)")
      #expect(try difference(table, other, fields: [Self.field(&random)]) == nil, "\(note)")
      try table.scan { address, _ in
        guard let base = table.baseAddress(of: address) else { return true }
        #expect(table.address(ofBase: base) == address, "\(note)")
        return true
      }
    }
  }

  /// Some of the records by their place, for columns and for records alike.
  private static func filter(_ divisor: Int) -> RecordFilter {
    @Sendable func isKept(_ address: Address) -> Bool {
      ((address.row ?? 0) + (address.item ?? 0)) % divisor == 0
    }
    return RecordFilter(
      "some",
      survey: { store throws(DataError) in
        guard let columns = try store.columns([["id"]], budget: .max) else { return nil }
        var words = Array(repeating: UInt64(0), count: columns.count / 64 + 1)
        for row in 0..<columns.count where isKept(columns.directory.address(of: row)) {
          words[row / 64] |= 1 << UInt64(row % 64)
        }
        return RecordSelection(
          directory: columns.directory, rows: RowMask(words: words, count: columns.count))
      },
      matches: { address, _ throws(DataError) in isKept(address) })
  }

  @Test(arguments: 0..<testRounds(16))
  func schemasAreThoseOfTheRecords(_ round: Int) throws {
    let seed = testSeed(round)
    var random = OddRecords(seed: seed)
    try Self.withTables(Text(&random)) { source, scanned in
      let table = try #require(source as? IndexedTable)
      let depth = 1 + random.below(3)
      let cap = [2, 15, 1000][random.below(3)]
      let expected = try scanned.schema(depth: depth, distinctCap: cap)
      for workers in [1, 2, 3] {
        let schema = try table.readSchema(
          depth: depth, distinctCap: cap, limit: .max, workers: workers, checkpoint: { _ in })
        #expect(schema == expected, "seed \(seed), depth \(depth), cap \(cap), \(workers) threads")
      }
    }
  }

  /// A text that is written as another value is, quotes apart, is not that value.
  @Test(arguments: [["3", "\"3\""], ["[1]", "\"[1]\""], ["\"7\"", "7", "7", "7.0", "\"7.0\""]])
  func aTextIsNoOtherValue(_ values: [String]) throws {
    let lines = values.map { "{\"mix\":\($0)}\n" }.joined()
    try withFile(Array(lines.utf8)) { path in
      let source = try indexedTable(path, shape: Shape(rows: .itself), isSequence: true).source
      let table = try #require(source as? IndexedTable)
      let schema = try table.readSchema(
        depth: 1, distinctCap: 1000, limit: .max, checkpoint: { _ in })
      let different = values.first == "\"7\"" ? 3 : 2
      #expect(schema?.fields.first?.distinct == different)
      #expect(try schema == ScannedTable(base: source).schema(depth: 1, distinctCap: 1000))
    }
  }

  @Test func theyCanBeStopped() throws {
    var random = OddRecords(seed: 7)
    let text = random.sequence(of: 4200)
    try withFile(Array(text.utf8)) { path in
      let source = try indexedTable(path, shape: Shape(rows: .itself), isSequence: true).source
      let table = ArrangedTable(base: source)
      let full = ColumnStore(source: source)
      _ = try full.columns([["id"], ["title"]], by: .path, budget: .max)
      // The columns that are there already are looked at, too, in steps that can be stopped.
      for store in [full, ColumnStore(source: source)] {
        func stop(_: Int) throws(DataError) { throw .cancelled }
        #expect(throws: DataError.cancelled) {
          _ = try table.distinct("id", from: store, budget: .max, checkpoint: stop)
        }
        #expect(throws: DataError.cancelled) {
          _ = try table.describe("id", from: store, budget: .max, checkpoint: stop)
        }
        #expect(throws: DataError.cancelled) {
          _ = try table.summarize("id", by: "title", from: store, budget: .max, checkpoint: stop)
        }
        #expect(throws: DataError.cancelled) {
          _ = try ArrangedTable(
            base: source, arrangement: Arrangement(grouping: .byValue(of: "title")),
            columns: store, checkpoint: stop)
        }
      }
      #expect(throws: DataError.cancelled) {
        _ = try table.schema(budget: .max) { _ throws(DataError) in throw .cancelled }
      }
    }
  }

  @Test func whatIsTooLargeForColumnsIsScanned() throws {
    let text = (0..<20_000).map { "{\"id\":\($0),\"title\":\"number \($0 % 7)\"}" }
      .joined(separator: "\n")
    try withFile(Array(text.utf8)) { path in
      let source = try indexedTable(path, shape: Shape(rows: .itself), isSequence: true).source
      let table = ArrangedTable(base: source)
      let store = ColumnStore(source: source)
      let distinct = try table.distinct("title", from: store, budget: 1000)
      #expect(store.paths.isEmpty)
      #expect(try distinct == table.distinct("title", from: store, budget: .max))
      #expect(store.paths == [["title"]])
    }
  }
}
