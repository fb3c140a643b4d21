import CSQLite
import Foundation
import SQLTables

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

  init(code: Int32, _ description: String) {
    self.code = code & 0xFF
    self.description = description
  }

  /// The error that a call on a connection has just returned.
  init(_ code: Int32, _ connection: OpaquePointer?) {
    let message = connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    self.init(code: code, message.map { String(cString: $0) } ?? "error \(code)")
  }
}
