import SQLTables
import TableModel

/// What tables ask of the database: one read for each window.
extension DatabaseConnection: SQLBackend {
  var name: String { file }
  var dialect: SQLDialect { .sqlite }
  var pace: CountingPace { CountingPace() }

  func rows(_ query: SQLQuery) throws(DataError) -> [[KeyValue]] {
    try read { database in try database.rows(query) }
  }

  func anchors(of selection: KeyedSelection, after last: [KeyValue]?, stride: Int, count: Int)
    throws(DataError) -> AnchorPiece
  {
    try read { database in
      try selection.anchors(after: last, stride: stride, count: count, ask: database.rows)
    }
  }

  func append(_ query: SQLQuery, _ plan: FieldPlan, to batch: inout RecordBatch)
    throws(DataError)
  {
    try read { database in
      try database.statement(query.text).append(query.arguments, plan, to: &batch)
    }
  }

  func records(_ query: SQLQuery, _ columns: [Column], keys: RecordKeys) throws(DataError)
    -> [Value]
  {
    try read { database in
      try database.statement(query.text).records(query.arguments, columns, keys)
    }
  }

  func fill(
    _ query: SQLQuery, _ plan: ColumnFilling, into builders: inout [FieldColumn.Builder]
  ) throws(DataError) {
    try read { database in
      try database.statement(query.text).fill(query.arguments, plan, into: &builders)
    }
  }

  func plan(of query: SQLQuery) throws(DataError) -> [String] {
    try read { database in try QueryPlan.steps(of: query.text, database) }
  }

  func rowNumbers(
    of table: String, _ number: String, where column: String, within bound: FieldBound, limit: Int
  ) throws(DataError) -> [Int64]? {
    let search = IndexSearch(table: table, key: number, column: column, bound: bound)
    return try read { database in try search.keys(limit: limit, database) }
  }
}

extension Database {
  /// All rows that a statement returns.
  func rows(_ query: SQLQuery) throws -> [[KeyValue]] {
    var rows: [[KeyValue]] = []
    try statement(query.text).visitRows(query.arguments) { row in
      rows.append((0..<row.columnCount).map { KeyValue(row, $0) })
      return true
    }
    return rows
  }
}

// MARK: - Windows

extension Statement {
  /// Adds the rows that the statement returns to a window, by the plan whose columns it reads.
  func append(_ arguments: [KeyValue], _ plan: FieldPlan, to batch: inout RecordBatch) throws {
    try visitRows(arguments) { _ in
      for origin in plan.origins {
        switch origin {
        case .column(let place, let column): append(place, of: column, to: &batch)
        case .part(let place, let column, let path):
          batch.append(field: value(place, of: column)[path: path])
        case .wholeRecord(let places):
          batch.appendField(kind: .record, utf8: plan.text(places, value: value).utf8)
        case .missing: batch.appendMissingField()
        }
      }
      batch.finishRecord()
      return true
    }
  }

  /// The rows that the statement returns as records of its columns.
  func records(_ arguments: [KeyValue], _ columns: [Column], _ keys: RecordKeys) throws -> [Value] {
    var records: [Value] = []
    var values: [Value] = []
    try visitRows(arguments) { _ in
      values.removeAll(keepingCapacity: true)
      for index in columns.indices { values.append(value(index, of: columns[index])) }
      records.append(.record(Record(keys, values: values[...])))
      return true
    }
    return records
  }

  /// Adds what the statement returns to columns.
  func fill(
    _ arguments: [KeyValue], _ plan: ColumnFilling, into builders: inout [FieldColumn.Builder]
  ) throws {
    try visitRows(arguments) { _ in
      for (field, place) in plan.places.enumerated() {
        guard let place else {
          builders[field].appendMissing()
          continue
        }
        append(place, of: plan.columns[place], to: &builders[field])
      }
      return true
    }
  }
}

/// Finds the keys of rows by an index of the database, where it has one that serves.
///
/// The key is asked for alone and in no order: an `ORDER BY` would have the library go through the
/// table in the order of the key instead.
struct IndexSearch {
  /// SQL expressions.
  let table: String
  let key: String
  let column: String
  let bound: FieldBound

  /// The keys of the rows within the bound, in any order.
  ///
  /// - Returns: nil when the library would not search an index, when there are more than the limit,
  ///   or when the column has values of another kind than the bound.
  func keys(limit: Int, _ database: Database) throws -> [Int64]? {
    guard searches(condition.text, database) else { return nil }
    for other in otherKinds {
      guard searches(other, database), try find(other, [], limit: 1, database).isEmpty else {
        return nil
      }
    }
    let keys = try find(condition.text, condition.arguments, limit: limit + 1, database)
    return keys.count > limit ? nil : keys
  }

  private func sql(_ condition: String) -> String {
    "SELECT \(key) FROM \(table) WHERE \(condition) LIMIT ?"
  }

  private func find(
    _ condition: String, _ arguments: [KeyValue], limit: Int, _ database: Database
  ) throws -> [Int64] {
    let statement = try database.statement(sql(condition))
    var keys: [Int64] = []
    try statement.visitRows(arguments + [.integer(Int64(limit))]) { _ in
      if case .integer(let key) = KeyValue(statement, 0) { keys.append(key) }
      return true
    }
    return keys
  }

  /// True when the library would find the rows by one search, and not by going through them. A
  /// column whose order it does not know cannot be asked at all.
  private func searches(_ condition: String, _ database: Database) -> Bool {
    guard let steps = try? QueryPlan.steps(of: sql(condition), database) else { return false }
    return steps.count == 1 && steps[0].hasPrefix("SEARCH")
  }

  private var condition: (text: String, arguments: [KeyValue]) {
    switch bound {
    case .text(let text): return ("\(column) = ?", [.text(Array(text.utf8))])
    case .numbers(let lower, let upper):
      let limits = [(lower, ">"), (upper, "<")].compactMap { limit, sign in
        limit.map { ("\(column) \(sign)\($0.isIncluded ? "=" : "") ?", KeyValue($0.number)) }
      }
      return (limits.map(\.0).joined(separator: " AND "), limits.map(\.1))
    }
  }

  /// Numbers come before all text and text before all data, whatever the column's collation.
  private var otherKinds: [String] {
    switch bound {
    case .numbers: ["\(column) >= ''"]
    case .text: ["\(column) < ''", "\(column) >= x''"]
    }
  }
}

extension KeyValue {
  fileprivate init(_ number: FieldBound.Number) {
    switch number {
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    }
  }
}
