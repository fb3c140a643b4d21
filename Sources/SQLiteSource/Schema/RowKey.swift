import GRDB
import TableModel

/// What gives each row of a table its place: expressions that an index or the table itself is
/// ordered by, and that no two rows have in common.
struct RowKey: Sendable, Hashable {
  /// SQL expressions, with the collation that their index has.
  var expressions: [String]

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
  ///   columns, and for primary keys that mix directions.
  init?(_ relation: Relation, _ connection: DatabaseConnection) throws(DataError) {
    guard relation.kind == .table else { return nil }
    guard relation.isWithoutRowID else {
      let taken = Set(relation.columns.map { $0.name.lowercased() })
      guard let name = Self.rowIDNames.first(where: { !taken.contains($0) }) else { return nil }
      self.init(expressions: [name])
      return
    }
    let columns = try connection.read { database in
      try Row.fetchAll(database, sql: Self.primaryKey, arguments: [relation.name])
    }
    let directions = Set(columns.map { $0["desc"] as Int })
    guard directions.count == 1 else { return nil }
    self.init(
      expressions: columns.map { column in
        let (name, collation): (String, String) = (column["name"], column["coll"])
        return "\(name.sqlName) COLLATE \(collation.sqlName)"
      })
  }

  private static let primaryKey = """
    SELECT k.name, k."desc", k.coll
    FROM pragma_index_list(?) i, pragma_index_xinfo(i.name) k
    WHERE i.origin = 'pk' AND k.key = 1 ORDER BY k.seqno
    """
}
