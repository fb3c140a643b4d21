/// The digits that a text begins with, as far as they are among its first eight bytes.
struct DigitWord {
  /// How many there are.
  let count: Int
  /// The bytes as digits, the first one lowest.
  private let digits: UInt64

  /// - Parameter text: eight bytes of it must be readable.
  @inline(__always)
  init(_ text: UnsafePointer<UInt8>) {
    let word = UInt64(littleEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt64.self))
    digits = word ^ 0x3030_3030_3030_3030
    // The top bit of each byte that is 10 or more; a carry only reaches bytes behind such a one.
    let others = (digits &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080
    count = others.trailingZeroBitCount &>> 3
  }

  /// The number that the digits are; 0 without any.
  ///
  /// Pairs of digits, then of pairs, then of those are added up in all parts of a word at once.
  @inline(__always)
  var value: UInt64 {
    if count == 0 { return 0 }
    // Zeros in front fill the word.
    var value = digits &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    value = (value &* 10 &+ value &>> 8) & 0x00FF_00FF_00FF_00FF
    value = (value &* 100 &+ value &>> 16) & 0x0000_FFFF_0000_FFFF
    return (value &* 10_000 &+ value &>> 32) & 0xFFFF_FFFF
  }
}
