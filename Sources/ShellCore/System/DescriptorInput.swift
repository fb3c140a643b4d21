import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reading that a signal can interrupt without a race.
package enum DescriptorInput {
  package enum Outcome: Sendable, Hashable {
    case bytes([UInt8])
    case end
    /// A signal arrived, or the time is over: look at `SignalState`.
    case woken
    /// - Parameter code: the system's error number.
    case failed(Int32)
  }

  /// Waits until bytes, the end or a signal arrives.
  ///
  /// - Parameters:
  ///   - milliseconds: how long to wait at most; nil to wait as long as it takes.
  ///   - limit: the most bytes to read.
  package static func read(
    _ descriptor: Int32, milliseconds: Int32? = nil, limit: Int = 65536
  ) -> Outcome {
    var watched = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: SignalState.wakeDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    let ready = poll(&watched, nfds_t(watched.count), milliseconds ?? -1)
    if ready < 0 { return errno == EINTR ? .woken : .failed(errno) }
    if watched[1].revents != 0 {
      SignalState.drainWakeUps()
      return .woken
    }
    if ready == 0 { return .woken }
    return readNow(descriptor, limit: limit)
  }

  /// Reads what is there, without watching for signals.
  package static func readNow(_ descriptor: Int32, limit: Int = 65536) -> Outcome {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let got = systemRead(descriptor, buffer.baseAddress, buffer.count)
      count = max(0, got)
      code = got < 0 ? errno : 0
    }
    if code == EINTR || code == EAGAIN { return .woken }
    if code != 0 { return .failed(code) }
    return bytes.isEmpty ? .end : .bytes(bytes)
  }
}

/// The name `read` is taken inside `DescriptorInput`.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int)
  -> Int
{
  read(descriptor, buffer, count)
}
