import TableModel

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
