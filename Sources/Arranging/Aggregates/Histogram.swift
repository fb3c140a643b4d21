import Foundation
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

  /// - Parameters:
  ///   - borders: one more than there are bins.
  ///   - isClosed: whether bins end with their upper border, not before it.
  static func bins(_ borders: [Value], _ counts: [Int], isClosed: Bool) -> [Bin] {
    counts.indices.map { bin in
      Bin(
        lower: borders[bin], upper: borders[bin + 1], isClosed: isClosed, count: counts[bin])
    }
  }
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

/// Borders between ranges that people can read: 0, 0.5, 1; or the first days of months.
enum RoundBorders {
  /// Borders around all values from a least to a greatest one.
  ///
  /// - Parameters:
  ///   - least: a number or a date, as `most` is.
  ///   - wanted: how many ranges there should be.
  ///   - areWhole: whether all numbers are whole: then borders are, too.
  /// - Returns: the borders in order; nil for a single value, and where values are too close
  ///   together, or too far away, for round borders.
  static func borders(
    from least: Value, to most: Value, _ wanted: Int, areWhole: Bool
  ) -> [Value]? {
    switch (least, most) {
    case (.date(let least), .date(let most)):
      dates(from: least.secondsSince1970, to: most.secondsSince1970, wanted)
    case (.number(let least), .number(let most)):
      numbers(from: least.doubleBelow, to: most.doubleAbove, wanted, areWhole: areWhole)
    default: nil
    }
  }

  // MARK: Numbers

  private static func numbers(
    from least: Double, to most: Double, _ wanted: Int, areWhole: Bool
  ) -> [Value]? {
    let width = (most - least) / Double(wanted)
    guard width > 0, width.isFinite else { return nil }
    var exponent = Int(log10(width).rounded(.down)) - 1
    if areWhole { exponent = max(0, exponent) }
    guard (-300...300).contains(exponent) else { return nil }
    while exponent < 301 {
      for factor in [1, 2, 5] {
        let step = number(factor, exponent)
        guard step * (1 + 1e-12) >= width else { continue }
        let (first, last) = ((least / step).rounded(.down), (most / step).rounded(.down))
        guard abs(first) < 1e15, abs(last) < 1e15 else { return nil }
        return borders(from: Int(first), to: Int(last), factor, exponent, least, most)
      }
      exponent += 1
    }
    return nil
  }

  private static func borders(
    from first: Int, to last: Int, _ factor: Int, _ exponent: Int, _ least: Double, _ most: Double
  ) -> [Value]? {
    // A quotient may have been rounded across a border.
    let begin = number(first * factor, exponent) > least ? first - 1 : first
    let end = number((last + 1) * factor, exponent) > most ? last + 1 : last + 2
    let borders = (begin...end).map { number($0 * factor, exponent) }
    let areApart = zip(borders, borders.dropFirst()).allSatisfy { $0 < $1 }
    return areApart ? borders.map(Value.double) : nil
  }

  /// `count` x 10^`exponent`, rounded once.
  private static func number(_ count: Int, _ exponent: Int) -> Double {
    Double("\(count)e\(exponent)") ?? 0
  }

  // MARK: Dates

  private static let day = 86_400.0
  /// Seconds, minutes, hours and days, in seconds.
  private static let steps: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200,
    day, 2 * day, 7 * day, 14 * day,
  ]
  private static let months: [Int] = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12_000]

  private static func dates(from least: Double, to most: Double, _ wanted: Int) -> [Value]? {
    let width = (most - least) / Double(wanted)
    guard width > 0 else { return nil }
    if let step = steps.first(where: { $0 >= width }) {
      // Weeks begin on Mondays; the first day of all was a Thursday.
      let shift = step.truncatingRemainder(dividingBy: 7 * day) == 0 ? -3 * day : 0
      let first = ((least - shift) / step).rounded(.down)
      let last = ((most - shift) / step).rounded(.down)
      guard abs(first) < 1e12, abs(last) < 1e12 else { return nil }
      return (Int(first)...Int(last) + 1).map { number in
        .date(Instant(secondsSince1970: Double(number) * step + shift))
      }
    }
    let step = months.first { Double($0) * 28 * day >= width }
    guard let step, let first = month(of: least), let last = month(of: most) else { return nil }
    let borders = (first / step...last / step + 1).compactMap { date(ofMonth: $0 * step) }
    return borders.count == last / step - first / step + 2 ? borders : nil
  }

  /// The month of a moment, counted from the year 0; nil for other years than those of four digits.
  private static func month(of seconds: Double) -> Int? {
    let parts = Instant(secondsSince1970: seconds).iso8601.split(separator: "-")
    guard parts.count == 3, parts[0].count == 4, let year = Int(parts[0]), let month = Int(parts[1])
    else { return nil }
    return year * 12 + month - 1
  }

  private static func date(ofMonth month: Int) -> Value? {
    func padded(_ number: Int, _ width: Int) -> String {
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }
    return Instant(iso8601: "\(padded(month / 12, 4))-\(padded(month % 12 + 1, 2))-01")
      .map(Value.date)
  }
}

extension NumberText {
  /// The nearest double, or the one before it where the number lies below that.
  fileprivate var doubleBelow: Double {
    (compare(NumberText(double)) ?? 0) < 0 ? double.nextDown : double
  }

  /// The nearest double, or the one behind it where the number lies above that.
  fileprivate var doubleAbove: Double {
    (compare(NumberText(double)) ?? 0) > 0 ? double.nextUp : double
  }
}
