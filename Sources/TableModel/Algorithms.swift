/// Random numbers that repeat with the seed, by the SplitMix64 method of Steele, Lea and Flood.
///
/// The same on every machine and in every release: a seed that a user noted gives the same table.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    defer { state &+= Self.step }
    return Self.mixed(state)
  }

  /// The first random number of a seed: neighbouring seeds have numbers that are nothing alike.
  package static func mixed(_ seed: UInt64) -> UInt64 {
    var bits = seed &+ step
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

extension RandomAccessCollection {
  /// The first position whose element satisfies a condition that holds from there to the end.
  ///
  /// Public, so that each module has a copy made for its own elements: the compiler makes none of
  /// what is `package`.
  /// - Complexity: O(log n).
  @inlinable public func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
    var (low, size) = (startIndex, count)
    while size > 0 {
      let half = size / 2
      let middle = index(low, offsetBy: half)
      if belongs(self[middle]) {
        size = half
      } else {
        low = index(after: middle)
        size -= half + 1
      }
    }
    return low
  }
}
