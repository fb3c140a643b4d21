import TableModel

/// What is gathered of one column for each group, block by block.
struct ColumnGathering {
  /// What aggregates of the column want to know.
  struct Needs: OptionSet {
    let rawValue: Int
    static let present = Needs(rawValue: 1)
    static let sums = Needs(rawValue: 2)
    static let spread = Needs(rawValue: 4)
    static let extremes = Needs(rawValue: 8)
    static let order = Needs(rawValue: 16)
    static let distinct = Needs(rawValue: 32)
  }

  let values: ColumnValues
  private let needs: Needs
  private let hasAbsent: Bool
  private let hasOthers: Bool
  /// The kind of which extremes are.
  private let ordered: ValueKind?
  /// How many records have no value, or null; empty where all have one.
  private var absent: [Int] = []
  /// How many records have no number; empty where all have one.
  private var others: [Int] = []
  private(set) var sums = GroupSums()
  private var spread: [Spread] = []
  private var extremes: [(least: Int32, most: Int32)] = []
  private var order = GroupedNumbers()
  private var distinct: ValueNumbers
  private var pairs = WordNumbers<UInt64>()
  private var scratch: [Int32]

  init(_ values: ColumnValues, _ needs: Needs, ordered: ValueKind?) {
    (self.values, self.needs, self.ordered) = (values, needs, ordered)
    hasAbsent = needs.contains(.present) && values.column.absent.population > 0
    hasOthers = needs.contains(.sums) && !values.areAllNumbers
    distinct = ValueNumbers(values.column, allowsGaps: true)
    scratch = needs.contains(.distinct) ? Array(repeating: 0, count: RowBlock.size) : []
  }

  /// - Parameters:
  ///   - groups: the group of each row.
  ///   - count: how many groups there are.
  mutating func add(_ rows: RowBlock, _ groups: UnsafePointer<Int32>, _ count: Int) {
    if hasAbsent {
      absent.grow(to: count, 0)
      let words = values.column.absent.words
      rows.forEach(in: words, isIn: true) { absent[Int(groups[$0])] += 1 }
    }
    if hasOthers {
      others.grow(to: count, 0)
      rows.forEach(in: values.numberRows, isIn: false) { others[Int(groups[$0])] += 1 }
    }
    if needs.contains(.sums) { sums.add(rows, of: values, groups, count) }
    if needs.contains(.spread) { addSpread(rows, groups, count) }
    if needs.contains(.extremes) { addExtremes(rows, groups, count) }
    if needs.contains(.order) { order.add(rows, of: values, groups) }
    if needs.contains(.distinct) { addDistinct(rows, groups) }
  }

  private mutating func addDistinct(_ rows: RowBlock, _ groups: UnsafePointer<Int32>) {
    scratch.withUnsafeMutableBufferPointer { scratch in
      guard let numbers = scratch.baseAddress else { return }
      distinct.number(rows, into: numbers)
      for index in 0..<rows.count where numbers[index] >= 0 {
        let pair = Self.pair(groups[index], numbers[index])
        if pairs.known(pair) < 0 { pairs.insert(pair, as: 0) }
      }
    }
  }

  private static func pair(_ group: Int32, _ number: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: group)) << 32 | UInt64(UInt32(bitPattern: number))
  }
}

extension Array {
  /// Adds elements up to a number of them.
  mutating func grow(to count: Int, _ element: Element) {
    if self.count < count { append(contentsOf: repeatElement(element, count: count - self.count)) }
  }
}

// MARK: - Spread

extension ColumnGathering {
  /// How far numbers lie from their mean, gathered one by one.
  private struct Spread {
    var count = 0.0
    var mean = 0.0
    var squares = 0.0

    @inline(__always)
    mutating func add(_ value: Double) {
      count += 1
      let distance = value - mean
      mean += distance / count
      squares += distance * (value - mean)
    }

    mutating func add(_ other: Spread) {
      guard other.count > 0 else { return }
      let (all, distance) = (count + other.count, other.mean - mean)
      mean += distance * other.count / all
      squares += other.squares + distance * distance * count * other.count / all
      count = all
    }
  }

  private mutating func addSpread(
    _ rows: RowBlock, _ groups: UnsafePointer<Int32>, _ count: Int
  ) {
    spread.grow(to: count, Spread())
    let areAll = rows.areAll(in: values.numberRows)
    for index in 0..<rows.count {
      let row = rows[index]
      guard areAll || values.isNumber(row) else { continue }
      let value = values.nearestDouble(row)
      if !value.isNaN { spread[Int(groups[index])].add(value) }
    }
  }

  /// True where a deviation is beyond the largest double, as squares of numbers beyond 1e154 are.
  var hasInfiniteDeviation: Bool { spread.contains { !$0.squares.isFinite } }

