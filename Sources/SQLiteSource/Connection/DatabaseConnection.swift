import CSQLite
import Documents
import Files
import Foundation
import SQLTables
import Synchronization
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

/// How a database file can be read without leaving a trace beside it.
enum DatabaseAccess: Sendable, Hashable {
  /// Nobody has a journal open: the file is read as it lies there, without locks.
  case immutable
  /// A write-ahead log holds changes: one read transaction shows the state of this moment for as
  /// long as the database is open, and stops nobody from writing.
  case snapshot
  /// A rollback journal is used: every read is a short transaction of its own, so that others
  /// can write in between.
  case shared

  /// The file format versions, which say whether changes go through a write-ahead log.
  private static let versionOffset = 18
  private static let writeAheadLog: UInt8 = 2

  /// The access that fits a file now.
  ///
  /// A write-ahead log that is empty or gone has nothing to add; opening it the usual way would
  /// create it and its index.
  init(path: String) {
    let head = FileHead.bytes(of: path, count: 20)
    guard head.count == 20, head[Self.versionOffset] == Self.writeAheadLog else {
      self = .shared
      return
    }
    self = DatabaseStamp.size(of: path + "-wal") > 0 ? .snapshot : .immutable
  }
}

/// The first bytes of a file.
enum FileHead {
  /// - Returns: nothing for what is not a regular file: reading from a pipe would take its data away.
  static func bytes(of path: String, count: Int) -> [UInt8] {
    // A program that waits to write into a pipe must not take this for its reader.
    guard FileStamp(path: path) != nil else { return [] }
    let descriptor = SystemPath.with(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let length = pread(descriptor, &bytes, count, 0)
    return Array(bytes.prefix(max(0, length)))
  }
}

/// What changes when a database is written: the stamp of its file, and the size of the log beside it.
struct DatabaseStamp: Sendable, Hashable {
  private var file: FileStamp?
  private var logSize: Int

  init(path: String) {
    file = FileStamp(path: path)
    logSize = Self.size(of: path + "-wal")
  }

  /// The size of a file; 0 where there is none.
  static func size(of path: String) -> Int { FileStamp(path: path)?.size ?? 0 }
}

extension DataError {
  /// An error of a database, in words that say what to do.
  ///
  /// - Parameter file: the database's path, as the user wrote it.
  init(reading file: String, _ error: any Error) {
    if let error = error as? DataError {
      self = error
      return
    }
    guard let failure = error as? DatabaseError else {
      self = .unreadable(file: file, reason: "\(error)")
      return
    }
    self = Self.known(failure, file) ?? .unreadable(file: file, reason: failure.description)
  }

  /// An error of the temporary database that keeps the rows of a query, which is not the fault of the
  /// file that they come from; an error of that file is left as it is.
  init(spooling error: any Error) {
    if let error = error as? DataError {
      self = error
      return
    }
    self = .shape(
      message: "the rows of the query cannot be kept: \(error)",
      hint: "they go to the directory for temporary files, which SQLITE_TMPDIR sets")
  }

  private static func known(_ failure: DatabaseError, _ file: String) -> DataError? {
    switch failure.code {
    case SQLITE_NOTADB:
      .unreadable(file: file, reason: "it is not a SQLite database, or it is encrypted")
    case SQLITE_CORRUPT:
      .unreadable(file: file, reason: "the database is damaged (\(failure))")
    case SQLITE_BUSY, SQLITE_LOCKED:
      .unreadable(file: file, reason: "another program has locked the database; try again later")
    case SQLITE_READONLY:
      .unreadable(
        file: file,
        reason:
          "its journal holds an unfinished change; open it once with a program that can write")
    case SQLITE_CANTOPEN:
      .unreadable(file: file, reason: "the database cannot be opened" + failure.cause)
    case SQLITE_INTERRUPT: .cancelled
    case SQLITE_MISUSE: .shape(message: "a query is a single SQL statement", hint: nil)
    case SQLITE_ERROR: .shape(message: failure.description, hint: nil)
    default: nil
    }
  }
}

/// Stops statements that run for long when the user asks for it.
///
/// The library asks now and then while a statement runs. Counting behind the prompt is not
/// stopped: the user has asked something else to stop.
final class Interruption: Sendable {
  private let isInterrupted: @Sendable () -> Bool
  /// True while a read that the user waits for is under way.
  private let isAwaited = Atomic<Bool>(true)

  /// How many steps of a statement pass between two questions: a millisecond or less.
  private static let steps: Int32 = 4096

  /// - Parameter isInterrupted: true when the user wants long work to stop.
  init(_ isInterrupted: @escaping @Sendable () -> Bool) {
    self.isInterrupted = isInterrupted
  }

  /// Has the library ask about the statements of a connection, which this object has to outlive.
  func watch(_ database: Database) {
    let itself = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      database.handle, Self.steps,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().answer
      }, itself)
  }

  /// Not zero to stop the statement.
  private var answer: Int32 {
    isAwaited.load(ordering: .relaxed) && isInterrupted() ? 1 : 0
  }

  /// Runs a read of a connection, on whose behalf the library may ask.
  ///
  /// - Parameter isAwaited: false for work behind the prompt.
  func during<Result>(isAwaited: Bool, _ body: () throws -> Result) rethrows -> Result {
    self.isAwaited.store(isAwaited, ordering: .relaxed)
    return try body()
  }
}
