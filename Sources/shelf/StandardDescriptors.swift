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
  static func occupy() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY)
    }
  }
}
