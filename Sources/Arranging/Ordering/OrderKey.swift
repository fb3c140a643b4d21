import TableModel

/// One sort key as a column: what the values are sorted by, without making the values.
///
/// The order is that of `SortValue`. A class, so that asking about a record copies nothing.
final class OrderKey: Sendable {
  let column: FieldColumn
  let ascending: Bool
  private let texts: TextKeys?
  /// The parts of the numbers that are asked for every record; empty without numbers.
  private let numberRows: [UInt64]
  private let integers: [Int64]
  private let doubles: [Double]
  /// False when different numbers of the column may have the same double.
  private let isExact: Bool

  private static let lastRank: UInt64 = 6
  private static let noRank: UInt64 = 7
  private static let rankBits: UInt64 = 3

  init(_ column: FieldColumn, ascending: Bool) {
    self.column = column
    self.ascending = ascending
    texts = column.texts.map { TextKeys($0, column.orderWords) }
    let numbers = column.numbers
    numberRows = numbers?.rows.words ?? []
    (integers, doubles) =
      switch numbers?.storage {
      case .integers(let values): (values, [])
      case .doubles(let values): ([], values)
      case nil: ([], [])
      }
    isExact = numbers.map { $0.fitsDouble && $0.exceptions.isEmpty } ?? true
  }

  /// Adds what a record is sorted by to its word.
  @inline(__always)
  func append(_ row: Int, to word: inout OrderWord) {
    if let texts, texts.contains(row) {
      let words = texts.words(row)
      appendRank(3, to: &word)
      append(words.first, 64, to: &word)
      append(words.second, 64, to: &word)
      // Texts whose beginnings are equal need not be equal.
      return word.close()
    }
    if !numberRows.isEmpty, numberRows[row >> 6] >> UInt64(row & 63) & 1 == 1 {
      let double = doubles.isEmpty ? Double(integers[row]) : doubles[row]
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

  /// The upper half of a record's word, where this is the first key.
  @inline(__always)
  func high(_ row: Int) -> UInt64 {
    var word = OrderWord()
    append(row, to: &word)
    return word.high
  }

  @inline(__always)
  func isText(_ row: Int) -> Bool { texts?.contains(row) ?? false }

  /// Replaces the words of entries with the bytes of their texts that follow those of the first
  /// words.
  ///
  /// - Parameters:
  ///   - rows: the rows that the entries' positions refer to; all of them are texts.
  ///   - step: zero for the first bytes behind the first word.
  /// - Returns: false when none of the entries has more.
  func extend(_ entries: EntrySort.Entries, at rows: RowSort.Rows, step: Int) -> Bool {
    // The rank takes three bits of the eighth byte.
    guard let texts, texts.extend(entries, at: rows, from: 7 + 16 * step) else { return false }
    if ascending { return true }
    for index in entries.indices {
      (entries[index].high, entries[index].low) = (~entries[index].high, ~entries[index].low)
    }
    return true
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
    if let texts, texts.contains(a), texts.contains(b) {
      return ascending ? texts.compare(a, b) : texts.compare(b, a)
    }
    if isExact, isNumber(a), isNumber(b), let order = compareNumbers(a, b) {
      return ascending ? order : -order
    }
    return SortValue(column.value(at: a))
      .compare(SortValue(column.value(at: b)), ascending: ascending)
  }

  @inline(__always)
  private func isNumber(_ row: Int) -> Bool {
    !numberRows.isEmpty && numberRows[row >> 6] >> UInt64(row & 63) & 1 == 1
  }

  /// - Returns: nil when either is NaN, which sorts as a missing value.
  private func compareNumbers(_ a: Int, _ b: Int) -> Int? {
    if doubles.isEmpty {
      return integers[a] < integers[b] ? -1 : integers[a] > integers[b] ? 1 : 0
    }
    if doubles[a].isNaN || doubles[b].isNaN { return nil }
    return doubles[a] < doubles[b] ? -1 : doubles[a] > doubles[b] ? 1 : 0
  }
}

/// The beginning of a record's sort keys in 128 bits that order as the records do: where two of
/// them differ they decide, where they are equal the values do.
///
/// Each key adds three bits for the kind of its value, and then the beginning of the value:
///
///     by price             001 | 64 bits of the number |
///     by sold, price       000 | 1 | 001 | 64 bits of the number |
///     by name              011 | the first 15 bytes of the text, and 5 bits | closed
struct OrderWord: Sendable {
  private(set) var high: UInt64 = 0
  private(set) var low: UInt64 = 0
  private var used: UInt64 = 0

  static let width: UInt64 = 128
  /// The greatest upper half of a record that has a value; those without one have greater ones.
  static let highestValue: UInt64 = 7 << 61 - 1

  /// True when nothing more can be added.
  var isFull: Bool { used >= Self.width }

  /// True when records with equal words of this kind have equal keys.
  var isWhole: Bool { !isCut }
  private var isCut = false

  /// Adds bits behind those that are there; what goes beyond the end is left out.
  ///
  /// - Parameter bits: the lowest `count` of them count, the others have to be zero.
  @inline(__always)
  mutating func append(_ bits: UInt64, _ count: UInt64) {
    let end = used &+ count
    if end <= 64 {
      high |= bits << (64 &- end)
    } else {
      if used < 64 { high |= bits >> (end &- 64) }
      // Shifts to the left drop what stands in the upper half already.
      low |= end <= 128 ? bits << (128 &- end) : bits >> (end &- 128)
    }
    used = end
    if end > Self.width { isCut = true }
  }

  /// Ends the word: bits after this are dropped, and equal words do not mean equal keys.
  mutating func close() { (used, isCut) = (Self.width, true) }

  static func < (a: OrderWord, b: OrderWord) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }

  static func == (a: OrderWord, b: OrderWord) -> Bool { a.high == b.high && a.low == b.low }
}
