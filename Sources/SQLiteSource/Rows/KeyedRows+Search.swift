import TableModel

extension KeyedRows {
  /// - Complexity: O(positions log rows), and a read of up to `stride` keys for each anchor whose
  ///   stretch of rows holds some of the positions, unless the rows are numbered without gaps.
  func positions(where column: Int, within bound: FieldBound, of count: Int, limit: Int)
    throws(DataError) -> [Int]?
  {
    guard selection.group == nil, selection.key.isRowID else { return nil }
    let search = IndexSearch(
      table: selection.table.sqlName, key: selection.key.order,
      column: columns[column].name.sqlName,
      bound: bound)
    let keys = try connection.read { database in try search.keys(limit: limit, database) }
    guard let keys else { return nil }
    return try anchors.positions(of: keys.sorted(), among: count)
  }
}
