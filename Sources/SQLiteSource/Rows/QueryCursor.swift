import CSQLite
import SQLTables
import TableModel

/// A query that is run once, row by row, over many calls.
///
/// Not checked for concurrency by the compiler because a statement is a pointer of a C library: it
/// is touched only inside reads of the connection that made it, which come one after the other.
final class QueryCursor: SpoolCursor, @unchecked Sendable {
  private let connection: DatabaseConnection
  private let statement: Statement
  let columns: [Column]

  /// Prepares a query.
  ///
  /// - Parameter connection: one for this cursor alone.
  /// - Throws: `DataError.shape` for what is not a single query that only reads.
  init(_ sql: String, _ connection: DatabaseConnection) throws(DataError) {
    self.connection = connection
    statement = try connection.readUnchecked { database in
      try Statement(sql, database)
    }
    let handle = statement.handle
    columns = Self.columns(of: handle)
    guard sqlite3_stmt_readonly(handle) != 0 else {
      throw .shape(message: "a query must not change the database", hint: "it begins with SELECT")
    }
    guard !columns.isEmpty else {
      throw .shape(message: "the query returns no columns", hint: "it begins with SELECT")
    }
    guard sqlite3_bind_parameter_count(handle) == 0 else {
      throw .shape(
        message: "the query has parameters that are given no values",
        hint: "write the values into the query")
    }
  }

  func reading<Result>(_ body: () throws -> Result) throws(DataError) -> Result {
    try connection.readUnchecked { _ in try body() }
  }

  /// Moves on to the next row; false after the last one.
  func step() throws -> Bool { try statement.step() }

  /// Copies the current row into the parameters of another database's statement.
  ///
  /// - Returns: how many bytes its texts and blobs have.
  func copyRow(into target: Statement) -> Int {
    var bytes = 0
    for column in 0..<Int32(columns.count) {
      let value = sqlite3_column_value(statement.handle, column)
      sqlite3_bind_value(target.handle, column + 1, value)
      // The length of a number would be that of its text, which would have to be made.
      switch sqlite3_value_type(value) {
      case SQLITE_TEXT, SQLITE_BLOB: bytes += Int(sqlite3_value_bytes(value))
      default: break
      }
    }
    return bytes
  }

  /// Lets go of the lock that a begun query holds.
  func reset() { sqlite3_reset(statement.handle) }

  private static func columns(of handle: OpaquePointer) -> [Column] {
    let indices = 0..<sqlite3_column_count(handle)
    let names = Column.distinct(
      indices.map { sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? "" })
    return zip(indices, names).map { index, name in
      let type = sqlite3_column_decltype(handle, index).map { String(cString: $0) }
      return Column(name: name, declaredType: type)
    }
  }
}
