import Foundation
package import TableModel

/// Reads whole files, with the system's own words for what goes wrong.
package enum FileBytes {
  /// More than this is not read into memory.
  package static let limit = 1 << 31

  /// Pipes may never end, and most devices never do: of these less is read.
  private static let pipeLimit = 1 << 29
  private static let deviceLimit = 1 << 24

  /// How much is asked for at once, and the least.
  private static let chunkSize = 1 << 18
  private static let smallest = 1 << 12

  /// All bytes of a file.
  ///
  /// - Parameters:
  ///   - limit: how many bytes it may have at most.
  ///   - isInterrupted: asked before each piece is read; true ends the reading.
  ///   - check: called with the first bytes of a regular file before the rest is read; it throws
  ///     to refuse a file without loading it.
  /// - Throws: `DataError.notFound` or `.unreadable`, or what `check` throws.
  package static func contents(
    of path: String, limit: Int = limit, isInterrupted: () -> Bool = { false },
    check: ([UInt8]) throws(DataError) -> Void = { (_) throws(DataError) in }
  ) throws(DataError) -> [UInt8] {
    try stamped(path, limit: limit, isInterrupted: isInterrupted, check: check).bytes
  }

  /// The same with the stamp that a regular file had before it was read.
  package static func stamped(
    _ path: String, limit: Int = limit, isInterrupted: () -> Bool = { false },
    check: ([UInt8]) throws(DataError) -> Void = { (_) throws(DataError) in }
  ) throws(DataError) -> (bytes: [UInt8], stamp: FileStamp?) {
    let descriptor = try opened(path, isInterrupted)
    defer { close(descriptor) }
    let stamp = FileStamp(descriptor: descriptor)
    let bytes = try contents(
      ofDescriptor: descriptor, path, limit: limit, isInterrupted: isInterrupted, check: check)
    return (bytes, stamp)
  }

  /// True for a pipe that has a name.
  package static func isPipe(_ path: String) -> Bool {
    var status = stat()
    guard SystemPath.with(path, { stat($0, &status) }) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFIFO
  }

  private static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// True for devices, a terminal among them: little is read of these, since most never end.
  package static func isDevice(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return ![S_IFREG, S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  /// True for a regular file that begins as compressed ones do.
  ///
  /// - Complexity: four system calls.
  package static func isCompressed(_ path: String) -> Bool {
    let descriptor = SystemPath.with(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard FileStamp(descriptor: descriptor) != nil else { return false }
    return withUnsafeTemporaryAllocation(
      byteCount: Compression.signatureLength, alignment: 1
    ) { bytes in
      let count = pread(descriptor, bytes.baseAddress, bytes.count, 0)
      return Compression(signature: bytes.prefix(max(0, count))) != nil
    }
  }

  /// How long to wait before asking again whether somebody wants what comes, in milliseconds. Signals
  /// may be for another thread than the one that reads.
  private static let patience: Int32 = 50

  /// Opens a file to read it. A pipe is waited for until somebody writes to it, or the user wants
  /// no more.
  package static func opened(_ path: String, _ isInterrupted: () -> Bool) throws(DataError) -> Int32
  {
    let descriptor = SystemPath.with(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw failure(path) }
    do {
      if isPipe(descriptor) { try awaitInput(of: descriptor, isInterrupted) }
    } catch {
      close(descriptor)
      throw error
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    return descriptor
  }

  /// Waits until there is something to read, an end or an error among it.
  private static func awaitInput(of descriptor: Int32, _ isInterrupted: () -> Bool)
    throws(DataError)
  {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    repeat { if isInterrupted() { throw .cancelled } } while poll(&watched, 1, patience) <= 0
  }

  /// How much is read of what is not a regular file, and what to say where there is more.
  private static func bound(_ type: mode_t, _ path: String) -> (limit: Int, excess: DataError) {
    if type == S_IFCHR || type == S_IFBLK {
      return (
        deviceLimit,
        .unreadable(
          file: path, reason: "it is a device that goes on after \(deviceLimit >> 20) MiB")
      )
    }
    return (
      pipeLimit,
      .unreadable(
        file: path,
        reason: "it is a pipe that goes on after \(pipeLimit >> 20) MiB; write it to a file first")
    )
  }

  /// Everything that a descriptor that is open already gives, standard input for example.
  ///
  /// - Parameters:
  ///   - path: stands for it in errors.
  ///   - isInterrupted: asked before each piece is read, and every 50 ms while none comes; true ends
  ///     the reading.
  package static func contents(
    ofDescriptor descriptor: Int32, _ path: String, limit: Int = limit,
    isInterrupted: () -> Bool = { false },
    check: ([UInt8]) throws(DataError) -> Void = { (_) throws(DataError) in }
  ) throws(DataError) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path) }
    let type = status.st_mode & S_IFMT
    guard type != S_IFDIR else { throw .unreadable(file: path, reason: "it is a directory") }
    let isRegular = type == S_IFREG
    guard !isRegular || status.st_size <= limit else { throw tooLarge(path, limit) }
    // A small file comes with one read, which leaves room to see that it has ended.
    let size = isRegular ? min(chunkSize, max(smallest, Int(status.st_size) + 1)) : chunkSize
    guard var bytes = try piece(size, of: descriptor, path, isInterrupted) else { return [] }
    if isRegular {
      try check(bytes)
      bytes.reserveCapacity(Int(status.st_size))
    }
    let bound = isRegular ? (limit: limit, excess: tooLarge(path, limit)) : bound(type, path)
    while let next = try piece(size, of: descriptor, path, isInterrupted) {
      bytes += next
      guard bytes.count <= limit else { throw tooLarge(path, limit) }
      guard bytes.count <= bound.limit else { throw bound.excess }
    }
    return bytes
  }

  /// Reads once; nil at the end of the file.
  private static func piece(
    _ size: Int, of descriptor: Int32, _ path: String, _ isInterrupted: () -> Bool
  ) throws(DataError) -> [UInt8]? {
    while true {
      try awaitInput(of: descriptor, isInterrupted)
      var isFailure = false
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        let length = read(descriptor, buffer.baseAddress, size)
        (isFailure, count) = (length < 0, max(0, length))
      }
      if !isFailure { return bytes.isEmpty ? nil : bytes }
      guard errno == EINTR else { throw failure(path) }
    }
  }

  package static func tooLarge(_ path: String, _ limit: Int) -> DataError {
    .unreadable(file: path, reason: "it is larger than \(limit >> 20) MiB")
  }

  /// The error for what the last system call has refused.
  package static func failure(_ path: String) -> DataError {
    let code = errno
    if code == ENOENT { return .notFound(file: path) }
    return .unreadable(file: path, reason: SystemMessage.text(code))
  }
}

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
