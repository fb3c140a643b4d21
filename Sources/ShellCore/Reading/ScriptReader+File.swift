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
  /// - Parameters:
  ///   - name: what messages call the file; nil for its path.
  ///   - isUnasked: true for a file that nobody named, such as the start-up file: it must not let a
  ///     prompt wait, so it has to be a regular file. Others may be pipes, whose end is waited for
  ///     until a signal comes.
  package convenience init(path: String, name: String? = nil, isUnasked: Bool = false)
    throws(ReadError)
  {
    let name = name ?? path
    let descriptor = SystemPath.with(path) {
      open($0, O_RDONLY | O_CLOEXEC | (isUnasked ? O_NONBLOCK : 0))
    }
    guard descriptor >= 0 else { throw Self.failure(name, errno) }
    defer { close(descriptor) }
    if isUnasked, !StateFile.isFile(descriptor) {
      throw .unreadable(file: name, reason: StateFile.noFileWords)
    }
    var bytes: [UInt8] = []
    reading: while true {
      switch DescriptorInput.read(descriptor) {
      case .bytes(let more):
        bytes += more
        guard bytes.count <= Self.longest else {
          throw .unreadable(
            file: name, reason: "it goes on after \(Self.longest >> 20) MiB, longer than any script"
          )
        }
      case .end: break reading
      case .woken where SignalState.shouldStop:
        throw .unreadable(file: name, reason: "it was cancelled")
      case .woken: continue
      case .failed(let code): throw Self.failure(name, code)
      }
    }
    self.init(bytes: bytes, file: name)
  }

  /// Devices and pipes may never end, in bytes.
  private static var longest: Int { 64 << 20 }

  private static func failure(_ path: String, _ code: Int32) -> ReadError {
    .unreadable(file: path, reason: SystemMessage.text(code))
  }
}
