/// Finds the brackets outside of texts in a stretch of JSON, 64 bytes at a time.
///
/// A scanner first lists the brackets of a stretch and then goes from one to the
/// next: how many of them a block has is hard to foresee for a processor, but records are alike.
enum BracketList {
  /// The most bytes that are looked at at once.
  static let stretch = 4096
  /// How many places the longest list takes.
  static let capacity = stretch + usual
  /// Blocks mostly have no more than this.
  private static let usual = 4

  /// Lists the brackets from one offset to another, at most a stretch behind it.
  ///
  /// - Parameters:
  ///   - text: whether the stretch begins inside a text, and then whether it ends so.
  ///   - places: receives the distances from the beginning; has room for `capacity` of them.
  /// - Returns: how many there are.
  /// - Complexity: O(bytes); several gigabytes a second.
  @inline(__always)
  static func find<Classifier: BlockClassifier>(
    from start: Int, to end: Int, of bytes: UnsafePointer<UInt8>, _ text: inout TextState,
    into places: UnsafeMutablePointer<UInt16>, by classifier: Classifier.Type
  ) -> Int {
    let length = end &- start
    let whole = length & ~63
    let count = Classifier.brackets(bytes + start, whole, &text, into: places)
    guard whole < length else { return count }
    var masks = Classifier.masks(bytes + (start &+ whole))
    masks.cut(to: length &- whole)
    let before = text
    let inside = text.advance(quotes: masks.quotes, backslashes: masks.backslashes)
    text.cut(at: end, length: length &- whole, after: before, bytes)
    return append(masks.brackets & ~inside, whole, to: places, count)
  }

  /// Adds the places of a block's bits; the usual number of them without asking how many there are.
  @inline(__always)
  static func append(
    _ bits: UInt64, _ distance: Int, to places: UnsafeMutablePointer<UInt16>, _ count: Int
  ) -> Int {
    var rest = bits
    for step in 0..<usual {
      places[count &+ step] = place(rest, distance)
      rest &= rest &- 1
    }
    var last = count &+ usual
    while rest != 0 {
      places[last] = place(rest, distance)
      last &+= 1
      rest &= rest &- 1
    }
    return count &+ bits.nonzeroBitCount
  }

  @inline(__always)
  private static func place(_ bits: UInt64, _ distance: Int) -> UInt16 {
    // The bit that is added keeps the processor from asking whether there is one.
    UInt16(truncatingIfNeeded: distance &+ (bits | 1 << 63).trailingZeroBitCount)
  }

  /// What a bracket does to the depth: one for those that open, else minus one.
  @inline(__always)
  static func step(_ bracket: UInt8) -> Int {
    // Only the codes of '[' and '{' have this bit.
    Int(bracket & 2) &- 1
  }
}

extension BlockClassifier {
  /// Block after block, for processors that have nothing better.
  ///
  /// - Parameter withTexts: true for the quotes that open texts as well.
  @inline(__always)
  static func bracketsByMasks(
    _ bytes: UnsafePointer<UInt8>, _ length: Int, _ text: inout TextState, withTexts: Bool = false,
    into places: UnsafeMutablePointer<UInt16>
  ) -> Int {
    var count = 0
    for distance in stride(from: 0, to: length, by: 64) {
      let masks = masks(bytes + distance)
      let wasInside = text.inText & 1
      let inside = text.advance(quotes: masks.quotes, backslashes: masks.backslashes)
      let opening = withTexts ? inside & ~(inside &<< 1 | wasInside) : 0
      count = BracketList.append(masks.brackets & ~inside | opening, distance, to: places, count)
    }
    return count
  }
}
