#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writing that goes on until everything is written, whatever kind of descriptor it is.
package enum DescriptorOutput {
  /// How long to wait for a reader before asking again whether to give up, in milliseconds.
  private static let patience: Int32 = 200

  /// Writes a text as UTF-8.
  ///
  /// - Parameter givesUp: asked while nobody reads from a descriptor that does not block.
  /// - Returns: false when the other end is gone, the device is full or the writer gave up; `errno`
  ///   says which.
  @discardableResult
  package static func write(
    _ text: String, to descriptor: Int32, givesUp: () -> Bool = { false }
  ) -> Bool {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor, givesUp: givesUp) }
  }

  /// The same for bytes.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, givesUp: () -> Bool = { false }
  ) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let count = systemWrite(descriptor, piece.baseAddress, piece.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        // Somebody who shares the descriptor made it non-blocking; what it can't take now it takes
        // later.
        guard waitUntilWritable(descriptor, givesUp: givesUp) else { return false }
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// - Returns: false when the writer gives up.
  private static func waitUntilWritable(_ descriptor: Int32, givesUp: () -> Bool) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while true {
      let ready = poll(&watched, 1, patience)
      // An error of the descriptor shows when it is written to.
      if ready > 0 { return true }
      if ready < 0, errno != EINTR { return false }
      if ready == 0, givesUp() {
        errno = EINTR
        return false
      }
    }
  }
}

/// The name `write` is taken inside `DescriptorOutput`.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