  /// The deviation of a group's numbers; nil without any.
  func deviation(of group: Int) -> Double? {
    guard group < spread.count, spread[group].count > 0 else { return nil }
    return (spread[group].squares / spread[group].count).squareRoot()
  }
}

// MARK: - Extremes

extension ColumnGathering {
  private mutating func addExtremes(
    _ rows: RowBlock, _ groups: UnsafePointer<Int32>, _ count: Int
  ) {
    extremes.grow(to: count, (-1, -1))
    for index in 0..<rows.count where isOrdered(rows[index]) {
      note(Int32(truncatingIfNeeded: rows[index]), Int(groups[index]))
    }
  }

  private mutating func note(_ row: Int32, _ group: Int) {
    let (least, most) = extremes[group]
    if least < 0 || isBefore(row, least) { extremes[group].least = row }
    if most < 0 || isBefore(most, row) { extremes[group].most = row }
  }

  private func isOrdered(_ row: Int) -> Bool {
    switch ordered {
    case .number: values.isNumber(row) && !values.nearestDouble(row).isNaN
    case .text: values.isText(row)
    case .date: values.date(row).map { !$0.isNaN } ?? false
    default: false
    }
  }

  private func isBefore(_ a: Int32, _ b: Int32) -> Bool {
    switch ordered {
    case .number: values.compareNumbers(Int(a), Int(b)) < 0
    case .text: values.compareTexts(Int(a), Int(b)) < 0
    default: values.date(Int(a)) ?? 0 < values.date(Int(b)) ?? 0
    }
  }

  /// The rows with the least and the greatest value of a group; nil without any.
  func extremes(of group: Int) -> (least: Int, most: Int)? {
    guard group < extremes.count, extremes[group].least >= 0 else { return nil }
    return (Int(extremes[group].least), Int(extremes[group].most))
  }
}

extension ColumnValues {
  /// The seconds of a row's date; nil where it has none.
  func date(_ row: Int) -> Double? {
    guard let others = column.others, others.rows.contains(row),
      case .date(let date) = others.value(at: row)
    else { return nil }
    return date.secondsSince1970
  }

  /// True when the doubles of the numbers are the numbers.
  var areDoublesExact: Bool {
    column.numbers.map { $0.fitsDouble && $0.exceptions.isEmpty } ?? true
  }

  /// The rows with a number, as bits; empty without any.
  var numberRows: [UInt64] { parts.numberRows }
}

// MARK: - Results

extension ColumnGathering {
  /// Adds what was gathered of another part of the records.
  ///
  /// - Parameters:
  ///   - groups: the numbers here of the groups there.
  ///   - count: how many groups there are here.
  mutating func add(_ other: ColumnGathering, groups: [Int32], _ count: Int) {
    if hasAbsent {
      absent.grow(to: count, 0)
      for (group, number) in zip(groups, other.absent) { absent[Int(group)] += number }
    }
    if hasOthers {
      others.grow(to: count, 0)
      for (group, number) in zip(groups, other.others) { others[Int(group)] += number }
    }
    if needs.contains(.sums) { sums.add(other.sums, groups: groups, count) }
    if needs.contains(.spread) {
      spread.grow(to: count, Spread())
      for (group, part) in zip(groups, other.spread) { spread[Int(group)].add(part) }
    }
    if needs.contains(.extremes) {
      extremes.grow(to: count, (-1, -1))
      for (group, ends) in zip(groups, other.extremes) where ends.least >= 0 {
        note(ends.least, Int(group))
        note(ends.most, Int(group))
      }
    }
    if needs.contains(.order) { order.add(other.order, groups: groups) }
    guard needs.contains(.distinct) else { return }
    let numbers = distinct.numbers(of: other.distinct)
    other.pairs.visitAll { word, _ in
      let (group, number) = (Int(word >> 32), Int(word & 0xFFFF_FFFF))
      let pair = Self.pair(groups[group], numbers[number])
      if pairs.known(pair) < 0 { pairs.insert(pair, as: 0) }
    }
  }

  /// How many records of a group have a value that is not null.
  func present(in group: Int, of records: Int) -> Int {
    records - (group < absent.count ? absent[group] : 0)
  }

  /// How many numbers a group has.
  func numbers(in group: Int, of records: Int) -> Int {
    records - (group < others.count ? others[group] : 0) - (sums.strangers[group] ?? 0)
  }

  /// The quantile of each group; nil for those without numbers.
  func quantiles(_ part: Double, _ count: Int) -> [Value?] {
    order.quantiles(part, of: values, count)
  }

  /// How many different values each group has, null apart.
  func distinctCounts(_ count: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: count)
    let null = distinct.numberOfNull
    pairs.visitAll { word, _ in
      if Int(word & 0xFFFF_FFFF) != null { counts[Int(word >> 32)] += 1 }
    }
    return counts
  }
}
