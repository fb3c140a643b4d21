/// The bytes of texts in words of eight: steps without a loop for those of a text's end.
enum TextWords {
  /// Visits pairs of words that together hold every byte of a text, some of them twice, so
  /// that texts of one length differ if and only if these words do.
  ///
  /// - Complexity: O(bytes / 16).
  @inline(__always)
  static func forEachPair(_ text: UnsafeRawBufferPointer, _ visit: (UInt64, UInt64) -> Void) {
    guard text.count >= 8 else {
      if !text.isEmpty { visit(short(text), 0) }
      return
    }
    let last = text.count &- 8
    // Most texts are of a few words: one way for all of them is the easiest to foresee.
    if text.count <= 32 {
      visit(word(text, 0), word(text, min(8, last)))
      visit(word(text, max(8, last) &- 8), word(text, last))
    } else {
      for offset in stride(from: 0, to: last &- 8, by: 16) {
        visit(word(text, offset), word(text, offset &+ 8))
      }
      visit(word(text, last &- 8), word(text, last))
    }
  }

  /// - Complexity: O(bytes / 8).
  @inline(__always)
  static func areASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var seen: UInt64 = 0
    forEachPair(UnsafeRawBufferPointer(text)) { seen |= $0 | $1 }
    return seen & 0x8080_8080_8080_8080 == 0
  }

  /// True when two texts of the same length are the same.
  ///
  /// - Complexity: O(bytes / 8).
  @inline(__always)
  static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count >= 8 else { return a.isEmpty || short(a) == short(b) }
    let last = a.count &- 8
    var difference = word(a, last) ^ word(b, last)
    if a.count <= 32 {
      let (second, third) = (min(8, last), max(8, last) &- 8)
      difference |= word(a, 0) ^ word(b, 0)
      difference |= word(a, second) ^ word(b, second)
      difference |= word(a, third) ^ word(b, third)
    } else {
      for offset in stride(from: 0, to: last, by: 8) {
        difference |= word(a, offset) ^ word(b, offset)
      }
    }
    return difference == 0
  }

  @inline(__always)
  private static func word(_ text: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// All bytes of a text that has one to seven of them.
  @inline(__always)
  private static func short(_ text: UnsafeRawBufferPointer) -> UInt64 {
    if text.count >= 4 {
      let last = text.loadUnaligned(fromByteOffset: text.count &- 4, as: UInt32.self)
      return UInt64(text.loadUnaligned(as: UInt32.self)) | UInt64(last) &<< 32
    }
    return UInt64(text[0]) | UInt64(text[text.count / 2]) &<< 8
      | UInt64(text[text.count &- 1]) &<< 16
  }
}
