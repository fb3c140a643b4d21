#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The three descriptors that every program is given, or should be.
enum StandardDescriptors {
  /// Puts the null device in place of a closed one, so that the next file that is opened is not
  /// taken for input or output. Call it first.
  ///
  /// - Returns: those that were closed.
  static func occupy() -> [Int32] {
    let closed = (0...2).filter { fcntl($0, F_GETFD) < 0 }
    for descriptor in closed {
      _ = open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY)
    }
    return closed
  }
}
