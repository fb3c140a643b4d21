package import TableModel

/// Summaries read the records of any table once, and can be stopped at a checkpoint.
extension TableSource {
  /// The fields of the records.
  ///
  /// - Parameters:
  ///   - sample: how many records to read at most; nil for all.
  ///   - depth: how many keys deep fields are listed.
  ///   - distinctCap: how many different values of a field are counted at most.
  /// - Complexity: O(values in the records read); memory O(fields x `distinctCap`).
  package func schema(
    sample: Int? = nil, depth: Int = 2, distinctCap: Int = 1000,
    checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> Schema {
    var builder = SchemaBuilder(depth: depth, distinctCap: distinctCap)
    var ticker = Ticker(checkpoint)
    var isComplete = true
    try scan { _, value throws(DataError) in
      if let sample, builder.records >= sample {
        isComplete = false
        return false
      }
      try ticker.tick()
      builder.add(value)
      return true
    }
    return builder.finish(isComplete: isComplete)
  }

  /// The different values of a field with the number of records that hold each; of lists the
  /// different elements, each with its number.
  ///
  /// - Parameters:
  ///   - limit: how many different values are distinguished; the rest are only counted.
  ///   - most: how many of the values to give, the most frequent ones.
  /// - Complexity: O(n) and O(d log d) for d different values; memory O(d).
  package func distinct(
    _ field: FieldPath, limit: Int = 100_000, most: Int = .max,
    checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> DistinctValues {
    var counter = DistinctCounter(limit: limit)
    try forEachRecord(asking: [field], checkpoint) { value in
      counter.add(elementsOf: value[path: field])
    }
    return counter.finish(most: most)
  }

  /// One field's kinds, extremes, statistics and most frequent values.
  ///
  /// - Complexity: O(n), memory O(`limit`).
  package func describe(
    _ field: FieldPath, limit: Int = 100_000, checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> FieldDescription {
    var builder = FieldDescriber(field: field, limit: limit)
    try forEachRecord(asking: [field], checkpoint) { value in builder.add(value) }
    return builder.finish()
  }

  /// Count, sum, extremes and mean of a field, for each value of another.
  ///
  /// - Parameter group: the field to group by; nil for one group of everything.
  /// - Returns: groups in the sort order of their values, the group without a value last.
  /// - Complexity: O(n), and O(g log g) for g groups.
  package func summarize(
    _ field: FieldPath, by group: FieldPath? = nil, checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> [GroupSummary] {
    var builder = GroupSummarizer(field: field, group: group)
    let fields = [field] + (group.map { [$0] } ?? [])
    try forEachRecord(asking: fields, checkpoint) { value in builder.add(value) }
    return builder.finish()
  }

  /// Reads all records in order, and asks the checkpoint now and then whether to go on.
  ///
  /// - Parameter fields: what is asked for, which may stand around the records.
  private func forEachRecord(
    asking fields: [FieldPath], _ checkpoint: @escaping Checkpoint, _ visit: (Value) -> Void
  ) throws(DataError) {
    var ticker = Ticker(checkpoint)
    try scan(for: fields) { _, value throws(DataError) in
      try ticker.tick()
      visit(value)
      return true
    }
  }
}

/// The first records of a table, read without going through millions of rows that have none.
struct FirstRecords {
  private let source: any TableSource
  private let count: Int
  private(set) var values: [Value] = []
  /// True when `mostRows` rows were read without finding enough records.
  private(set) var hasGivenUp = false
  private var looked = 0

  /// At most this many rows are read.
  static let mostRows = 4096
  /// How many rows are read at a time, growing from the first to the last: usually the first row or
  /// two have enough records.
  private static let windows = (first: 1, last: 64)

  /// - Parameter count: how many records to read.
  init(_ source: any TableSource, count: Int) {
    self.source = source.asKnown
    self.count = count
  }

  private var isFull: Bool { values.count >= count }

  mutating func read() throws(DataError) {
    let counts = source.counts()
    // A scan is the quicker way, and waits for what comes up only later.
    guard counts.rows.known > Self.mostRows, counts.items != .exact(0) else { return try scan() }
    for section in 0..<counts.sections.known where !isFull && !hasGivenUp {
      try read(section: section)
    }
  }

  private mutating func read(section: Int) throws(DataError) {
    var size = Self.windows.first
    var row = 0
    while !isFull, !hasGivenUp {
      let rows = try source.rows(row..<row + size, inSection: section)
      guard !rows.isEmpty else { return }
      for info in rows where !isFull && !hasGivenUp {
        try read(Address(section, row), items: info.items?.known)
        row += 1
        looked += 1
        hasGivenUp = looked >= Self.mostRows
      }
      size = min(2 * size, Self.windows.last)
    }
  }

  private mutating func read(_ row: Address, items: Int?) throws(DataError) {
    guard let items else {
      if let value = try source.value(at: row) { values.append(value) }
      return
    }
    for item in 0..<min(items, count - values.count) {
      if let value = try source.value(at: row.with(item: item)) { values.append(value) }
    }
  }

  private mutating func scan() throws(DataError) {
    var found: [Value] = []
    let count = count
    try source.scan { _, value throws(DataError) in
      found.append(value)
      return found.count < count
    }
    values = found
  }
}
