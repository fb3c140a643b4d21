import Foundation

/// A file that is written piece by piece and takes its name only when it is whole: at any moment
/// the old file or the new one is there, never half of one.
///
/// The pieces go to a file without a lasting name beside it, which is removed where `finish` is never
/// called. What is no file to be replaced, such as a device or a pipe, is written to directly.
package final class FileReplacement {
  package enum Failure: Error {
    /// There is a file with this name, and it was not to be replaced.
    case exists
    /// A system call failed, with this error number.
    case system(Int32)
  }

  /// Where the file will lie, symbolic links followed.
  private let path: String
  private let replacing: Bool
  private let descriptor: Int32
  /// The file that holds the pieces; nil once it is in place, and where there is none.
  private var scratch: String?

  /// - Parameter mode: who may use the file, from its first moment; nil for those who might use
  ///   the one that it replaces, and for the user's own choice where there is none.
  /// - Throws: `Failure`.
  package init(_ path: String, replacing: Bool, mode: UInt32? = nil) throws(Failure) {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, !replacing { throw .exists }
    self.replacing = replacing
    let kind = status.st_mode & S_IFMT
    if exists, kind != S_IFREG {
      self.path = path
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .system(kind == S_IFDIR ? EISDIR : errno) }
      return
    }
    self.path = exists ? Self.followed(path) : path
    let scratch = Self.folder(of: self.path) + ".shelf-\(UInt64.random(in: 0 ... .max))"
    descriptor = open(
      scratch, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(truncatingIfNeeded: mode ?? 0o666))
    guard descriptor >= 0 else { throw .system(errno) }
    self.scratch = scratch
    if exists, mode == nil { _ = fchmod(descriptor, status.st_mode & 0o7777) }
  }

  deinit {
    close(descriptor)
    if let scratch { unlink(scratch) }
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
    guard let scratch else { return }
    guard fsync(descriptor) == 0 else { throw .system(errno) }
    if !replacing, try linked(scratch) { return }
    guard rename(scratch, path) == 0 else { throw .system(errno) }
    self.scratch = nil
  }

  /// Gives the file its name as a second one, which fails where the name was taken meanwhile.
  ///
  /// - Returns: false where the file system has no second names.
  private func linked(_ scratch: String) throws(Failure) -> Bool {
    if link(scratch, path) == 0 { return true }
    if errno == EEXIST { throw .exists }
    return false
  }

  private static func followed(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The folder of a path, with a slash at its end; empty for the working directory.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
