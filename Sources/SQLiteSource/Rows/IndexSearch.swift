import SQLTables
import TableModel

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
