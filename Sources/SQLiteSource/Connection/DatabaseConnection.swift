import Documents
import Files
import Foundation
import SQLTables
import TableModel

/// A database that is open for reading; reads are done one after the other.
///
/// Every read sees the database as it was when it was opened, or fails because it changed.
final class DatabaseConnection: Sendable {
  /// The path as the user wrote it, for errors.
  let file: String
  private let database: Database
  private let access: DatabaseAccess
  private let stamp: DatabaseStamp
  private let version: Int64
  private let isInterrupted: @Sendable () -> Bool
  private let interruption: Interruption

  /// How long a writer may hold its lock before a read fails, in milliseconds.
  private static let patience: Int32 = 250

  /// Opens a database file.
  ///
  /// - Parameter isInterrupted: asked while a statement runs; true stops it.
  /// - Throws: `DataError.notFound` or `.unreadable`: no file, no database, damaged, locked.
  convenience init(file: String, isInterrupted: @escaping @Sendable () -> Bool = { false })
    throws(DataError)
  {
    let path = file.hasPrefix("/") ? file : "./" + file
    try Self.checkFile(file)
    try self.init(file: file, path: path, access: DatabaseAccess(path: path), isInterrupted)
  }

  private init(
    file: String, path: String, access: DatabaseAccess,
    _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(DataError) {
    self.file = file
    self.isInterrupted = isInterrupted
    let interruption = Interruption(isInterrupted)
    self.interruption = interruption
    self.access = access
    stamp = DatabaseStamp(path: path)
    do {
      database = try Database(
        path: Self.location(of: path, access), for: .reading, patience: Self.patience)
      version = try database.inTurn { database in
        interruption.watch(database)
        // What stands in a schema is data from a stranger: it may not call functions that do things.
        try database.execute("PRAGMA query_only = 1; PRAGMA trusted_schema = 0")
        if access == .snapshot { try database.execute("BEGIN DEFERRED TRANSACTION") }
        _ = try database.integer("SELECT count(*) FROM sqlite_master")
        return try Self.dataVersion(database)
      }
    } catch {
      throw DataError(reading: file, error)
    }
  }

  /// A second connection to the same file, for a cursor that stays open.
  func another() throws(DataError) -> DatabaseConnection {
    try DatabaseConnection(file: file, isInterrupted: isInterrupted)
  }

  /// Runs queries that belong together.
  ///
  /// - Throws: `DataError.changedUnderneath` when the file was written since it was opened.
  func read<Result>(_ body: (Database) throws -> Result) throws(DataError) -> Result {
    try readUnchecked { database in
      switch access {
      case .snapshot: return try body(database)
      case .immutable:
        guard !hasChanged else { throw changed }
        return try body(database)
      case .shared:
        return try database.transaction {
          guard try Self.dataVersion(database) == version else { throw changed }
          return try body(database)
        }
      }
    }
  }

  /// True when the file, or the log beside it, was written to since it was opened.
  var hasChanged: Bool { DatabaseStamp(path: fullPath) != stamp }

  /// True when the next read would fail because somebody wrote to the file.
  var isLost: Bool {
    do throws(DataError) {
      try read { _ in }
      return false
    } catch .changedUnderneath {
      return true
    } catch {
      return false
    }
  }

  /// Runs a query step whose statement holds its own lock from one call to the next.
  func readUnchecked<Result>(_ body: (Database) throws -> Result) throws(DataError) -> Result {
    let isAwaited = !Background.isCurrent
    do {
      return try database.inTurn { database in
        try interruption.during(isAwaited: isAwaited) { try body(database) }
      }
    } catch {
      throw DataError(reading: file, error)
    }
  }

  private var fullPath: String { file.hasPrefix("/") ? file : "./" + file }

  private var changed: DataError { .changedUnderneath(file: file) }

  /// A number that changes with every commit of another program.
  private static func dataVersion(_ database: Database) throws -> Int64 {
    try database.integer("PRAGMA data_version") ?? 0
  }
}

// MARK: - Opening

extension DatabaseConnection {
  private static func checkFile(_ file: String) throws(DataError) {
    var status = stat()
    guard SystemPath.with(file, { stat($0, &status) }) == 0 else {
      let code = errno
      if code == ENOENT { throw .notFound(file: file) }
      throw .unreadable(file: file, reason: SystemMessage.text(code))
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw .unreadable(file: file, reason: "it is a directory")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(file: file, reason: "a database must be a file of its own")
    }
    guard SystemPath.with(file, { Foundation.access($0, R_OK) }) == 0 else {
      throw .unreadable(file: file, reason: SystemMessage.text(errno))
    }
  }

  /// The path, as an address where it is no UTF-8, and as one that forbids locks where nobody writes.
  private static func location(of path: String, _ access: DatabaseAccess) -> String {
    let isImmutable = access == .immutable
    guard isImmutable || SystemPath.hasBytes(path) else { return path }
    let escaped = SystemPath.bytes(of: path).map { byte -> String in
      let character = Character(Unicode.Scalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "/._-".contains(character) {
        return String(character)
      }
      return (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }
    return "file:\(escaped.joined())" + (isImmutable ? "?immutable=1" : "")
  }
}
