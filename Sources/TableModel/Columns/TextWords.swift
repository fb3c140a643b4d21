/// The bytes of texts in words of eight: steps without a loop for those of a text's end.
enum TextWords {
  /// Visits words that together hold every byte of a text, some of them twice, and tell apart texts
  /// of the same length.
  ///
  /// - Complexity: O(bytes / 8).
  @inline(__always)
  static func forEach(_ text: UnsafeRawBufferPointer, _ visit: (UInt64) -> Void) {
    guard text.count >= 8 else {
      if !text.isEmpty { visit(short(text)) }
      return
    }
    var offset = 0
    while offset &+ 8 < text.count {
      visit(text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    visit(text.loadUnaligned(fromByteOffset: text.count &- 8, as: UInt64.self))
  }

  /// True when two texts of the same length are the same.
  ///
  /// - Complexity: O(bytes / 8).
  @inline(__always)
  static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count >= 8 else { return a.isEmpty || short(a) == short(b) }
    var offset = 0
    while offset &+ 8 < a.count {
      if word(a, offset) != word(b, offset) { return false }
      offset &+= 8
    }
    return word(a, a.count &- 8) == word(b, a.count &- 8)
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
