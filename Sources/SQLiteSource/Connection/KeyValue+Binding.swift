import CSQLite
package import SQLTables

extension Statement {
  /// Binds a value to a parameter, counted from zero.
  package func bind(_ value: KeyValue, at position: Int) {
    _ = value.bind(to: self, at: Int32(position + 1))
  }
}

extension KeyValue {
  /// Reads a column of a statement's current row.
  init(_ statement: Statement, _ column: Int) {
    let handle = statement.handle
    let column = Int32(column)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: self = .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT: self = .text(Array(statement.textBytes(column)))
    case SQLITE_BLOB: self = .blob(Array(statement.blobBytes(column)))
    default: self = .null
    }
  }

  /// Binds the value to a parameter, counted from one.
  func bind(to statement: Statement, at index: Int32) -> Int32 {
    let handle = statement.handle
    // The library copies the bytes before the call returns.
    let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    return switch self {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let value): sqlite3_bind_int64(handle, index, value)
    case .real(let value): sqlite3_bind_double(handle, index, value)
    case .text(let bytes), .typed(_, let bytes):
      bytes.isEmpty
        ? sqlite3_bind_text(handle, index, "", 0, copying)
        : bytes.withUnsafeBytes { bytes in
          sqlite3_bind_text64(
            handle, index, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            UInt64(bytes.count), copying, UInt8(SQLITE_UTF8))
        }
    case .blob(let bytes):
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(handle, index, 0)
        : bytes.withUnsafeBytes { bytes in
          sqlite3_bind_blob64(
            handle, index, bytes.baseAddress, UInt64(bytes.count), copying)
        }
    }
  }
}
