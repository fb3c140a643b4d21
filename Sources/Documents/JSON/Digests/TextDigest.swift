/// Digests of bytes, 64 bits each: bytes that are the same have the same one.
///
/// Two different texts have the same one by chance only. The digest depends on a number that each
/// run of the program draws anew, so that nobody can prepare texts that share one. No output
/// depends on that number.
package enum TextDigest {
  private static let seed = UInt64.random(in: .min ... .max)
  private static let factors: (UInt64, UInt64) = (0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB)

  /// - Complexity: O(bytes); 16 at a time.
  package static func of(_ bytes: UnsafeBufferPointer<UInt8>, kind: UInt64 = 0) -> UInt64 {
    var state = seed ^ mixed(kind &+ factors.0, UInt64(bytes.count) ^ factors.1)
    guard let start = UnsafeRawPointer(bytes.baseAddress) else { return finished(state) }
    var offset = 0
    while offset &+ 16 <= bytes.count {
      let low = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let high = start.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)
      state = mixed(low ^ factors.0, high ^ state)
      offset &+= 16
    }
    if offset &+ 8 <= bytes.count {
      let word = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      state = mixed(word ^ factors.1, state)
      offset &+= 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest &<< 8 | UInt64(start.load(fromByteOffset: offset, as: UInt8.self))
      offset &+= 1
    }
    return finished(mixed(rest ^ factors.0, state ^ factors.1))
  }

  /// The digest of a text by its bytes: canonically equivalent texts are not the same.
  package static func of(_ text: String, kind: UInt64 = 0) -> UInt64 {
    var text = text
    return text.withUTF8 { of($0, kind: kind) }
  }

  /// A digest of two, whose order counts.
  package static func joined(_ a: UInt64, _ b: UInt64) -> UInt64 {
    finished(mixed(a ^ factors.0, b &+ seed))
  }

  /// Zero stands for what has no digest.
  private static func finished(_ state: UInt64) -> UInt64 {
    let digest = mixed(state ^ factors.1, seed | 1)
    return digest == 0 ? 1 : digest
  }

  @inline(__always)
  private static func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
