import Foundation
package import TableModel

/// Reads whole files, with the system's own words for what goes wrong.
package enum FileBytes {
  /// More than this is not read into memory; pipes and devices may never end at all.
  package static let limit = 1 << 31

  private static let chunkSize = 1 << 18

  /// All bytes of a file.
  ///
  /// - Parameters:
  ///   - limit: how many bytes it may have at most.
  ///   - check: called with the first bytes of a regular file before the rest is read; it throws
  ///     to refuse a file without loading it.
  /// - Throws: `DataError.notFound` or `.unreadable`, or what `check` throws.
  static func contents(
    of path: String, limit: Int = limit,
    check: ([UInt8]) throws(DataError) -> Void = { (_) throws(DataError) in }
  ) throws(DataError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    return try contents(ofDescriptor: descriptor, path, limit: limit, check: check)
  }

  /// Everything that a descriptor that is open already gives, standard input for example.
  ///
  /// - Parameters:
  ///   - path: stands for it in errors.
  ///   - isInterrupted: asked when a signal arrives; true ends the reading.
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
    var bytes: [UInt8] = []
    guard !isRegular || status.st_size <= limit else { throw tooLarge(path, limit) }
    if isRegular { bytes.reserveCapacity(Int(status.st_size)) }
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    while let count = try fill(&chunk, from: descriptor, path, isInterrupted) {
      if isRegular, bytes.isEmpty { try check(Array(chunk[..<count])) }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { throw tooLarge(path, limit) }
    }
    return bytes
  }

  /// Reads once; nil at the end of the file.
  private static func fill(
    _ chunk: inout [UInt8], from descriptor: Int32, _ path: String, _ isInterrupted: () -> Bool
  ) throws(DataError) -> Int? {
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 { return count }
      if count == 0 { return nil }
      guard errno == EINTR else { throw failure(path) }
      if isInterrupted() { throw .cancelled }
    }
  }

  private static func tooLarge(_ path: String, _ limit: Int) -> DataError {
    .unreadable(file: path, reason: "it is larger than \(limit >> 20) MiB")
  }

  /// The error for what the last system call has refused.
  static func failure(_ path: String) -> DataError {
    let code = errno
    if code == ENOENT { return .notFound(file: path) }
    return .unreadable(file: path, reason: SystemMessage.text(code))
  }
}
