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
    // Few different lengths of the way are easier to foresee than many.
    if text.count <= 32 {
      visit(word(text, 0))
      if text.count > 16 {
        visit(word(text, 8))
        visit(word(text, text.count &- 16))
      }
    } else {
      for offset in stride(from: 0, to: text.count &- 8, by: 8) { visit(word(text, offset)) }
    }
    visit(word(text, text.count &- 8))
  }

  /// True when two texts of the same length are the same.
  ///
  /// - Complexity: O(bytes / 8).
  @inline(__always)
  static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count >= 8 else { return a.isEmpty || short(a) == short(b) }
    var difference = word(a, a.count &- 8) ^ word(b, a.count &- 8)
    if a.count <= 32 {
      difference |= word(a, 0) ^ word(b, 0)
      if a.count > 16 {
        difference |= word(a, 8) ^ word(b, 8)
        difference |= word(a, a.count &- 16) ^ word(b, a.count &- 16)
      }
    } else {
      for offset in stride(from: 0, to: a.count &- 8, by: 8) {
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
