#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A buffered way to a file descriptor. A closed pipe is noted, not reported: who reads no
/// further wants no further.
package final class ResultWriter {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// True when the reader at the other end is gone.
  package private(set) var isClosed = false
  private static let capacity = 1 << 16

  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  package func write(_ text: String) {
    if isClosed { return }
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { flush() }
  }

  /// Hands everything over; call it before a prompt, before a message, and at the end.
  package func flush() {
    var start = 0
    while start < buffer.count, !isClosed {
      let written = buffer.withUnsafeBytes { bytes in
        #if canImport(Glibc)
          Glibc.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
        #elseif canImport(Musl)
          Musl.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
        #else
          Darwin.write(descriptor, bytes.baseAddress, bytes.count - start)
        #endif
      }
      if written > 0 {
        start += written
      } else if errno != EINTR {
        isClosed = true
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
