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
