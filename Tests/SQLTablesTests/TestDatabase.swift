import CSQLite
import SQLTables
import TableModel

/// A database in memory with one table of records.
final class TestDatabase {
  struct Failure: Error {
    var message: String
  }

  let columns: [String]
  private var handle: OpaquePointer?
  /// Tells SQLite to copy what is bound.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// - Parameter columns: names with their declarations.
  init(columns: [(name: String, declaration: String)], rows: [[Value]]) throws {
    self.columns = columns.map(\.name)
    guard sqlite3_open(":memory:", &handle) == SQLITE_OK else { throw failure() }
    let declarations = columns.map { column in
      "\"" + column.name.replacing("\"", with: "\"\"") + "\" " + column.declaration
    }
    try run("CREATE TABLE t (" + declarations.joined(separator: ", ") + ")", []) { _ in }
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    try run("BEGIN", []) { _ in }
    for row in rows { try run("INSERT INTO t VALUES (\(marks))", row) { _ in } }
    try run("COMMIT", []) { _ in }
  }

  deinit { sqlite3_close(handle) }

  private func failure() -> Failure {
    Failure(message: sqlite3_errmsg(handle).map { String(cString: $0) } ?? "no message")
  }

  /// The numbers of the rows that a piece is true for.
  func rows(where piece: SQLPiece) throws -> Set<Int> {
    var found: Set<Int> = []
    let values = piece.arguments.map(\.value)
    let sql = "SELECT rowid, (\(piece.text)) IS NULL FROM t WHERE \(piece.text)"
    try run(sql, values + values) {
      if sqlite3_column_int($0, 1) != 0 { throw Failure(message: "NULL: \(piece.text)") }
      found.insert(Int(sqlite3_column_int64($0, 0)) - 1)
    }
    return found
  }

  /// The records as SQLite holds them.
  func records() throws -> [Value] {
    var records: [Value] = []
    try run("SELECT * FROM t ORDER BY rowid", []) { statement in
      var record = Record()
      for (index, name) in columns.enumerated() {
        record[name] = Self.value(statement, Int32(index))
      }
      records.append(.record(record))
    }
    return records
  }

  private static func value(_ statement: OpaquePointer?, _ index: Int32) -> Value {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(Int(sqlite3_column_int64(statement, index)))
    case SQLITE_FLOAT: return .double(sqlite3_column_double(statement, index))
    case SQLITE_TEXT:
      let bytes = UnsafeBufferPointer(
        start: sqlite3_column_text(statement, index),
        count: Int(sqlite3_column_bytes(statement, index)))
      return .string(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(statement, index),
        count: Int(sqlite3_column_bytes(statement, index)))
      return .data(Array(bytes))
    default: return .null
    }
  }

  private func run(
    _ sql: String, _ values: [Value], _ visit: (OpaquePointer?) throws -> Void
  ) throws {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure() }
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() { bind(value, to: statement, Int32(index + 1)) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try visit(statement)
      case SQLITE_DONE: return
      default: throw failure()
      }
    }
  }

  private func bind(_ value: Value, to statement: OpaquePointer?, _ index: Int32) {
    switch value {
    case .number(let number):
      switch number.numeric {
      case .int(let value): sqlite3_bind_int64(statement, index, value)
      case .double(let value): sqlite3_bind_double(statement, index, value)
      }
    case .string(let text):
      let bytes = Array(text.utf8CString)
      sqlite3_bind_text(statement, index, bytes, Int32(bytes.count - 1), Self.copied)
    case .data(let bytes):
      sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), Self.copied)
    default: sqlite3_bind_null(statement, index)
    }
  }
}
