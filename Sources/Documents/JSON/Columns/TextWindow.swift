#if arch(x86_64)
  import CStructuralScan
#endif

/// Where texts end in a stretch of JSON, and which have escapes: found 64 bytes at a time, ahead of a
/// walk that then takes one step for each text.
///
/// It knows only texts that are well-formed. All others, and those that do not end in the stretch,
/// are left to a look at each of their bytes.
struct TextWindow {
  /// How many bytes are looked at at once: few enough that the walk finds them near.
  static let size = 1 << 14

  /// The bytes that were looked at last.
  private var stretch = 0..<0
  /// How many of them are known; 0 where a text is not as it has to be.
  private var count = 0
  // A bit for each byte; behind the last one a word of zeros.
  private var quotes: [UInt64] = []
  private var backslashes: [UInt64] = []

  /// Looks at what begins at the opening quote of a text.
  ///
  /// - Parameter end: the end of all text; zeros follow it.
  /// - Returns: false where that finds nothing new, or the processor has no fast way to look.
  mutating func move(to offset: Int, of bytes: UnsafePointer<UInt8>, end: Int) -> Bool {
    guard Self.isServed, offset < end else { return false }
    // It was looked at already: the text is longer than the stretch, or a text near it is
    // malformed.
    if count > 0 ? offset == stretch.lowerBound : stretch.contains(offset) { return false }
    let blocks = min(Self.size, end &- offset &+ 63) / 64
    stretch = offset..<offset &+ blocks &* 64
    count = find(bytes + offset, blocks) ? stretch.count : 0
    return count > 0
  }

  /// The offset of the quote that closes a text; -1 where it is not known.
  ///
  /// - Parameter first: the offset behind the opening quote.
  @inline(__always)
  func end(ofTextFrom first: Int) -> Int {
    let place = first &- stretch.lowerBound
    // As an unsigned number, a place before the stretch is a very large one.
    guard UInt(bitPattern: place) < UInt(bitPattern: count) else { return -1 }
    let bits = Self.bits(quotes, at: place)
    return bits != 0 ? first &+ bits.trailingZeroBitCount : end(farFrom: first)
  }

  @inline(never)
  private func end(farFrom first: Int) -> Int {
    let place = first &- stretch.lowerBound
    for word in place / 64 + 1..<max(count / 64, place / 64 + 1) where quotes[word] != 0 {
      return stretch.lowerBound &+ word &* 64 &+ quotes[word].trailingZeroBitCount
    }
    return -1
  }

  /// Whether a text has a backslash.
  ///
  /// - Parameter range: the text without its quotes, as it was found here.
  @inline(__always)
  func hasEscapes(_ range: Range<Int>) -> Bool {
    let place = range.lowerBound &- stretch.lowerBound
    // This many bits are there whichever of a byte is the first.
    guard range.count <= 56 else { return hasEscapes(far: place..<place &+ range.count) }
    let mask = (1 as UInt64) &<< UInt64(truncatingIfNeeded: range.count) &- 1
    return Self.bits(backslashes, at: place) & mask != 0
  }

  @inline(never)
  private func hasEscapes(far places: Range<Int>) -> Bool {
    for word in places.lowerBound / 64...places.upperBound / 64 {
      var mask = ~(0 as UInt64)
      if word == places.lowerBound / 64 { mask <<= UInt64(places.lowerBound % 64) }
      if word == places.upperBound / 64 { mask &= (1 << UInt64(places.upperBound % 64)) &- 1 }
      if backslashes[word] & mask != 0 { return true }
    }
    return false
  }

  /// The bits from a place on, at least 57 of them: a word that may begin at any byte.
  @inline(__always)
  private static func bits(_ masks: [UInt64], at place: Int) -> UInt64 {
    masks.withUnsafeBytes { masks in
      let word = masks.loadUnaligned(fromByteOffset: place &>> 3, as: UInt64.self)
      return UInt64(littleEndian: word) &>> UInt64(truncatingIfNeeded: place & 7)
    }
  }
}

extension TextWindow {
  #if arch(x86_64)
    /// True where looking ahead is faster than looking at each text.
    static let isServed = Processor.own != .least

    /// - Returns: false when a text is not as it has to be.
    private mutating func find(_ bytes: UnsafePointer<UInt8>, _ blocks: Int) -> Bool {
      if quotes.isEmpty {
        let words = Array(repeating: 0 as UInt64, count: Self.size / 64 + 1)
        (quotes, backslashes) = (words, words)
      }
      quotes[blocks] = 0
      return quotes.withUnsafeMutableBufferPointer { quotes in
        backslashes.withUnsafeMutableBufferPointer { backslashes in
          let masks = structural_text_masks(
            quotes: quotes.baseAddress, backslashes: backslashes.baseAddress)
          return structural_texts(bytes, blocks, masks)
        }
      }
    }
  #else
    static let isServed = false

    private mutating func find(_ bytes: UnsafePointer<UInt8>, _ blocks: Int) -> Bool { false }
  #endif
}
