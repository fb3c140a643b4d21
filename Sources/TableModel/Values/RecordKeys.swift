/// The keys that the records of a table have in common, prepared once for all of them.
package struct RecordKeys: Sendable {
  /// Each key once.
  let names: [String]
  let positions: [String: KeyPlace]?

  /// - Parameter names: the keys in order; none may stand there twice.
  package init(distinct names: [String]) {
    self.names = names
    let isLong = names.count > Record.scanLimit
    positions =
      isLong
      ? Dictionary(
        names.enumerated().map { ($1, KeyPlace($0)) }, uniquingKeysWith: { first, _ in first })
      : nil
  }

  /// The keys of a record.
  package init(of record: Record) {
    names = record.keys
    positions = record.positions
  }

  /// True when these are the keys, in their order.
  package func are(_ keys: ArraySlice<String>) -> Bool {
    guard keys.count == names.count else { return false }
    for (name, key) in zip(names, keys) where name != key { return false }
    return true
  }
}
