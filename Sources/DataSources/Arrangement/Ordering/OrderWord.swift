/// The beginning of a record's sort keys in 128 bits that order as the records do: where two of
/// them differ they decide, where they are equal the values do.
struct OrderWord: Sendable {
  private(set) var high: UInt64 = 0
  private(set) var low: UInt64 = 0
  private var used: UInt64 = 0

  static let width: UInt64 = 128
  /// The greatest upper half of a record that has a value; those without one have greater ones.
  static let highestValue: UInt64 = 7 << 61 - 1

  /// True when nothing more can be added.
  var isFull: Bool { used >= Self.width }

  /// True when records with equal words of this kind have equal keys.
  var isWhole: Bool { !isCut }
  private var isCut = false

  /// Adds bits behind those that are there; what goes beyond the end is left out.
  ///
  /// - Parameter bits: the lowest `count` of them count, the others have to be zero.
  @inline(__always)
  mutating func append(_ bits: UInt64, _ count: UInt64) {
    let end = used &+ count
    if end <= 64 {
      high |= bits << (64 &- end)
    } else {
      if used < 64 { high |= bits >> (end &- 64) }
      // Shifts to the left drop what stands in the upper half already.
      low |= end <= 128 ? bits << (128 &- end) : bits >> (end &- 128)
    }
    used = end
    if end > Self.width { isCut = true }
  }

  /// Leaves what is not used yet as it is: equal words say nothing about further keys.
  mutating func close() { (used, isCut) = (Self.width, true) }

  static func < (a: OrderWord, b: OrderWord) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }

  static func == (a: OrderWord, b: OrderWord) -> Bool { a.high == b.high && a.low == b.low }
}
