import Foundation

/// A file that is written piece by piece and takes its name only when it is whole: at any moment
/// the old file or the new one is there, never half of one.
///
/// The pieces go to a file without a name, of which nothing is left however the program ends; only
/// to replace an older file it has one for the moment between two system calls. Where the system or
/// the file system has no such files it lies beside the old one, and is removed where `finish` is
/// never called; a program that is killed leaves it there. What is no file to be replaced, such as a
/// device or a pipe, is written to directly.
package final class FileReplacement {
  package enum Failure: Error {
    /// There is a file with this name, and it was not to be replaced.
    case exists
    /// A system call failed, with this error number.
    case system(Int32)
    /// The file would lie outside of the folder that may be written to.
    case outside
    /// There is a database, of which a file could only be a part.
    case database
  }

  /// The only folder in which this process makes and replaces files, and those below it; nil for
  /// anywhere. Pages that are tested start the program with such a folder.
  package static let writableVariable = "SHELF_WRITES_BELOW"

  /// True where this process writes into one folder alone.
  package static var isLimited: Bool { getenv(writableVariable) != nil }

  /// - Throws: `Failure.outside` where the process may not write a file, `database` where there is
  ///   one.
  package static func check(_ path: String) throws(Failure) {
    if holdsDatabase(path) { throw .database }
    if let folder = getenv(writableVariable), !lies(path, below: String(cString: folder)) {
      throw .outside
    }
  }

  private static let databaseHead = Array("SQLite format 3\0".utf8)

  private static func holdsDatabase(_ path: String) -> Bool {
    var status = stat()
    // Opening a device or a pipe may do something.
    guard SystemPath.with(path, { stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return false }
    let descriptor = SystemPath.with(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: databaseHead.count)
    return pread(descriptor, &head, head.count, 0) == head.count && head == databaseHead
  }

  /// True where a file lies, or would lie, below a folder, whatever links lead there; and for
  /// devices and pipes, which are no files.
  package static func lies(_ path: String, below folder: String) -> Bool {
    var status = stat()
    if SystemPath.with(path, { stat($0, &status) }) == 0,
      [S_IFCHR, S_IFIFO].contains(status.st_mode & S_IFMT)
    {
      return true
    }
    var place = path.contains("/") ? path : "./" + path
    while !place.isEmpty {
      if let found = real(place) { return (found + "/").hasPrefix((real(folder) ?? folder) + "/") }
      // A link to a file that is not there yet: it may lead anywhere.
      if SystemPath.with(place, { lstat($0, &status) }) == 0 { return false }
      while place.last == "/" { place.removeLast() }
      place = Self.folder(of: place)
    }
    return false
  }

  /// Where the file will lie, symbolic links followed.
  private let path: String
  private let replacing: Bool
  private let descriptor: Int32
  /// The name of the file that holds the pieces; nil while it has none, and once it is in place.
  private var scratch: String?
  /// True while the file that holds the pieces has no name.
  private(set) var isNameless = false

  /// - Parameter mode: who may use the file, from its first moment; nil for those who might use
  ///   the one that it replaces, and for the user's own choice where there is none.
  /// - Throws: `Failure`.
  package convenience init(
    _ path: String, replacing: Bool, mode: UInt32? = nil
  ) throws(Failure) {
    try self.init(path, replacing: replacing, mode: mode, namelessly: true)
  }

  /// - Parameter namelessly: false to have a name from the beginning, as where nothing else is
  ///   possible.
  package init(
    _ path: String, replacing: Bool, mode: UInt32? = nil, namelessly: Bool
  ) throws(Failure) {
    try Self.check(path)
    var status = stat()
    let exists = SystemPath.with(path) { stat($0, &status) } == 0
    if exists, !replacing { throw .exists }
    self.replacing = replacing
    let kind = status.st_mode & S_IFMT
    if exists, kind != S_IFREG {
      self.path = path
      descriptor = SystemPath.with(path) { open($0, O_WRONLY | O_CLOEXEC) }
      guard descriptor >= 0 else { throw .system(kind == S_IFDIR ? EISDIR : errno) }
      return
    }
    self.path = exists ? Self.real(path) ?? path : path
    // Never more than the older file's, not even where changing them fails afterwards.
    let permissions =
      mode.map { mode_t(truncatingIfNeeded: $0) } ?? (exists ? status.st_mode & 0o777 : 0o666)
    if namelessly, let nameless = Self.nameless(in: Self.folder(of: self.path), permissions) {
      (descriptor, isNameless) = (nameless, true)
    } else {
      let scratch = Self.scratch(beside: self.path)
      descriptor = SystemPath.with(scratch) { name in
        SystemCall.uninterrupted {
          open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
        }
      }
      guard descriptor >= 0 else { throw .system(errno) }
      self.scratch = scratch
    }
    if exists, mode == nil { _ = fchmod(descriptor, status.st_mode & 0o7777) }
  }

  deinit {
    close(descriptor)
    if let scratch { _ = SystemPath.with(scratch) { unlink($0) } }
  }

  /// Adds a piece.
  ///
  /// - Throws: `Failure`.
  package func write(_ piece: [UInt8]) throws(Failure) {
    let isWritten = piece.withUnsafeBytes { DescriptorOutput.write($0, to: descriptor) }
    guard isWritten else { throw .system(errno) }
  }

  /// Gives the file its name, once the system has it on its disk.
  ///
  /// - Throws: `Failure`; nothing was replaced then.
  package func finish() throws(Failure) {
    guard isNameless || scratch != nil else { return }
    guard SystemCall.uninterrupted({ fsync(descriptor) }) == 0 else { throw .system(errno) }
    if isNameless {
      if !replacing { return try name(path) }
      let scratch = Self.scratch(beside: path)
      try name(scratch)
      self.scratch = scratch
    }
    guard let scratch else { return }
    if !replacing, try linked(scratch) { return }
    let isRenamed = SystemPath.with(scratch) { old in
      SystemPath.with(path) { rename(old, $0) } == 0
    }
    guard isRenamed else { throw .system(errno) }
    self.scratch = nil
  }

  /// Gives the file without a name one, which must be free.
  private func name(_ path: String) throws(Failure) {
    let source = Self.link(to: descriptor)
    let isNamed = SystemPath.with(path) {
      linkat(AT_FDCWD, source, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) == 0
    }
    guard isNamed else {
      throw errno == EEXIST ? .exists : .system(errno)
    }
    isNameless = false
  }

  /// A new file without a name; nil where there is no such thing, or no way to name it later.
  private static func nameless(in folder: String, _ permissions: mode_t) -> Int32? {
    #if os(Linux)
      // The flag is made by a macro that does not come through.
      let flags = 0o20_000_000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC
      let descriptor = SystemPath.with(folder.isEmpty ? "." : folder) { name in
        SystemCall.uninterrupted { open(name, flags, permissions) }
      }
      guard descriptor >= 0 else { return nil }
      if access(link(to: descriptor), F_OK) == 0 { return descriptor }
      close(descriptor)
    #endif
    return nil
  }

  /// A path that leads to what a descriptor has opened.
  private static func link(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  /// A free name beside a path.
  private static func scratch(beside path: String) -> String {
    folder(of: path) + ".shelf-\(UInt64.random(in: 0 ... .max))"
  }

  /// Gives the file its name as a second one, which fails where the name was taken meanwhile.
  ///
  /// - Returns: false where the file system has no second names.
  private func linked(_ scratch: String) throws(Failure) -> Bool {
    let isLinked = SystemPath.with(scratch) { old in
      SystemPath.with(path) { Foundation.link(old, $0) } == 0
    }
    if isLinked { return true }
    if errno == EEXIST { throw .exists }
    return false
  }

  /// A path without symbolic links; nil where there is nothing.
  private static func real(_ path: String) -> String? {
    guard let real = SystemPath.with(path, { realpath($0, nil) }) else { return nil }
    defer { free(real) }
    let length = strlen(real)
    return real.withMemoryRebound(to: UInt8.self, capacity: length) {
      SystemPath.text(of: UnsafeBufferPointer(start: $0, count: length))
    }
  }

  /// The folder of a path, with a slash at its end; empty for the working directory.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
