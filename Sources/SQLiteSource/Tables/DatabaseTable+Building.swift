import Arranging
import TableModel

extension DatabaseTable {
  /// How many rows are counted before a table is shown; the others are counted behind it.
  struct Patience: Sendable {
    var tableRows = 1 << 16
    /// Rows of queries are taken, not merely passed by.
    var queryRows = 1 << 13
  }

  /// The table of a relation, ungrouped.
  init(_ relation: Relation, _ connection: DatabaseConnection, patience: Patience = Patience())
    throws(DataError)
  {
    guard let key = try RowKey(relation, connection) else {
      let sql = "SELECT * FROM \(relation.name.sqlName)"
      try self.init(query: sql, connection, patience: patience)
      return
    }
    let rows = KeyedRows(
      connection, KeyedSelection(table: relation.name, key: key), columns: relation.columns)
    try rows.anchors.countQuickly(to: patience.tableRows)
    if !rows.extent.isExact { rows.anchors.countInBackground() }
    self.init(columns: relation.columns, sections: [Section(rows: rows)])
  }

  /// The table that a query computes.
  init(query: String, _ connection: DatabaseConnection, patience: Patience = Patience())
    throws(DataError)
  {
    let own = try connection.another()
    let cursor = try QueryCursor(query, own)
    let rows = try SpooledRows(own, cursor)
    try rows.countQuickly(to: patience.queryRows)
    if !rows.extent.isExact { rows.countInBackground() }
    self.init(columns: cursor.columns, sections: [Section(rows: rows)])
  }
}

// MARK: - Groups

extension DatabaseTable {
  /// The table of a relation with a section for each value of a column.
  ///
  /// - Returns: nil when no index of the column serves; one pass over all rows does then.
  /// - Complexity: one pass over the index.
  init?(_ relation: Relation, groupedBy column: Int, _ connection: DatabaseConnection)
    throws(DataError)
  {
    let name = relation.columns[column].name
    guard let key = try RowKey(relation, connection),
      try Self.hasIndex(relation.name, name, connection)
    else { return nil }
    let expression = "\(name.sqlName) COLLATE BINARY"
    let groups = try Self.groups(relation.name, expression, connection)
    let labels = ValueLabels(telling: groups.map(\.value.value))
    let sections = groups.map { value, count in
      let group = KeyedSelection.Group(column: expression, value: value)
      let selection = KeyedSelection(table: relation.name, key: key, group: group)
      return Section(
        title: labels.title(ofGroup: value.value),
        rows: KeyedRows(connection, selection, columns: relation.columns, count: count))
    }
    self.init(columns: relation.columns, sections: sections)
  }

  /// True when an index begins with the column and distinguishes all values.
  private static func hasIndex(_ table: String, _ column: String, _ connection: DatabaseConnection)
    throws(DataError) -> Bool
  {
    let sql = """
      SELECT count(*) FROM pragma_index_list(?) i, pragma_index_xinfo(i.name) k
      WHERE i.partial = 0 AND k.seqno = 0 AND k.name = ? AND k.coll = 'BINARY'
      """
    return try connection.read { database in
      try database.integer(sql, [.text(Array(table.utf8)), .text(Array(column.utf8))]) ?? 0 > 0
    }
  }

  /// The values and how many rows have each, in the order of a sort, the one without a value last.
  private static func groups(_ table: String, _ column: String, _ connection: DatabaseConnection)
    throws(DataError) -> [(value: KeyValue, count: Int)]
  {
    let sql = "SELECT \(column), count(*) FROM \(table.sqlName) GROUP BY 1"
    var groups: [(value: KeyValue, count: Int, order: SortValue)] = []
    try connection.read { database in
      let statement = try database.statement(sql)
      try statement.visitRows([]) { _ in
        let value = KeyValue(statement, 0)
        if case .integer(let count) = KeyValue(statement, 1) {
          groups.append((value, Int(count), SortValue(value.value)))
        }
        return true
      }
    }
    groups.sort { $0.order.compare($1.order) < 0 }
    return groups.map { ($0.value, $0.count) }
  }
}
