/// What gives each row of a table its place: expressions that an index or the table itself is
/// ordered by, and that no two rows have in common.
package struct RowKey: Sendable, Hashable {
  package struct Part: Sendable, Hashable {
    /// An SQL expression that is never NULL.
    package var expression: String
    package var isDescending: Bool

    package init(_ expression: String, isDescending: Bool = false) {
      (self.expression, self.isDescending) = (expression, isDescending)
    }
  }

  package var parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }

  package init(expressions: [String]) { parts = expressions.map { Part($0) } }

  package var expressions: [String] { parts.map(\.expression) }

  private static let rowIDNames = ["rowid", "_rowid_", "oid"]

  /// The names by which SQLite knows the number that it gives each row.
  package static var namesOfRowID: [String] { rowIDNames }

  /// True for the number that SQLite itself gives each row.
  package var isRowID: Bool { parts.count == 1 && Self.rowIDNames.contains(parts[0].expression) }

  /// `a, b DESC`, in the order of the index.
  package var order: String { order(reversed: false) }

  /// - Parameter reversed: from the last row to the first.
  func order(reversed: Bool) -> String {
    parts.map { $0.expression + ($0.isDescending != reversed ? " DESC" : "") }
      .joined(separator: ", ")
  }

  /// The rows from one on, `(a, b) >= (?, ?)`, or those before it.
  ///
  /// Rows can be compared as a whole where all parts go the same way. Otherwise what the first part
  /// says stands by itself as well, since that is what an index can search by:
  /// `a <= ? AND (a < ? OR b >= ?)`.
  func side(_ side: Side, of row: [KeyValue], in dialect: SQLDialect) -> SQLPiece {
    let mark = dialect.mark
    guard parts.count == 1 || Set(parts.map(\.isDescending)).count > 1 else {
      let sign = side.sign(isDescending: parts.first?.isDescending == true)
      let marks = parts.map { _ in mark }.joined(separator: ", ")
      let names = expressions.joined(separator: ", ")
      return SQLPiece(text: "(\(names)) \(sign) (\(marks))", arguments: row)
    }
    return Self.side(side, zip(parts, row).map { ($0, $1) }[...], mark)
  }

  /// What lies on one side of a row.
  enum Side {
    /// The row itself and those behind it.
    case from
    case before

    fileprivate func sign(isDescending: Bool) -> String {
      switch self {
      case .from: isDescending ? "<=" : ">="
      case .before: isDescending ? ">" : "<"
      }
    }
  }

  private static func side(
    _ side: Side, _ rest: ArraySlice<(part: Part, value: KeyValue)>, _ mark: String
  ) -> SQLPiece {
    guard let (part, value) = rest.first else { return .everything }
    func own(_ sign: String) -> SQLPiece {
      SQLPiece(text: "\(part.expression) \(sign) \(mark)", arguments: [value])
    }
    let last = side.sign(isDescending: part.isDescending)
    if rest.count == 1 { return own(last) }
    let (first, strict) = (String(last.prefix(1)), last.count == 1)
    return .all([
      own(strict ? first + "=" : last),
      .any([own(first), Self.side(side, rest.dropFirst(), mark)]),
    ])
  }
}

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
