package import TableModel

/// Aggregates of the records that have the same values at some keys, in the order of these values.
///
/// Values are made when they are asked for.
package struct Aggregation: Sendable {
  /// The records of each group.
  package let records: [Int]
  /// Which kinds of values the fields have that aggregates are of.
  package let kinds: [FieldPath: KindTally]
  /// The indices of the aggregates that go beyond the largest double, 1.8e308, in some group.
  package let infinite: [Int]
  private let readKey: @Sendable (Int, Int) -> Value?
  private let readCell: @Sendable (Int, Int) -> Value?

  init(
    records: [Int], kinds: [FieldPath: KindTally], infinite: [Int] = [],
    key: @escaping @Sendable (Int, Int) -> Value?, cell: @escaping @Sendable (Int, Int) -> Value?
  ) {
    (self.records, self.kinds, self.infinite) = (records, kinds, infinite)
    (readKey, readCell) = (key, cell)
  }

  /// How many groups there are.
  package var count: Int { records.count }

  /// All records, whatever group they are in.
  package var recordCount: Int { records.reduce(0, +) }

  /// What the records of a group have at a key; nil where they lack it or hold null.
  package func key(_ key: Int, of group: Int) -> Value? { readKey(key, group) }

  /// What an aggregate of a group comes to; nil where there is nothing that it is of.
  package func cell(_ aggregate: Int, of group: Int) -> Value? { readCell(aggregate, group) }
}

/// How many records have values of each kind at a field.
package struct KindTally: Sendable, Hashable {
  private var counts = [Int](repeating: 0, count: ValueKind.allCases.count)
  package private(set) var missing = 0

  package init() {}

  package subscript(kind: ValueKind) -> Int {
    get { counts[Self.place(kind)] }
    set { counts[Self.place(kind)] = newValue }
  }

  private static func place(_ kind: ValueKind) -> Int {
    ValueKind.allCases.firstIndex(of: kind) ?? 0
  }

  /// - Parameter kind: nil where the record lacks the field.
  package mutating func add(_ kind: ValueKind?, count: Int = 1) {
    if let kind { self[kind] += count } else { missing += count }
  }

  package var records: Int { counts.reduce(missing, +) }

  /// The kinds that there are, null apart, the most frequent one first.
  package var kinds: [ValueKind] {
    let found = ValueKind.allCases.filter { $0 != .null && self[$0] > 0 }
    return found.enumerated()
      .sorted { (self[$1.element], $0.offset) < (self[$0.element], $1.offset) }.map(\.element)
  }

  /// The kind by whose order there are a least and a greatest value; nil where none has any.
  package var orderedKind: ValueKind? {
    kinds.first { $0 == .number || $0 == .text || $0 == .date }
  }
}

/// Gives records a number by what they have in one or several columns, in the order in which
/// different values come up. Records that lack a key are with those that hold null.
struct GroupNumbers {
  private var keys: [ValueNumbers]
  /// For each key behind the first one: a number for each pair of a number so far and its own.
  private var pairs: [WordNumbers<UInt64>]
  /// For each group of several keys, or of none, the row with which it came up.
  private var ownFirsts: [Int] = []
  private var scratch = [Int32](repeating: 0, count: RowBlock.size)

  init(_ columns: [FieldColumn]) {
    keys = columns.map { ValueNumbers($0, missingIsNull: true, allowsGaps: true) }
    pairs = columns.dropFirst().map { _ in WordNumbers<UInt64>() }
  }

  /// How many groups there are so far; some of them may have no rows.
  var count: Int { keys.count == 1 ? keys[0].count : ownFirsts.count }

  /// The row with which a group came up; nil for a group without rows.
  func first(of group: Int) -> Int? {
    keys.count == 1 ? keys[0].first(of: group) : ownFirsts[group]
  }

  /// Finds the groups of rows.
  ///
  /// - Parameter groups: takes them; has room for as many as there are rows.
  mutating func number(_ rows: RowBlock, into groups: UnsafeMutablePointer<Int32>) {
    guard !keys.isEmpty else {
      for index in 0..<rows.count { groups[index] = 0 }
      if ownFirsts.isEmpty, rows.count > 0 { ownFirsts = [rows[0]] }
      return
    }
    keys[0].number(rows, into: groups)
    for key in keys.indices.dropFirst() { combine(key, rows, groups) }
  }

  private mutating func combine(
    _ key: Int, _ rows: RowBlock, _ groups: UnsafeMutablePointer<Int32>
  ) {
    let isLast = key == keys.count - 1
    scratch.withUnsafeMutableBufferPointer { scratch in
      guard let own = scratch.baseAddress else { return }
      keys[key].number(rows, into: own)
      for index in 0..<rows.count {
        let word =
          UInt64(UInt32(bitPattern: groups[index])) << 32 | UInt64(UInt32(bitPattern: own[index]))
        var number = pairs[key - 1].known(word)
        if number < 0 {
          number = pairs[key - 1].count
          pairs[key - 1].insert(word, as: number)
          if isLast { ownFirsts.append(rows[index]) }
        }
        groups[index] = Int32(truncatingIfNeeded: number)
      }
    }
  }

  /// The numbers here of the groups of another numbering of the same columns; those that are new
  /// here get the next ones.
  mutating func numbers(of other: GroupNumbers) -> [Int32] {
    RowBlock.translate(other.count, other.first) { number($0, into: $1) }
  }
}

extension ValueNumbers {
  /// The numbers here of the values of another numbering of the same column; those that are new
  /// here get the next ones.
  mutating func numbers(of other: ValueNumbers) -> [Int32] {
    RowBlock.translate(other.count, other.first) { number($0, into: $1) }
  }
}

extension RowBlock {
  /// Finds other numbers for some numbers, by the rows that have them.
  ///
  /// - Parameters:
  ///   - row: a row for each number; nil for those that no row has, whose number does not matter.
  ///   - number: finds the numbers of rows.
  fileprivate static func translate(
    _ count: Int, _ row: (Int) -> Int?, _ number: (RowBlock, UnsafeMutablePointer<Int32>) -> Void
  ) -> [Int32] {
    var found = [Int32](repeating: 0, count: count)
    var places: [Int] = []
    var rows: [UInt32] = []
    for place in 0..<count {
      guard let row = row(place) else { continue }
      places.append(place)
      rows.append(UInt32(truncatingIfNeeded: row))
    }
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: size) { room in
      guard let room = room.baseAddress else { return }
      rows.withUnsafeBufferPointer { rows in
        for start in stride(from: 0, to: rows.count, by: size) {
          let end = min(start + size, rows.count)
          number(RowBlock(UnsafeBufferPointer(rebasing: rows[start..<end])), room)
          for index in start..<end { found[places[index]] = room[index - start] }
        }
      }
    }
    return found
  }
}
