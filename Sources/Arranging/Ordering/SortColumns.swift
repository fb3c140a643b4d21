package import TableModel

/// The sort values of records, a column for each key, and the order that follows from them.
struct SortColumns {
  private let keys: [SortKey]
  private var columns: [[SortValue]]
  private(set) var count = 0
  private static let worthAPause = 4096

  /// A record's position, with the beginning of its first sort value.
  private struct Entry {
    var prefix: UInt64
    var position: UInt32
  }

  init(keys: [SortKey]) {
    self.keys = keys
    columns = Array(repeating: [], count: keys.count)
  }

  mutating func append(_ record: Value) {
    for column in keys.indices {
      columns[column].append(SortValue(record[path: keys[column].path]))
    }
    count += 1
  }

  /// The records' positions in sorted order; nil when they are in order as they stand.
  ///
  /// Stable: records with equal values keep their order.
  /// - Complexity: O(n) when in order, else O(n log n) comparisons of values computed before.
  func order(_ ticker: Ticker) throws(DataError) -> [UInt32]? {
    if keys.isEmpty || isInOrder { return nil }
    if count >= Self.worthAPause { try ticker.pause() }
    _ = try compact(count)
    var entries = entries()
    var comparisons = 0
    do {
      try entries.sort { a, b in
        comparisons &+= 1
        if comparisons % 65_536 == 0 { try ticker.pause() }
        if a.prefix != b.prefix { return a.prefix < b.prefix }
        return precedes(Int(a.position), Int(b.position))
      }
    } catch let error as DataError {
      throw error
    } catch {
      throw .cancelled
    }
    return entries.map(\.position)
  }

  private func entries() -> [Entry] {
    guard let key = keys.first, let column = columns.first else { return [] }
    let skipped = column.commonTextPrefix
    return column.enumerated().map { position, value in
      let prefix = value.prefix(skippingCommon: skipped)
      let isInverted = !key.ascending && !value.isNone
      return Entry(prefix: isInverted ? ~prefix : prefix, position: UInt32(position))
    }
  }

  private var isInOrder: Bool {
    for position in 1..<max(1, count) where precedes(position, position - 1) { return false }
    return true
  }

  /// Positions break ties, so that the order doesn't depend on how the sort works.
  private func precedes(_ a: Int, _ b: Int) -> Bool {
    for column in keys.indices {
      let order = columns[column][a].compare(columns[column][b], ascending: keys[column].ascending)
      if order != 0 { return order < 0 }
    }
    return a < b
  }
}

/// One criterion of a sort order: a field and a direction.
package struct SortKey: Sendable, Hashable {
  package var path: FieldPath
  package var ascending: Bool

  package init(_ path: FieldPath, ascending: Bool = true) {
    self.path = path
    self.ascending = ascending
  }
}

extension SortKey: CustomStringConvertible {
  package var description: String { ascending ? "\(path)" : "\(path) desc" }
}

/// What a value is sorted by, computed once for each record.
///
/// Kinds are in a fixed order: bool, number, date, text, data, array, record. Numbers are
/// compared by exact value, texts by `Collation`, data by bytes, containers by size.
package enum SortValue: Sendable {
  case bool(Bool)
  case number(NumberText)
  case date(Double)
  case text(key: String, exact: String)
  case data([UInt8])
  case array(count: Int)
  case record(count: Int)
  /// A missing field, null, or a number or date that is NaN. It sorts last in either direction.
  case none

  package init(_ value: Value?) {
    switch value {
    case nil, .null: self = .none
    case .bool(let value): self = .bool(value)
    case .number(let number): self = number.double.isNaN ? .none : .number(number)
    case .date(let instant):
      self = instant.secondsSince1970.isNaN ? .none : .date(instant.secondsSince1970)
    case .string(let text): self = .text(key: Collation.key(for: text), exact: text)
    case .data(let bytes): self = .data(bytes)
    case .array(let elements): self = .array(count: elements.count)
    case .record(let record): self = .record(count: record.count)
    }
  }

  package var isNone: Bool {
    if case .none = self { true } else { false }
  }

  var rank: Int {
    switch self {
    case .bool: 0
    case .number: 1
    case .date: 2
    case .text: 3
    case .data: 4
    case .array: 5
    case .record: 6
    case .none: 7
    }
  }
}

