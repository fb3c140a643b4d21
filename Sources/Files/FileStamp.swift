import Foundation

/// The identity, size and time of a file: another stamp means that it was written to or replaced.
package struct FileStamp: Sendable, Hashable {
  /// In bytes.
  package let size: Int
  private let device: UInt64
  private let inode: UInt64
  private let seconds: Int
  private let nanoseconds: Int

  /// Which file it is, whatever is written to it.
  package struct Identity: Sendable, Hashable {
    fileprivate let device: UInt64
    fileprivate let inode: UInt64
  }

  package var identity: Identity { Identity(device: device, inode: inode) }

  /// The stamp of a file as it is now; nil for what is not there, or is not a regular file.
  ///
  /// - Complexity: one system call.
  package init?(path: String) {
    var status = stat()
    guard SystemPath.with(path, { stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// The stamp of a file that is open.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    size = Int(status.st_size)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec)
  }
}

/// A file as it was when it was read as a whole.
package struct ReadFile: Sendable {
  package let path: String
  /// Nil for what is not a regular file, which is never read again.
  package let stamp: FileStamp?

  package init(path: String, stamp: FileStamp?) {
    self.path = path
    self.stamp = stamp
  }

  /// True when the file was written to, replaced or removed since.
  ///
  /// - Complexity: one system call.
  package var hasChanged: Bool { stamp != nil && FileStamp(path: path) != stamp }
}
