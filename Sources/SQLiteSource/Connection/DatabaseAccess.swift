import DataSources
import Foundation

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
  /// - Returns: nothing for what is no regular file: reading from a pipe would take its data away.
  static func bytes(of path: String, count: Int) -> [UInt8] {
    // Whoever waits to write into a pipe must not take this for its reader.
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