extension SortValue {
  /// The order of two values: negative, zero or positive; none after everything.
  package func compare(_ other: SortValue) -> Int {
    switch (self, other) {
    case (.number(let a), .number(let b)): Self.compare(a, b)
    case (.text(let keyA, let a), .text(let keyB, let b)):
      keyA == keyB ? Collation.compareExactly(a, b) : keyA < keyB ? -1 : 1
    case (.date(let a), .date(let b)): Self.order(a, b)
    case (.bool(let a), .bool(let b)): (a ? 1 : 0) - (b ? 1 : 0)
    case (.data(let a), .data(let b)): a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
    case (.array(let a), .array(let b)), (.record(let a), .record(let b)): Self.order(a, b)
    default: Self.order(rank, other.rank)
    }
  }

  /// The order in a direction, in which none stays last.
  func compare(_ other: SortValue, ascending: Bool) -> Int {
    if isNone || other.isNone { return (isNone ? 1 : 0) - (other.isNone ? 1 : 0) }
    return ascending ? compare(other) : other.compare(self)
  }

  /// Equal prices are common and written alike; the exact comparison is only for the others.
  private static func compare(_ a: NumberText, _ b: NumberText) -> Int {
    a.text == b.text ? 0 : a.compare(b) ?? 0
  }

  private static func order<T: Comparable>(_ a: T, _ b: T) -> Int { a < b ? -1 : b < a ? 1 : 0 }
}

extension SortValue {
  /// A number whose order is the order of the values as far as it goes: where two of them differ
  /// they decide, where they are equal the values do.
  ///
  /// Three bits say the kind, 61 the beginning of the value, so most comparisons of a sort are
  /// of whole numbers and touch no text.
  /// - Parameter skipped: how many bytes all texts of the column have in common at the start.
  func prefix(skippingCommon skipped: Int) -> UInt64 {
    let bits: UInt64 =
      switch self {
      case .bool(let value): value ? 1 : 0
      case .number(let number): Self.ordered(number.double) >> Self.kindBits
      case .date(let seconds): Self.ordered(seconds) >> Self.kindBits
      case .text(let key, _): Self.leading(key.utf8.dropFirst(skipped)) >> Self.kindBits
      case .data(let bytes): Self.leading(bytes) >> Self.kindBits
      case .array(let count), .record(let count): UInt64(count) & (.max >> Self.kindBits)
      case .none: .max >> Self.kindBits
      }
    return UInt64(rank) << (64 - Self.kindBits) | bits
  }

  private static let kindBits: UInt64 = 3

  /// The bits of a double, arranged so that they order as it does; both zeros are one.
  private static func ordered(_ value: Double) -> UInt64 {
    let bits = (value == 0 ? 0 : value).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }

  private static func leading(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    var count = 0
    for byte in bytes.prefix(8) {
      word = word << 8 | UInt64(byte)
      count += 1
    }
    return count == 0 ? 0 : word << UInt64((8 - count) * 8)
  }
}

extension [SortValue] {
  /// How many bytes the keys of all texts among the values have in common at the start.
  var commonTextPrefix: Int {
    var common: Substring.UTF8View?
    for value in self {
      guard case .text(let key, _) = value else { continue }
      guard let known = common else {
        common = key[...].utf8
        continue
      }
      let shared = zip(known, key.utf8).prefix { $0 == $1 }.count
      if shared == 0 { return 0 }
      common = known.prefix(shared)
    }
    return common?.count ?? 0
  }
}
