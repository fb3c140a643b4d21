import Arranging
import TableModel
import Workloads

/// Questions about groups of ten million records whose columns are in memory, next to a filter by two
/// of these columns.
struct Grouping {
  private let base: MadeRecords
  private let columns: ColumnStore
  private let table: ArrangedTable

  init() throws {
    base = MadeRecords()
    columns = ColumnStore(source: base)
    table = ArrangedTable(base: base)
  }

  /// Each of them so many times, by turns.
  func measured(_ count: Int) throws -> [String] {
    let filter = try Filtering.filter("price > 20 AND stock < 45")
    let price = FieldPath(key: "price")
    let aggregates = [Aggregate(.count), Aggregate(.mean, of: price)]
    var watches = ["filter", "few", "many", "numbers", "distinct", "distinct-numbers", "median"]
      .map { Stopwatch($0) }
    // Columns are there before anything is measured.
    for key in ["category", "maker", "number", "price", "stock"] {
      _ = try columns.columns([[key]], budget: .max)
    }
    for _ in 0..<count {
      _ = try watches[0].measure {
        try ArrangedTable(
          base: base, arrangement: Arrangement(filters: [filter]), columns: columns)
      }
      for (watch, key) in [(1, "category"), (2, "maker"), (3, "number")] {
        try watches[watch].measure { try aggregate(aggregates, key) }
      }
      for (watch, key) in [(4, "maker"), (5, "number")] {
        try watches[watch].measure {
          let found = try table.distinct(FieldPath(key: key), from: columns, budget: .max)
          guard found.values.count > 90_000 else { throw Unsteady() }
        }
      }
      try watches[6].measure { try aggregate([Aggregate(.quantile(0.5), of: price)], "category") }
    }
    return watches.map(\.line)
  }

  private func aggregate(_ aggregates: [Aggregate], _ key: String) throws {
    let found = try table.aggregate(
      aggregates, by: [FieldPath(key: key)], from: columns, budget: .max)
    guard found.recordCount == MadeRecords.count else { throw Unsteady() }
  }

  struct Unsteady: Error {}
}

/// Ten million plain rows: a category of 100, a maker and a number of 100,000, a stock, and a price
/// that some of them lack.
struct MadeRecords: TableSource {
  static let count = 10_000_000

  func counts() -> Counts {
    Counts(sections: .exact(1), rows: .exact(Self.count), items: .exact(0))
  }

  func readColumns(
    _ paths: [[String]], by rule: FieldRule, limit: Int, checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ColumnReading? {
    var directory = RecordDirectory()
    directory.append(Address(0, 0), count: Self.count)
    var columns: [[String]: FieldColumn] = [:]
    for path in paths { columns[path] = Self.column(path.first ?? "") }
    return .columns(RecordColumns(directory: directory, columns: columns))
  }

  private static func column(_ name: String) -> FieldColumn? {
    var builder = FieldColumn.Builder()
    var random = SplitMix(seed: UInt64(name.utf8.count) * 77)
    for row in 0..<count {
      let number = Int.random(in: 0..<100_000, using: &random)
      switch name {
      case "category": append("category \(number % 100)", to: &builder)
      case "maker": append("maker \(number)", to: &builder)
      case "number": builder.append(small: Int64(number) * 7919)
      case "stock": builder.append(small: Int64(number % 90))
      default:
        if row % 41 == 0 {
          builder.appendMissing()
        } else {
          builder.append(exact: Double(number) / 100)
        }
      }
    }
    return builder.finish()
  }

  private static func append(_ text: String, to builder: inout FieldColumn.Builder) {
    var text = text
    text.withUTF8 { builder.append(text: $0) }
  }

  func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    range.map { _ in SectionInfo(title: nil, rows: .exact(Self.count), isUniform: true) }
  }

  func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo] {
    range.map { _ in RowInfo(title: nil, items: nil) }
  }

  func records(_ range: Range<Int>, inSection section: Int, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  { RecordBatch(fields: fields) }

  func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  { RecordBatch(fields: fields) }

  func value(at address: Address) throws(DataError) -> Value? { nil }

  func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {}
}
