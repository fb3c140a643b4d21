import Glibc

/// Writes a file piece by piece and lets it appear under its name only when it is whole.
///
/// Memory stays at the size of the buffer, whatever the size of the file: what the measuring
/// program holds would show up as the least memory of everything it starts.
struct FileWriter: ~Copyable {
  private let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private(set) var count = 0
  private static let bufferSize = 1 << 16

  private var unfinished: String { path + ".part" }

  init(path: String) throws(BenchError) {
    self.path = path
    descriptor = open(path + ".part", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .cannotWrite(path: path, code: errno) }
    buffer.reserveCapacity(Self.bufferSize + 4096)
  }

  deinit { close(descriptor) }

  mutating func write(_ text: String) throws(BenchError) {
    buffer.append(contentsOf: text.utf8)
    count += text.utf8.count
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes what is left and gives the file its name.
  consuming func finish() throws(BenchError) {
    try flush()
    guard rename(unfinished, path) == 0 else { throw .cannotWrite(path: path, code: errno) }
  }

  private mutating func flush() throws(BenchError) {
    var start = 0
    while start < buffer.count {
      let written = buffer.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      }
      guard written > 0 || errno == EINTR else { throw .cannotWrite(path: path, code: errno) }
      start += max(0, written)
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
