/// The rows of a table, or those that a condition leaves, in the order of a key.
package struct KeyedSelection: Sendable {
  /// The table as SQL names it.
  package var table: String
  package var key: RowKey
  package var filter: SQLPiece?
  package var dialect: SQLDialect

  package init(
    table: String, key: RowKey, filter: SQLPiece? = nil, dialect: SQLDialect = .sqlite
  ) {
    (self.table, self.key, self.filter, self.dialect) = (table, key, filter, dialect)
  }

  /// Reads expressions of some rows, in order.
  ///
  /// - Parameter first: the key of the row to begin with; nil for the first one.
  package func query(
    _ expressions: [String], from first: [KeyValue]? = nil, limit: Int, offset: Int = 0
  ) -> SQLQuery {
    query(expressions, first.map { key.side(.from, of: $0, in: dialect) }, limit, offset)
  }

  /// Reads expressions of the rows before one, the nearest first.
  ///
  /// - Parameter end: the key of the row behind them; nil for the end of all rows.
  package func query(
    _ expressions: [String], before end: [KeyValue]?, limit: Int, offset: Int
  ) -> SQLQuery {
    query(
      expressions, end.map { key.side(.before, of: $0, in: dialect) }, limit, offset,
      reversed: true)
  }

  private func query(
    _ expressions: [String], _ bound: SQLPiece?, _ limit: Int, _ offset: Int,
    reversed: Bool = false
  ) -> SQLQuery {
    let conditions = [filter, bound].compactMap(\.self)
    let list = expressions.isEmpty ? "NULL" : expressions.joined(separator: ", ")
    let mark = dialect.mark
    let text =
      "SELECT \(list) FROM \(table)\(Self.filter(conditions))"
      + " ORDER BY \(key.order(reversed: reversed)) LIMIT \(mark) OFFSET \(mark)"
    return SQLQuery(
      text, conditions.flatMap(\.arguments) + [.integer(Int64(limit)), .integer(Int64(offset))])
  }

  /// How many rows there are from a key on, up to a limit; without either all of them.
  package func countQuery(from first: [KeyValue]? = nil, limit: Int? = nil) -> SQLQuery {
    guard let limit else {
      return SQLQuery(
        "SELECT count(*) FROM \(table)\(Self.filter(filter.map { [$0] } ?? []))",
        filter?.arguments ?? [])
    }
    let rows = query([], from: first, limit: limit)
    return SQLQuery("SELECT count(*) FROM (\(rows.text)) AS rows", rows.arguments)
  }

  /// How many rows stand before the one with a key.
  package func countQuery(before row: [KeyValue]) -> SQLQuery {
    let conditions = [filter, key.side(.before, of: row, in: dialect)].compactMap(\.self)
    return SQLQuery(
      "SELECT count(*) FROM \(table)\(Self.filter(conditions))", conditions.flatMap(\.arguments))
  }

  private static func filter(_ conditions: [SQLPiece]) -> String {
    conditions.isEmpty ? "" : " WHERE " + conditions.map(\.text).joined(separator: " AND ")
  }
}
