import Foundation

/// Text that is looked for in other text, prepared once.
///
/// Matches begin and end between characters: `e` is not a prefix of `é`, however that is stored.
/// The empty text is found nowhere.
struct TextNeedle: Sendable {
  enum Place: Sendable {
    case prefix
    case suffix
    case anywhere
    case whole
  }

  let options: TextOptions
  /// The text as it is searched for.
  let bytes: [UInt8]
  private let isASCII: Bool

  init(_ text: String, options: TextOptions) {
    self.options = options.effective
    bytes = Array(TextFolding.fold(text, options.effective).utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// - Complexity: O(text) for a prefix, suffix or whole; O(text x needle) at worst anywhere.
  func matches(_ text: String, _ place: Place) -> Bool {
    if bytes.isEmpty { return place == .whole && text.isEmpty }
    let fast = text.utf8.withContiguousStorageIfAvailable { matchASCII($0, place) }
    if let fast, let verdict = fast { return verdict }
    var folded = TextFolding.fold(text, options)
    return folded.withUTF8 { search($0, place, folded: true) }
  }

  /// The answer where no folding is needed to give it; nil for text beyond ASCII.
  private func matchASCII(_ text: UnsafeBufferPointer<UInt8>, _ place: Place) -> Bool? {
    if options != .literal, !TextFolding.isASCII(text) { return nil }
    return matches(plain: text, place)
  }

  /// The answer for ASCII, or, under the literal option, for any text.
  @inline(__always)
  func matches(plain text: UnsafeBufferPointer<UInt8>, _ place: Place) -> Bool {
    if bytes.isEmpty { return place == .whole && text.isEmpty }
    if options == .literal { return search(text, place, folded: true) }
    return isASCII && search(text, place, folded: !options.contains(.ignoringCase))
  }

  /// The answer for text that was folded under the needle's options.
  func matches(folded text: UnsafeBufferPointer<UInt8>, _ place: Place) -> Bool {
    if bytes.isEmpty { return place == .whole && text.isEmpty }
    return search(text, place, folded: true)
  }

  /// - Parameter folded: false when letters of the text still have to be made small.
  private func search(
    _ text: UnsafeBufferPointer<UInt8>, _ place: Place, folded: Bool
  ) -> Bool {
    let last = text.count - bytes.count
    if last < 0 { return false }
    return bytes.withUnsafeBufferPointer { needle in
      switch place {
      case .whole: last == 0 && agrees(text, needle, at: 0, folded)
      case .prefix: agrees(text, needle, at: 0, folded) && isBoundary(text, needle.count)
      case .suffix: agrees(text, needle, at: last, folded) && isBoundary(text, last)
      case .anywhere: contains(text, needle, folded)
      }
    }
  }

  private func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, _ folded: Bool
  ) -> Bool {
    let first = needle[0]
    let last = text.count &- needle.count
    var start = 0
    while start <= last {
      let byte = folded ? text[start] : TextFolding.lower(text[start])
      if byte == first, agrees(text, needle, at: start, folded), isBoundary(text, start),
        isBoundary(text, start &+ needle.count)
      {
        return true
      }
      start &+= 1
    }
    return false
  }

  @inline(__always)
  private func agrees(
    _ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, at start: Int,
    _ folded: Bool
  ) -> Bool {
    var offset = 0
    while offset < needle.count {
      let byte = text[start &+ offset]
      if (folded ? byte : TextFolding.lower(byte)) != needle[offset] { return false }
      offset &+= 1
    }
    return true
  }

  /// False within a character: where a mark follows that belongs to what is before.
  private func isBoundary(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
    if options == .literal || offset == 0 || offset >= text.count || text[offset] < 0xCC {
      return true
    }
    let tail = UnsafeBufferPointer(rebasing: text[offset..<min(text.count, offset + 4)])
    guard let scalar = String(decoding: tail, as: UTF8.self).unicodeScalars.first else {
      return true
    }
    return !TextFolding.extendsCharacter(scalar)
  }
}

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
