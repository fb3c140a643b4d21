import TableModel

/// What gives each row of a table its place: expressions that an index or the table itself is
/// ordered by, and that no two rows have in common.
struct RowKey: Sendable, Hashable {
  /// SQL expressions.
  var expressions: [String]

  /// True for the number that the library itself gives each row.
  var isRowID: Bool { expressions.count == 1 && Self.rowIDNames.contains(expressions[0]) }

  /// `a, b`, in the order of the index.
  var order: String { expressions.joined(separator: ", ") }

  /// `(a, b) >= (?, ?)`.
  var lowerBound: String {
    guard expressions.count > 1 else { return "\(order) >= ?" }
    let marks = expressions.map { _ in "?" }.joined(separator: ", ")
    return "(\(order)) >= (\(marks))"
  }
}

extension RowKey {
  private static let rowIDNames = ["rowid", "_rowid_", "oid"]

  /// The key of a table.
  ///
  /// - Returns: nil for views and made-up tables, where all names of the row's number are taken by
  ///   columns, and for primary keys that the library does not read by ranges: those that mix
  ///   directions, or collate otherwise than their columns.
  init?(_ relation: Relation, _ connection: DatabaseConnection) throws(DataError) {
    guard relation.kind == .table else { return nil }
    guard relation.isWithoutRowID else {
      let taken = Set(relation.columns.map { $0.name.lowercased() })
      guard let name = Self.rowIDNames.first(where: { !taken.contains($0) }) else { return nil }
      self.init(expressions: [name])
      return
    }
    let columns = try connection.read { database in
      var columns: [String] = []
      try database.statement(Self.primaryKey).visitRows([.text(Array(relation.name.utf8))]) { row in
        columns.append(row.text(0))
        return true
      }
      return columns
    }
    self.init(expressions: columns.map(\.sqlName))
    guard try isReadByRanges(of: relation.name, connection) else { return nil }
  }

  private static let primaryKey = """
    SELECT k.name FROM pragma_index_list(?) i, pragma_index_xinfo(i.name) k
    WHERE i.origin = 'pk' AND k.key = 1 ORDER BY k.seqno
    """

  /// Asks the library how it would read a window: with a search, and without sorting.
  private func isReadByRanges(of table: String, _ connection: DatabaseConnection)
    throws(DataError) -> Bool
  {
    let sql = KeyedSelection(table: table, key: self).sql(expressions, bounded: true)
    let plan = try connection.read { database in try QueryPlan.steps(of: sql, database) }
    return plan.count == 1 && plan.allSatisfy { $0.hasPrefix("SEARCH") }
  }
}

/// The rows of a table, or those of one group, in the order of the key.
struct KeyedSelection: Sendable {
  /// The rows whose column has a value.
  struct Group: Sendable {
    /// An SQL expression.
    var column: String
    var value: KeyValue
  }

  var table: String
  var key: RowKey
  var group: Group?

  init(table: String, key: RowKey, group: Group? = nil) {
    self.table = table
    self.key = key
    self.group = group
  }

  /// The statement that reads expressions of the rows from a key on, in order.
  ///
  /// - Parameter bounded: whether the key of the first row is an argument.
  func sql(_ expressions: [String], bounded: Bool) -> String {
    var conditions: [String] = []
    if let group { conditions.append("\(group.column) IS ?") }
    if bounded { conditions.append(key.lowerBound) }
    let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    let list = expressions.isEmpty ? "NULL" : expressions.joined(separator: ", ")
    return "SELECT \(list) FROM \(table.sqlName)\(filter) ORDER BY \(key.order) LIMIT ? OFFSET ?"
  }

  /// The arguments of the statement, in order.
  func arguments(from first: [KeyValue]?, limit: Int, offset: Int) -> [KeyValue] {
    let group = group.map { [$0.value] } ?? []
    return group + (first ?? []) + [.integer(Int64(limit)), .integer(Int64(offset))]
  }
}

/// How the library would carry a statement out.
enum QueryPlan {
  private static let wordsColumn = 3

  /// The steps in the library's words, `SEARCH t USING INDEX i (a>?)` for example.
  static func steps(of sql: String, _ database: Database) throws -> [String] {
    let statement = try Statement("EXPLAIN QUERY PLAN " + sql, database)
    var steps: [String] = []
    try statement.visitRows([]) { _ in
      if case .text(let words) = KeyValue(statement, wordsColumn) {
        steps.append(String(decoding: words, as: UTF8.self))
      }
      return true
    }
    return steps
  }
}
