import TableModel

/// The last events, in little room; the oldest are overwritten when it is full.
struct TraceBuffer: Sendable {
  static let capacity = 1 << 17

  struct Entry: Sendable {
    var frame: Int
    var kind: TraceEvent.Kind
    var table: TableStatistics.Table
    /// Negative for what happens to no cell.
    var identifier: Int32
    var ordinal: Int32
    var serial: Int32
    var section: Int
    /// Negative for none.
    var row: Int
    var item: Int
  }

  private var entries: [Entry] = []
  /// How many entries were ever written, and how many of them had been when it was last read.
  private(set) var written = 0
  private var read = 0

  mutating func append(_ entry: Entry) {
    if entries.count < Self.capacity {
      entries.append(entry)
    } else {
      entries[written % Self.capacity] = entry
    }
    written += 1
  }

  /// The entries that are still there, oldest first.
  ///
  /// - Parameter number: the number of the first one that is wanted.
  func entries(from number: Int) -> [Entry] {
    (max(number, written - entries.count)..<max(number, written)).map {
      entries[$0 % Self.capacity]
    }
  }

  /// The entries since the last time they were taken.
  mutating func take() -> [Entry] {
    defer { read = written }
    return entries(from: read)
  }
}
