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
