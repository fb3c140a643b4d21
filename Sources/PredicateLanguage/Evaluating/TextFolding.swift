import Foundation

/// Brings text into the form in which it is compared.
///
/// Folding does not depend on the locale: `ß` is `SS`, `ı` is not `I`.
enum TextFolding {
  /// Text in which everything that the options make equal is equal scalar by scalar.
  ///
  /// The result is in normalisation form C, except with the literal option, which changes nothing.
  /// - Parameter options: as `TextOptions.effective` gives them.
  static func fold(_ text: String, _ options: TextOptions) -> String {
    if options == .literal { return text }
    if options.isEmpty { return compose(text) }
    if isASCII(text) { return options.contains(.ignoringCase) ? lowerASCII(text) : text }
    var foldings: String.CompareOptions = [.widthInsensitive]
    if options.contains(.ignoringCase) { foldings.insert(.caseInsensitive) }
    if options.contains(.ignoringMarks) { foldings.insert(.diacriticInsensitive) }
    return compose(text.folding(options: foldings, locale: nil))
  }

  /// Text in normalisation form C, stored contiguously.
  static func compose(_ text: String) -> String {
    var composed = isComposed(text) ? text : text.precomposedStringWithCanonicalMapping
    composed.makeContiguousUTF8()
    return composed
  }

  static func isASCII(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isASCII($0) }
  }

  /// - Complexity: O(bytes), eight at a time.
  static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var offset = 0
    while offset + 8 <= raw.count {
      let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { return false }
      offset += 8
    }
    while offset < raw.count {
      if raw[offset] >= 0x80 { return false }
      offset += 1
    }
    return true
  }

  @inline(__always)
  static func lower(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  private static func lowerASCII(_ text: String) -> String {
    String(decoding: text.utf8.map(lower), as: UTF8.self)
  }

  /// True when every scalar is of a block in which nothing ever composes or changes.
  ///
  /// False says nothing. This spares most text the work of normalising it.
  private static func isComposed(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0..<0x300, 0x400...0x482, 0x48A...0x52F, 0x2010...0x205F, 0x4E00...0x9FFF,
        0xAC00...0xD7A3, 0x1F300...0x1FAFF:
        true
      default: false
      }
    }
  }

  /// True for a scalar that belongs to the character before it.
  static func extendsCharacter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x300 { return false }
    let properties = scalar.properties
    return properties.isGraphemeExtend || properties.generalCategory == .spacingMark
      || properties.isEmojiModifier || scalar == "\u{200D}"
  }
}
