import TableModel

/// One sort key as a column: what the values are sorted by, without making the values.
///
/// The order is that of `SortValue`.
struct OrderKey: Sendable {
  private let column: FieldColumn
  private let ascending: Bool
  private let texts: TextKeys?
  /// False when there are numbers that their doubles do not tell apart.
  private let isExact: Bool

  private static let lastRank: UInt64 = 6
  private static let noRank: UInt64 = 7
  private static let rankBits: UInt64 = 3

  init(_ column: FieldColumn, ascending: Bool) {
    self.column = column
    self.ascending = ascending
    texts = column.texts.map(TextKeys.init)
    let numbers = column.numbers
    isExact = numbers.map { $0.fitsDouble && $0.exceptions.isEmpty } ?? true
  }

  /// Adds what a record is sorted by to its word.
  @inline(__always)
  func append(_ row: Int, to word: inout OrderWord) {
    if let texts, texts.rows.contains(row) {
      let (first, second) = texts.leading(row)
      appendRank(3, to: &word)
      append(first, 64, to: &word)
      append(second, 64, to: &word)
      // Equal beginnings of texts are no equal texts.
      return word.close()
    }
    if let numbers = column.numbers, numbers.rows.contains(row) {
      let double = numbers.double(at: row)
      guard !double.isNaN else { return word.append(Self.noRank, Self.rankBits) }
      appendRank(1, to: &word)
      append(Self.ordered(double), 64, to: &word)
      if !isExact { word.close() }
      return
    }
    if column.absent.contains(row) { return word.append(Self.noRank, Self.rankBits) }
    let value = SortValue(column.value(at: row))
    if value.isNone { return word.append(Self.noRank, Self.rankBits) }
    appendRank(UInt64(value.rank), to: &word)
    if case .bool(let truth) = value { append(truth ? 1 : 0, 1, to: &word) } else { word.close() }
  }

  @inline(__always)
  private func appendRank(_ rank: UInt64, to word: inout OrderWord) {
    word.append(ascending ? rank : Self.lastRank &- rank, Self.rankBits)
  }

  @inline(__always)
  private func append(_ bits: UInt64, _ count: UInt64, to word: inout OrderWord) {
    word.append(ascending ? bits : ~bits & (~0 >> (64 &- count)), count)
  }

  /// The bits of a double, arranged so that they order as it does; both zeros are one.
  @inline(__always)
  private static func ordered(_ value: Double) -> UInt64 {
    let bits = (value == 0 ? 0 : value).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }

  /// The order of two records by this key: negative, zero or positive.
  func compare(_ a: Int, _ b: Int) -> Int {
    if let texts, texts.rows.contains(a), texts.rows.contains(b) {
      return ascending ? texts.compare(a, b) : texts.compare(b, a)
    }
    return SortValue(column.value(at: a))
      .compare(SortValue(column.value(at: b)), ascending: ascending)
  }
}

extension FieldColumn.Numbers {
  /// The double of a row's number; of one that is no number exactly, the nearest.
  @inline(__always)
  fileprivate func double(at row: Int) -> Double {
    switch storage {
    case .doubles(let values): values[row]
    case .integers(let values): Double(values[row])
    }
  }
}
