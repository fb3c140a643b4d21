/// The keys that the records of a table have in common, prepared once for all of them.
package struct RecordKeys: Sendable {
  /// Each key once.
  let names: [String]
  let positions: [String: Int]?

  /// - Parameter names: the keys in order; none may stand there twice.
  package init(distinct names: [String]) {
    self.names = names
    let isLong = names.count > Record.scanLimit
    positions =
      isLong
      ? Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      : nil
  }
}
