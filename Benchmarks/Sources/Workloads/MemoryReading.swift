/// Reads memory and does next to nothing with it: the speed that no filter can exceed.
package struct MemoryReading {
  private let words: [UInt64]

  /// - Parameter count: how many words of eight bytes there are.
  package init(words count: Int) {
    words = (0..<UInt64(count)).map { $0 &* 0x9e37_79b9_7f4a_7c15 }
  }

  /// Reads all of it a number of times, one after the other.
  package func sum(times: Int) -> UInt64 {
    var sum: UInt64 = 0
    for time in 0..<UInt64(times) { sum ^= reading(time) }
    return sum
  }

  /// Reads all of it once.
  ///
  /// - Parameter mask: another one each time, so that each time has to be read.
  package func reading(_ mask: UInt64) -> UInt64 {
    words.withUnsafeBufferPointer { words in
      var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
      for index in stride(from: 0, to: words.count & ~3, by: 4) {
        a &+= words[index] ^ mask
        b &+= words[index &+ 1] ^ mask
        c &+= words[index &+ 2] ^ mask
        d &+= words[index &+ 3] ^ mask
      }
      return a &+ b &+ c &+ d
    }
  }
}
