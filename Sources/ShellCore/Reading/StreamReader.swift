import DataSources

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
    scanner = CommandScanner(file: file, isWhole: false)
  }

  package func next(prompt: String) -> LineEvent {
    while true {
      switch scanner.next() {
      case .command(let line): return .line(line)
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
