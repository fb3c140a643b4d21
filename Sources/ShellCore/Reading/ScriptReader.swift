import Documents
import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads the commands of a script that is in memory as a whole.
///
/// It never waits, so signals are left to the interpreter that runs the commands.
package final class ScriptReader: LineReader {
  private var scanner: CommandScanner

  /// - Parameters:
  ///   - bytes: the script as it stands in its file.
  ///   - file: the name for positions.
  package init(bytes: [UInt8], file: String? = nil) {
    scanner = CommandScanner(bytes: bytes, file: file, isWhole: true)
  }

  package convenience init(text: String, file: String? = nil) {
    self.init(bytes: Array(text.utf8), file: file)
  }

  package func next(prompt: String) -> LineEvent {
    switch scanner.next() {
    case .command(let line): return .line(line)
    case .failure(let error): return .failure(error)
    case .needsBytes, .end: return .endOfInput
    }
  }
}

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

/// Reads commands from a pipe or a file descriptor, each as soon as its line has arrived.
package final class StreamReader: LineReader {
  private let descriptor: Int32
  private let file: String?
  private var scanner: CommandScanner
  /// True once anything at all has arrived.
  package private(set) var hasRead = false

  /// - Parameters:
  ///   - descriptor: where to read; it stays open.
  ///   - file: the name for positions.
  package init(descriptor: Int32 = 0, file: String? = nil) {
    self.descriptor = descriptor
    self.file = file
    scanner = CommandScanner(file: file ?? Self.name, isWhole: false)
  }

  /// Standard input, as messages about programs call it.
  package static var name: String { "<stdin>" }

  package func next(prompt: String) -> LineEvent {
    while true {
      switch scanner.next() {
      case .command(var line):
        line.file = file
        line.isPiped = file == nil
        return .line(line)
      case .failure(let error): return .failure(error)
      case .end: return .endOfInput
      case .needsBytes:
        if let event = fill() { return event }
      }
    }
  }

  /// Waits for bytes; an event when something else happens first.
  private func fill() -> LineEvent? {
    switch DescriptorInput.read(descriptor) {
    case .bytes(let bytes):
      hasRead = true
      scanner.append(bytes)
    case .end: scanner.finish()
    case .woken:
      if SignalState.exitStatus != nil { return .terminalGone }
      if SignalState.takeInterrupt() { return .interrupted }
    case .failed(let code):
      scanner.finish()
      return .failure(.unreadable(file: file, reason: SystemMessage.text(code)))
    }
    return nil
  }
}
