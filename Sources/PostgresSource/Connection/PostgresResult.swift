import CPostgres
import SQLTables
import TableModel

/// What a statement has returned: rows of values in the text of their types.
///
/// Not checked for concurrency by the compiler because it is a pointer of a C library: a result
/// never changes once it has arrived.
final class PostgresResult: @unchecked Sendable {
  private let library: PostgresLibrary
  private let handle: OpaquePointer
  let count: Int
  let columnCount: Int

  init(_ handle: OpaquePointer, _ library: PostgresLibrary) {
    self.handle = handle
    self.library = library
    count = Int(library.functions.rowCount(handle))
    columnCount = Int(library.functions.columnCount(handle))
  }

  deinit { library.functions.clear(handle) }

  /// The bytes of a value, which live as long as the result; nil for NULL.
  func bytes(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8>? {
    let (row, column) = (Int32(row), Int32(column))
    guard library.functions.isNull(handle, row, column) == 0 else { return nil }
    let length = Int(library.functions.length(handle, row, column))
    let start = UnsafeRawPointer(library.functions.value(handle, row, column))
    return UnsafeBufferPointer(
      start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : length)
  }

  func text(_ row: Int, _ column: Int) -> String? {
    bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
  }

  func integer(_ row: Int, _ column: Int) -> Int? { text(row, column).flatMap { Int($0) } }

  /// True for a truth value that is true.
  func isTrue(_ row: Int, _ column: Int) -> Bool { text(row, column) == "t" }

  func name(_ column: Int) -> String {
    library.functions.columnName(handle, Int32(column)).map { String(cString: $0) } ?? ""
  }

  /// The number of a column's type.
  func type(_ column: Int) -> UInt32 { library.functions.columnType(handle, Int32(column)) }
}

/// An error that the server or libpq reports.
struct PostgresError: Error, Sendable {
  /// Five letters and digits that say what it is; nil where the connection is gone.
  let code: String?
  let message: String
  let hint: String?
  /// Whose password the server wants and was not given.
  var userWithoutPassword: String?
  /// Whether a password was sent to the server that has refused the connection.
  var usedPassword = false
  /// Whether the connection is in the middle of a statement that did not stop when it was asked to.
  var isGivenUp = false

  /// Where the meaning of a code is written: appendix A of PostgreSQL's manual.
  enum Code {
    static let queryCancelled = "57014"
    static let undefinedObject = "42704"
    static let notSupported = "0A000"
    static let insufficientPrivilege = "42501"
    static let undefinedTable = "42P01"
    static let lockNotAvailable = "55P03"
  }

  /// True where another connection may answer: this one was ended by the server or the network.
  var isLostConnection: Bool {
    guard let code, !isGivenUp else { return true }
    // A server that shuts down, a backend that is ended, an idle one as well, a replica in conflict.
    return ["57P01", "57P02", "57P03", "25P03", "40001"].contains(code) || code.hasPrefix("08")
  }
}

extension DataError {
  /// - Parameter name: the database, as messages name it.
  init(_ error: PostgresError, reading name: String) {
    switch error.code {
    case PostgresError.Code.queryCancelled: self = .cancelled
    case PostgresError.Code.insufficientPrivilege:
      self = .shape(message: error.message, hint: "the role that is used has no right to read it")
    case PostgresError.Code.undefinedTable:
      self = .shape(
        message: error.message, hint: error.hint ?? "'reload' reads the list of tables again")
    case PostgresError.Code.lockNotAvailable:
      self = .shape(
        message: "another session has locked the table", hint: "try again when it is done")
    case nil:
      self = .shape(
        message: "the connection to '\(name)' is gone: \(error.message)",
        hint: "'reload' opens it again")
    default: self = .shape(message: error.message, hint: error.hint)
    }
  }
}

// MARK: - Parameters

extension SQLQuery {
  /// The text with its marks numbered, as PostgreSQL has them: `$1`, `$2`.
  var numbered: String {
    guard text.contains(SQLDialect.numberedMark) else { return text }
    let pieces = text.split(separator: SQLDialect.numberedMark, omittingEmptySubsequences: false)
    return pieces.dropFirst().enumerated().reduce(String(pieces[0])) { text, piece in
      text + "$\(piece.offset + 1)" + piece.element
    }
  }
}

extension KeyValue {
  /// The type by which the server reads the parameter; 0 has it find out.
  var typeNumber: UInt32 {
    switch self {
    case .null: 0
    case .integer: TypeNumber.int8
    case .real: TypeNumber.float8
    case .text: TypeNumber.text
    case .blob: TypeNumber.bytes
    case .typed(let number, _): number
    }
  }

  /// The value in the text of its type; nil for NULL.
  func parameter() throws(PostgresError) -> String? {
    switch self {
    case .null: return nil
    case .integer(let value): return String(value)
    case .real(let value): return value.description
    case .blob(let bytes):
      return "\\x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    case .text(let bytes), .typed(_, let bytes):
      guard !bytes.contains(0) else {
        throw PostgresError(
          code: PostgresError.Code.notSupported,
          message: "no text of a server holds the character U+0000",
          hint: nil)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
