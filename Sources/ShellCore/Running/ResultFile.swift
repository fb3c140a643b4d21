import DataSources
import Foundation

/// A file that results are written to in place of standard output.
final class ResultFile {
  /// The name by which the user knows it.
  let name: String
  /// True when it ends with the next command.
  let isForOneCommand: Bool
  private let handle: FileHandle
  private let writer: ResultWriter

  /// - Throws: what the system says when the file cannot be made; `EEXIST` unless `replacing`.
  init(_ name: String, path: String, replacing: Bool, isForOneCommand: Bool) throws(POSIXError) {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (replacing ? O_TRUNC : O_EXCL)
    let descriptor = SystemPath.with(path) { Foundation.open($0, flags, 0o666) }
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    self.name = name
    self.isForOneCommand = isForOneCommand
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    writer = ResultWriter(descriptor: descriptor)
  }

  func write(_ text: String) { writer.write(text) }

  /// Hands everything to the system.
  ///
  /// - Returns: why that failed; nil when it did not.
  func flush() -> String? {
    writer.flush()
    return writer.failure
  }
}
