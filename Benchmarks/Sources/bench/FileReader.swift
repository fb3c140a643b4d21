import Glibc

enum FileReader {
  /// The text of a file, or of its first 64 KiB when it is longer.
  static func text(of path: String) throws(BenchError) -> String {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw .cannotRead(path: path, code: errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .cannotRead(path: path, code: errno) }
      if count == 0 { break }
      filled += count
    }
    return String(decoding: bytes[..<filled], as: UTF8.self)
  }
}
