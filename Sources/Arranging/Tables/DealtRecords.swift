import TableModel

/// The records of a table dealt out to groups, 4 bytes each.
///
///     kind of records 0...4      leafy  conifer  leafy  leafy  conifer
///     positions                  0, 2, 3 | 1, 4
///     starts                     0, 3, 5
///     firsts                     0, 1
struct DealtRecords {
  /// The record with which each group came up; empty for letters.
  private(set) var firsts: [Int] = []
  /// The numbers of the kept records, group after group and in order within each.
  private(set) var positions: [UInt32] = []
  /// Where each group begins; one more than there are groups.
  private var starts: [Int] = [0]
  private let records: Int
  private let kept: RowMask?

  /// - Parameter kept: the records that are wanted; nil for all.
  init(count: Int, keeping kept: RowMask?) {
    records = count
    self.kept = kept
  }

  /// How many groups there are, those without a record included.
  var count: Int { starts.count - 1 }

  /// The places of a group among the positions.
  subscript(group: Int) -> Range<Int> { starts[group]..<starts[group + 1] }

  /// A group for each value; records without one are a group, too.
  ///
  /// A record that is filtered out still gives its group a place, so that sections keep their order
  /// while filters come and go.
  /// - Complexity: O(records).
  mutating func deal(
    byValueOf column: FieldColumn, _ checkpoint: @escaping Checkpoint
  ) throws(DataError) {
    var numbers = ValueNumbers(column, missingIsNull: true)
    try deal(checkpoint) { numbers.number(of: $0) }
    firsts = numbers.firsts
    while starts.count <= firsts.count { starts.append(positions.count) }
  }

  /// A group for each of the titles of an index.
  mutating func deal(
    byLetterOf column: FieldColumn, _ checkpoint: @escaping Checkpoint
  ) throws(DataError) {
    var letters = ColumnLetters(column)
    try deal(checkpoint) { letters.title(ofRow: $0) }
    while starts.count <= Collation.titles.count { starts.append(positions.count) }
  }

  private mutating func deal(
    _ checkpoint: @escaping Checkpoint, _ group: (Int) -> Int
  ) throws(DataError) {
    var ticker = Ticker(checkpoint)
    var groups: [UInt32] = []
    groups.reserveCapacity(records)
    var counts: [Int] = []
    for row in 0..<records {
      try ticker.tick()
      let group = group(row)
      while counts.count <= group { counts.append(0) }
      groups.append(UInt32(truncatingIfNeeded: group))
      if kept?.contains(row) ?? true { counts[group] += 1 }
    }
    starts = counts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
    var next = starts
    positions = Array(repeating: 0, count: starts.last ?? 0)
    for row in 0..<records where kept?.contains(row) ?? true {
      if row & 0xFFFFF == 0 { try ticker.pause() }
      let group = Int(groups[row])
      positions[next[group]] = UInt32(truncatingIfNeeded: row)
      next[group] += 1
    }
  }
}

/// The title of an index under which each record of a column belongs.
private struct ColumnLetters {
  private let column: FieldColumn
  private let parts: ColumnParts
  /// For each text of the pool its title once it came up, else a negative number.
  private var known: [Int8]

  init(_ column: FieldColumn) {
    self.column = column
    parts = ColumnParts(column)
    known = Array(repeating: -1, count: column.texts?.pool.count ?? 0)
  }

  mutating func title(ofRow row: Int) -> Int {
    guard parts.isText(row) else {
      let value = column.value(at: row)
      return value.isNull ? Collation.otherIndex : Collation.titleIndex(of: value.plainText)
    }
    let code = Int(parts.codes[row])
    if known[code] < 0, let text = column.texts?.pool.text(parts.codes[row]) {
      known[code] = Int8(Collation.titleIndex(of: text))
    }
    return Int(known[code])
  }
}
