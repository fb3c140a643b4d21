#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Array {
  /// Makes room for elements that are all going to be there soon, in the largest pages that the
  /// system has: touching each small page for the first time costs more than filling it.
  ///
  /// - Parameter count: how many elements there are going to be.
  mutating func reserveLargePages(_ count: Int) {
    reserveCapacity(count)
    #if os(Linux)
      withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        let page = Int(getpagesize())
        let first = (Int(bitPattern: start) + page - 1) & ~(page - 1)
        let end = (Int(bitPattern: start) + count * MemoryLayout<Element>.stride) & ~(page - 1)
        // It is only advice: where there are no large pages nothing changes.
        if end - first >= leastBytes {
          madvise(UnsafeMutableRawPointer(bitPattern: first), end - first, MADV_HUGEPAGE)
        }
      }
    #endif
  }
}

/// Less is not worth the call: a large page has two megabytes on most machines.
private let leastBytes = 1 << 23
