import GRDB
import TableModel

/// The rows of a table, read by ranges of its key.
struct KeyedRows: RowSequence {
  let connection: DatabaseConnection
  let selection: KeyedSelection
  let columns: [Column]
  let anchors: AnchorIndex

  /// - Parameters:
  ///   - columns: all columns of the table.
  ///   - count: how many rows there are, when it is known.
  init(
    _ connection: DatabaseConnection, _ selection: KeyedSelection, columns: [Column],
    count: Int? = nil
  ) {
    self.connection = connection
    self.selection = selection
    self.columns = columns
    anchors = AnchorIndex(connection, selection, count: count)
  }

  var extent: Extent { anchors.extent }

  func advance() throws(DataError) -> Bool { try anchors.advance() }

  func existing(_ range: Range<Int>) throws(DataError) -> Range<Int> {
    let end = try anchors.existing(before: range.upperBound)
    return range.clamped(to: 0..<max(0, end))
  }

  func visit(_ range: Range<Int>, columns: [Int], _ visit: (Statement) throws -> Bool)
    throws(DataError)
  {
    guard !range.isEmpty, let place = try anchors.place(of: range.lowerBound) else { return }
    let sql = selection.sql(columns.map { self.columns[$0].name.sqlName }, bounded: true)
    let arguments = selection.arguments(
      from: place.key, limit: range.count, offset: place.skip)
    try connection.read { database in
      let statement = try database.cachedStatement(sql: sql)
      try statement.visitRows(arguments, in: database) { try visit(statement) }
    }
  }
}

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
