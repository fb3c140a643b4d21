import TableModel

/// Tables that are written as lists of lists, with the names of the columns in the first one.
enum HeaderTable {
  /// The rows as records by the names of the header; nil where it is not sure that there is a header.
  ///
  /// A first row counts as a header when all its cells are different texts, all rows are as
  /// long as it, and at least one column holds no text below it.
  ///
  /// - Complexity: O(cells).
  static func records(of rows: [Value]) -> Value? {
    guard rows.count >= 2, let names = header(rows[0]) else { return nil }
    let lists = rows.dropFirst().compactMap(\.array)
    guard lists.count == rows.count - 1,
      lists.allSatisfy({ $0.count == names.count && !$0.contains(where: \.isContainer) }),
      names.indices.contains(where: { isColumnWithoutText($0, lists) })
    else { return nil }
    return .array(lists.map { .record(Record(zip(names, $0))) })
  }

  /// True when the first of some rows may name the columns of a table.
  static func mayBegin(_ rows: [Value]) -> Bool { rows.first.map { header($0) != nil } ?? false }

  private static func header(_ row: Value) -> [String]? {
    guard let cells = row.array, cells.count >= 2 else { return nil }
    let names = cells.compactMap(\.string).filter { !$0.isEmpty }
    guard names.count == cells.count, Set(names).count == names.count else { return nil }
    return names
  }

  private static func isColumnWithoutText(_ column: Int, _ lists: [[Value]]) -> Bool {
    lists.allSatisfy { $0[column].kind != .text } && lists.contains { !$0[column].isNull }
  }
}
