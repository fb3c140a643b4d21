package import TableModel

/// How many of a field's numbers, or of its dates, lie in each of some ranges between round borders.
package struct Histogram: Sendable {
  package struct Bin: Sendable {
    package var lower: Value
    /// The bin ends before it, unless it is closed.
    package var upper: Value
    package var isClosed = false
    package var count: Int
  }

  /// One behind the other; some may be empty.
  package var bins: [Bin]
  /// Which kinds of values the field has; all but those of the bins' kind are in no bin.
  package var kinds: KindTally
  /// The kind of the values in the bins.
  package var kind: ValueKind
  /// Numbers that are not finite: they are in no bin.
  package var unbounded: Int
}

/// The values of a column that are put into bins: its numbers, or its dates as seconds.
struct BinnedValues: Sendable {
  let values: ColumnValues
  private let isOfDates: Bool
  /// False where a number may not be its double.
  let areExact: Bool

  init(_ values: ColumnValues, _ kind: ValueKind) {
    (self.values, isOfDates, areExact) = (values, kind == .date, values.areDoublesExact)
  }

  /// Whether the value of a row is less than that of another.
  @inline(__always)
  func isBefore(_ a: Int, _ b: Int) -> Bool {
    isOfDates || areExact
      ? value(a) ?? 0 < value(b) ?? 0 : values.compareNumbers(a, b) < 0
  }

  /// The value of a row, where it has one that is finite.
  @inline(__always)
  func value(_ row: Int) -> Double? {
    if isOfDates { return values.date(row).flatMap { $0.isFinite ? $0 : nil } }
    guard values.isNumber(row) else { return nil }
    let value = values.nearestDouble(row)
    return value.isFinite ? value : nil
  }

  struct Ends: Sendable {
    var least = Double.infinity
    var most = -Double.infinity
    /// Where they come from.
    var rows = (least: 0, most: 0)
    var count = 0
    var areWhole = true

    mutating func add(_ rows: RowBlock, of values: BinnedValues) {
      for index in 0..<rows.count {
        let row = rows[index]
        guard let value = values.value(row) else { continue }
        if areWhole { areWhole = value == value.rounded() }
        if count == 0 || value <= least, count == 0 || values.isBefore(row, self.rows.least) {
          (least, self.rows.least) = (value, row)
        }
        if count == 0 || value >= most, count == 0 || values.isBefore(self.rows.most, row) {
          (most, self.rows.most) = (value, row)
        }
        count += 1
      }
    }

    mutating func add(_ other: Ends, of values: BinnedValues) {
      guard other.count > 0 else { return }
      guard count > 0 else {
        self = other
        return
      }
      if values.isBefore(other.rows.least, rows.least) {
        (least, rows.least) = (other.least, other.rows.least)
      }
      if values.isBefore(rows.most, other.rows.most) {
        (most, rows.most) = (other.most, other.rows.most)
      }
      count += other.count
      areWhole = areWhole && other.areWhole
    }
  }
}

/// How many values lie between borders.
struct BinCounts: Sendable {
  private let borders: [Double]
  private let exact: [NumberText?]
  private(set) var counts: [Int]

  init(_ borders: [Value]) {
    self.borders = borders.map { border in
      switch border {
      case .number(let number): number.double
      case .date(let date): date.secondsSince1970
      default: 0
      }
    }
    exact = borders.map { if case .number(let number) = $0 { number } else { nil } }
    counts = Array(repeating: 0, count: max(0, borders.count - 1))
  }

  mutating func add(_ rows: RowBlock, of values: BinnedValues) {
    guard let first = borders.first, let last = borders.last, !counts.isEmpty else { return }
    let perUnit = last > first ? Double(counts.count) / (last - first) : 0
    for index in 0..<rows.count {
      let row = rows[index]
      guard let value = values.value(row) else { continue }
      let guess = (value - first) * perUnit
      var bin = guess > 0 ? min(counts.count - 1, Int(guess)) : 0
      if values.areExact {
        while bin > 0, value < borders[bin] { bin -= 1 }
        while bin < counts.count - 1, value >= borders[bin + 1] { bin += 1 }
      } else {
        let number = values.values.number(row)
        while bin > 0, isBelow(number, bin) { bin -= 1 }
        while bin < counts.count - 1, !isBelow(number, bin + 1) { bin += 1 }
      }
      counts[bin] += 1
    }
  }

  private func isBelow(_ number: NumberText, _ border: Int) -> Bool {
    exact[border].flatMap { number.compare($0) } ?? 0 < 0
  }

  mutating func add(_ other: BinCounts) {
    for bin in counts.indices { counts[bin] += other.counts[bin] }
  }
}
