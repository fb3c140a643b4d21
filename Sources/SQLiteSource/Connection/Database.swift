import CSQLite
import Files
import Foundation
package import SQLTables
import TableModel

/// A connection to SQLite, with the few of its calls that reading a database takes.
///
/// Not checked for concurrency by the compiler because a connection is a pointer of a C library. It
/// serves one thread at a time: it and its statements are used in ``inTurn(_:)``.
final class Database: @unchecked Sendable {
  let handle: OpaquePointer
  private let turn = NSLock()
  /// The statements that were asked for before, by their text.
  private var statements: [String: Statement] = [:]

  enum Purpose {
    case reading
    case writing

    fileprivate var flags: Int32 {
      switch self {
      case .reading: SQLITE_OPEN_READONLY
      case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    }
  }

  /// Opens a database, or makes one.
  ///
  /// - Parameters:
  ///   - path: a path, an address that begins with `file:`, or nothing for a temporary database, which
  ///     lies in memory while it is small.
  ///   - patience: how long to wait for the lock of another program, in milliseconds.
  init(path: String, for purpose: Purpose, patience: Int32 = 0) throws(DatabaseError) {
    var opened: OpaquePointer?
    let flags = purpose.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let error = DatabaseError(code, opened)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    sqlite3_busy_timeout(handle, patience)
    shelf_refuse_double_quoted_strings(handle)
  }

  /// Statements that are still held keep what they need of the connection until they are gone.
  deinit { sqlite3_close_v2(handle) }

  /// Waits for its turn and uses the connection, which nobody else does meanwhile.
  func inTurn<Result>(_ body: (Database) throws -> Result) rethrows -> Result {
    turn.lock()
    defer { turn.unlock() }
    return try body(self)
  }

  /// Runs statements that return nothing.
  func execute(_ sql: String) throws(DatabaseError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, handle) }
  }

  /// A statement, which is prepared once and kept.
  func statement(_ sql: String) throws(DatabaseError) -> Statement {
    if let known = statements[sql] { return known }
    let made = try Statement(sql, self)
    statements[sql] = made
    return made
  }

  /// The first column of the first row; nil where there is no row, or no whole number.
  func integer(_ sql: String, _ arguments: [KeyValue] = []) throws -> Int64? {
    var found: Int64?
    try statement(sql).visitRows(arguments) { row in
      if case .integer(let value) = KeyValue(row, 0) { found = value }
      return false
    }
    return found
  }

  /// Does something as a whole: where it fails, nothing of it has happened.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try statement("BEGIN DEFERRED TRANSACTION").run()
    do {
      let result = try body()
      try statement("COMMIT TRANSACTION").run()
      return result
    } catch {
      // After some errors the library has already taken it back.
      if sqlite3_get_autocommit(handle) == 0 { try? statement("ROLLBACK TRANSACTION").run() }
      throw error
    }
  }
}

/// An error of SQLite.
struct DatabaseError: Error, CustomStringConvertible {
  /// One of the primary codes, such as `SQLITE_CORRUPT`.
  let code: Int32
  /// The library's message, without the statement that it belongs to.
  let description: String
  /// Why the system has refused what the library asked of it, behind a colon; empty where it has not.
  let cause: String

  init(code: Int32, _ description: String, cause: String = "") {
    self.code = code & 0xFF
    self.description = description + cause
    self.cause = cause
  }

  /// The error that a call on a connection has just returned.
  init(_ code: Int32, _ connection: OpaquePointer?) {
    let message = connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    let isOfSystem = [SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_FULL].contains(code & 0xFF)
    let number = isOfSystem ? connection.map { sqlite3_system_errno($0) } ?? 0 : 0
    self.init(
      code: code, message.map { String(cString: $0) } ?? "error \(code)",
      cause: number == 0 ? "" : ": \(SystemMessage.text(number))")
  }
}

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

  /// Adds a column's value to those of a field. Whole numbers and plain text are added without a value in
  /// between.
  func append(_ position: Int, of column: Column, to builder: inout FieldColumn.Builder) {
    let index = Int32(position)
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER where column.scale == nil:
      let integer = sqlite3_column_int64(handle, index)
      if NumberText.safeIntegers.contains(integer) { return builder.append(small: integer) }
    case SQLITE_TEXT:
      let bytes = textBytes(index)
      // Other text may be malformed.
      if bytes.allSatisfy({ $0 < 0x80 }) { return builder.append(text: bytes) }
    default: break
    }
    builder.append(value(position, of: column))
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

// MARK: - Binding

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
