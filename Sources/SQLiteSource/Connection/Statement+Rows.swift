import GRDB
import GRDBSQLite
import TableModel

extension Statement {
  /// Runs the statement with arguments and visits its rows until the visitor returns false.
  ///
  /// The statement is reset in the end: a statement left in the middle keeps the file locked.
  func visitRows(_ arguments: [KeyValue], in database: Database, _ visit: () throws -> Bool)
    throws
  {
    sqlite3_reset(sqliteStatement)
    defer { sqlite3_reset(sqliteStatement) }
    for (index, argument) in arguments.enumerated() {
      let code = argument.bind(to: self, at: Int32(index + 1))
      guard code == SQLITE_OK else { throw failure(code, in: database) }
    }
    while try step(in: database) {
      guard try visit() else { return }
    }
  }

  /// Moves on to the next row; false after the last one.
  func step(in database: Database) throws -> Bool {
    switch sqlite3_step(sqliteStatement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code, in: database)
    }
  }

  private func failure(_ code: Int32, in database: Database) -> DatabaseError {
    let words = database.sqliteConnection.map { String(cString: sqlite3_errmsg($0)) }
    return DatabaseError(resultCode: ResultCode(rawValue: code), message: words)
  }
}

// MARK: - Columns of the current row

extension Statement {
  /// A column's value as records show it; numbers keep every digit.
  func value(_ position: Int, of column: Column) -> Value {
    let index = Int32(position)
    switch sqlite3_column_type(sqliteStatement, index) {
    case SQLITE_INTEGER, SQLITE_FLOAT: return .number(number(index, of: column))
    case SQLITE_TEXT: return .string(String(decoding: textBytes(index), as: UTF8.self))
    case SQLITE_BLOB: return .data(Array(blobBytes(index)))
    default: return .null
    }
  }

  /// Adds a column's text to a batch, without a value in between.
  func append(_ position: Int, of column: Column, to batch: inout RecordBatch) {
    let index = Int32(position)
    switch sqlite3_column_type(sqliteStatement, index) {
    case SQLITE_INTEGER, SQLITE_FLOAT:
      batch.appendField(kind: .number, utf8: number(index, of: column).text.utf8)
    case SQLITE_TEXT: batch.appendField(kind: .text, utf8: textBytes(index))
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(sqliteStatement, index))
      batch.appendField(kind: .data, utf8: Value.text(ofBytes: count).utf8)
    default: batch.appendField(kind: .null, utf8: "null".utf8)
    }
  }

  private func number(_ index: Int32, of column: Column) -> NumberText {
    if sqlite3_column_type(sqliteStatement, index) == SQLITE_INTEGER {
      return column.scaled(NumberText(Int(sqlite3_column_int64(sqliteStatement, index))))
    }
    return column.scaled(NumberText(sqlite3_column_double(sqliteStatement, index)))
  }

  /// The bytes of a text, valid until the statement moves on.
  func textBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_text(sqliteStatement, column)
    return UnsafeBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(sqliteStatement, column)))
  }

  /// The bytes of a blob, valid until the statement moves on.
  func blobBytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(sqliteStatement, column)
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(sqliteStatement, column)))
  }
}
