package import TableModel

/// Aggregates of the records that have the same values at some keys, in the order of these values.
///
/// Values are made when they are asked for.
package struct Aggregation: Sendable {
  /// The records of each group.
  package let records: [Int]
  /// Which kinds of values the fields have that aggregates are of.
  package let kinds: [FieldPath: KindTally]
  private let readKey: @Sendable (Int, Int) -> Value?
  private let readCell: @Sendable (Int, Int) -> Value?

  init(
    records: [Int], kinds: [FieldPath: KindTally],
    key: @escaping @Sendable (Int, Int) -> Value?, cell: @escaping @Sendable (Int, Int) -> Value?
  ) {
    (self.records, self.kinds, readKey, readCell) = (records, kinds, key, cell)
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
