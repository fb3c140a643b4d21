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
