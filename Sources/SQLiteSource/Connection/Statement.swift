import CSQLite
import SQLTables
import TableModel

/// A statement of SQL that is prepared to be run.
///
/// Not checked for concurrency by the compiler because it is a pointer of a C library: it is used in
/// the turns of its connection only.
package final class Statement: @unchecked Sendable {
  let handle: OpaquePointer

  /// - Throws: what is wrong with the text; that it holds more than one statement, or none.
  init(_ sql: String, _ database: Database) throws(DatabaseError) {
    var parts: [OpaquePointer] = []
    let code = sql.withCString { text in
      var rest: UnsafePointer<CChar>? = text
      while let start = rest, start.pointee != 0, parts.count < 2 {
        var part: OpaquePointer?
        let code = sqlite3_prepare_v2(database.handle, start, -1, &part, &rest)
        // What follows a whole statement need not be one to be too much.
        guard code == SQLITE_OK else { return parts.isEmpty ? code : SQLITE_MISUSE }
        // Blanks and comments make no statement.
        if let part { parts.append(part) }
      }
      return parts.count > 1 ? SQLITE_MISUSE : SQLITE_OK
    }
    guard code == SQLITE_OK, let only = parts.first else {
      let error =
        switch code {
        case SQLITE_OK: DatabaseError(code: SQLITE_ERROR, "empty statement")
        case SQLITE_MISUSE: DatabaseError(code: SQLITE_MISUSE, "several statements")
        default: DatabaseError(code, database.handle)
        }
      for part in parts { sqlite3_finalize(part) }
      throw error
    }
    handle = only
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs a statement that returns nothing.
  func run() throws { try visitRows([]) { _ in true } }

  /// Runs the statement with arguments and visits its rows until the visitor returns false.
  ///
  /// The statement is reset in the end: a statement left in the middle keeps the file locked.
  func visitRows(_ arguments: [KeyValue], _ visit: (Statement) throws -> Bool) throws {
    sqlite3_reset(handle)
    defer { sqlite3_reset(handle) }
    for (index, argument) in arguments.enumerated() {
      let code = argument.bind(to: self, at: Int32(index + 1))
      guard code == SQLITE_OK else { throw failure(code) }
    }
    while try step() {
      guard try visit(self) else { return }
    }
  }

  /// Moves on to the next row; false after the last one.
  func step() throws(DatabaseError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code)
    }
  }

  private func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(code, sqlite3_db_handle(handle))
  }
}

// MARK: - Columns of the current row

extension Statement {
  /// A column's value as records show it; numbers keep every digit.
  func value(_ position: Int, of column: Column) -> Value {
    let index = Int32(position)
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER, SQLITE_FLOAT: return .number(number(index, of: column))
    case SQLITE_TEXT: return .string(String(decoding: textBytes(index), as: UTF8.self))
    case SQLITE_BLOB: return .data(Array(blobBytes(index)))
    default: return .null
    }
  }

  func isNull(_ position: Int) -> Bool {
    sqlite3_column_type(handle, Int32(position)) == SQLITE_NULL
  }

  var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// A column as text.
  func text(_ position: Int) -> String {
    String(decoding: textBytes(Int32(position)), as: UTF8.self)
  }

  /// Adds a column's text to a batch, without a value in between.
  func append(_ position: Int, of column: Column, to batch: inout RecordBatch) {
    let index = Int32(position)
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER, SQLITE_FLOAT:
      batch.appendField(kind: .number, utf8: number(index, of: column).text.utf8)
    case SQLITE_TEXT: batch.appendField(kind: .text, utf8: textBytes(index))
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(handle, index))
      batch.appendField(kind: .data, utf8: Value.text(ofBytes: count).utf8)
    default: batch.appendField(kind: .null, utf8: "null".utf8)
    }
  }

  private func number(_ index: Int32, of column: Column) -> NumberText {
    if sqlite3_column_type(handle, index) == SQLITE_INTEGER {
      return column.scaled(NumberText(Int(sqlite3_column_int64(handle, index))))
    }
    return column.scaled(NumberText(sqlite3_column_double(handle, index)))
  }

  /// The bytes of a text, valid until the statement moves on.
  func textBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_text(handle, column)
    return UnsafeBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }

  /// The bytes of a blob, valid until the statement moves on.
  func blobBytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }
}
