import DataSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ScriptReader {
  /// Reads a file of commands as a whole.
  ///
  /// - Parameter name: what messages call the file; nil for its path.
  package convenience init(path: String, name: String? = nil) throws(ReadError) {
    let name = name ?? path
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(name, errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    reading: while true {
      switch DescriptorInput.readNow(descriptor) {
      case .bytes(let more): bytes += more
      case .end: break reading
      case .woken: continue
      case .failed(let code): throw Self.failure(name, code)
      }
    }
    self.init(bytes: bytes, file: name)
  }

  private static func failure(_ path: String, _ code: Int32) -> ReadError {
    .unreadable(file: path, reason: SystemMessage.text(code))
  }
}
