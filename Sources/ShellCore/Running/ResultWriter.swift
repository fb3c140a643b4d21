import DataSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A buffered way to a file descriptor. A closed pipe is noted, not reported: a reader that has
/// left wants no more.
package final class ResultWriter {
  private let descriptor: Int32
  private var buffer = ""
  /// True when nothing more can be written.
  package private(set) var isClosed = false
  /// Why writing failed, unless the reader at the other end merely left.
  package private(set) var failure: String?
  private static let capacity = 1 << 16

  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  package func write(_ text: String) {
    if isClosed { return }
    buffer += text
    if buffer.utf8.count >= Self.capacity { flush() }
  }

  /// Hands everything over; call it before a prompt, before a message, and at the end.
  package func flush() {
    if buffer.isEmpty || isClosed { return }
    let isWritten = DescriptorOutput.write(buffer, to: descriptor) { SignalState.shouldStop }
    if !isWritten {
      let code = errno
      isClosed = true
      if code != EPIPE { failure = SystemMessage.text(code) }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
