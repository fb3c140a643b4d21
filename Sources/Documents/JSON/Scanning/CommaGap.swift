/// A part of a text between two brackets, in which commas part records.
struct CommaGap {
  /// Where it begins, and whether that is inside a text.
  var start: Int
  var text = TextState()

  /// True when it is a comma, and blanks behind it.
  @inline(__always)
  func isLoneComma(to end: Int, _ bytes: UnsafePointer<UInt8>) -> Bool {
    guard start < end, bytes[start] == UInt8(ascii: ","), text == TextState() else { return false }
    var offset = start &+ 1
    while offset < end, ASCII.isBlank(bytes[offset]) { offset &+= 1 }
    return offset == end
  }

  /// Visits the commas outside of texts, as bits of blocks and the offsets of these blocks, up to
  /// an end or until a visit asks to stop.
  ///
  /// - Parameter visit: returns false to stop.
  func forEachBlock<Classifier: BlockClassifier>(
    to end: Int, of bytes: UnsafePointer<UInt8>, by classifier: Classifier.Type,
    _ visit: (_ commas: UInt64, _ offset: Int) -> Bool
  ) {
    var text = text
    var offset = start
    while offset < end {
      var masks = Classifier.masks(bytes + offset)
      let length = min(64, end &- offset)
      if length < 64 { masks.cut(to: length) }
      let inside = text.advance(quotes: masks.quotes, backslashes: masks.backslashes)
      let part = length < 64 ? (1 as UInt64) &<< UInt64(length) &- 1 : ~0
      let commas = Classifier.commas(bytes + offset) & ~inside & part
      if commas != 0, !visit(commas, offset) { return }
      offset &+= length
    }
  }
}

/// What stood between two records last time: a comma and blanks, mostly the same for all of them.
struct UsualGap {
  private var length = -1
  private var text: UInt64 = 0
  private var mask: UInt64 = 0

  private static let longest = 8

  /// True when a gap is a comma, and blanks behind it.
  ///
  /// - Parameter bytes: eight of them behind the end must be readable.
  @inline(__always)
  mutating func isLoneComma(in gap: CommaGap, to end: Int, _ bytes: UnsafePointer<UInt8>) -> Bool {
    let raw = UnsafeRawPointer(bytes + gap.start)
    let text = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
    if end &- gap.start == length, text & mask == self.text, gap.text == TextState() { return true }
    guard gap.isLoneComma(to: end, bytes) else { return false }
    learn(text, length: end &- gap.start)
    return true
  }

  private mutating func learn(_ text: UInt64, length: Int) {
    guard length <= Self.longest else { return }
    self.length = length
    mask = ~0 &>> UInt64(64 &- 8 &* length)
    self.text = text & mask
  }
}
