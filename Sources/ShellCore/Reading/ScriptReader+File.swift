#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ScriptReader {
  /// Reads a file of commands as a whole.
  package convenience init(path: String) throws(ReadError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    reading: while true {
      switch DescriptorInput.readNow(descriptor) {
      case .bytes(let more): bytes += more
      case .end: break reading
      case .woken: continue
      case .failed(let code): throw Self.failure(path, code)
      }
    }
    self.init(bytes: bytes, file: path)
  }

  private static func failure(_ path: String, _ code: Int32) -> ReadError {
    .unreadable(file: path, reason: String(cString: strerror(code)).lowercased())
  }
}
