import CPostgres
import Foundation
import TableModel

/// PostgreSQL's client library, which is opened when somebody asks for a server.
///
/// The library reads its own files and variables (`.pgpass`, services, `PGHOST`, `PGSSLMODE`), so none of
/// that is repeated here.
struct PostgresLibrary: @unchecked Sendable {
  /// Not checked for concurrency by the compiler because these are pointers of a C library: they are
  /// written before anybody gets them, and never again.
  let functions: ShelfPQ

  /// Names another file than the one that the system would find.
  private static let variable = "SHELF_LIBPQ"

  /// - Throws: `DataError.shape` that says how to get the library.
  static func open() throws(DataError) -> PostgresLibrary {
    var message = [CChar](repeating: 0, count: 512)
    let path = ProcessInfo.processInfo.environment[variable]
    let found =
      path.map { shelf_pq_open($0, &message, message.count) }
      ?? shelf_pq_open(nil, &message, message.count)
    if let found { return PostgresLibrary(functions: found.pointee) }
    let reason = String(
      decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    throw .shape(
      message: "cannot reach a server without libpq, PostgreSQL's client library: \(reason)",
      hint: "'apt install libpq5' or 'brew install libpq' brings it")
  }
}

/// The numbers that libpq and the server give types, as far as they are the same everywhere.
enum TypeNumber {
  static let bool: UInt32 = 16
  static let bytes: UInt32 = 17
  static let int8: UInt32 = 20
  static let text: UInt32 = 25
  static let float8: UInt32 = 701
}
