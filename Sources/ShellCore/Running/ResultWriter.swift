/// A buffered way to a file descriptor. A closed pipe is noted, not reported: who reads no
/// further wants no further.
package final class ResultWriter {
  private let descriptor: Int32
  private var buffer = ""
  /// True when the reader at the other end is gone.
  package private(set) var isClosed = false
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
    isClosed = !DescriptorOutput.write(buffer, to: descriptor)
    buffer.removeAll(keepingCapacity: true)
  }
}
