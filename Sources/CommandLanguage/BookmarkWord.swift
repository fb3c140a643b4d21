/// The word `'a`, the place of a bookmark, which begins like a text in quotes.
package enum BookmarkWord {
  /// True for `'a` at the beginning of the rest of a line.
  ///
  /// It is a text where a quote behind it closes it, and where words follow that can't stand behind
  /// an address: then the text goes on in the next line.
  ///
  /// - Complexity: O(bytes of the line) behind a quote and a single letter, else O(1).
  package static func begins(_ rest: some Collection<UInt8>) -> Bool {
    let start = Array(rest.prefix(3))
    let mark = UInt8(ascii: "'")
    guard start.count >= 2, start[0] == mark, (0x41...0x5A).contains(start[1] & 0xDF),
      isWordEnd(start.dropFirst(2).first)
    else { return false }
    let line = Array(rest.prefix { $0 != 0x0A })
    if let quote = line.dropFirst(2).firstIndex(of: mark) {
      let behind = quote + 1 < line.count ? line[quote + 1] : nil
      guard isBlank(line[quote - 1]), !isWordEnd(behind) else { return false }
    }
    let statement = line.dropFirst(2).prefix { $0 != UInt8(ascii: ";") }
    for word in statement.split(whereSeparator: isBlank) {
      if word.first == UInt8(ascii: "#") || word.elementsEqual("|".utf8) { return true }
      if !mayFollow(word) { return false }
    }
    return true
  }

  /// True for another bookmark or a number, for an option, and for where the place is to stand.
  private static func mayFollow(_ word: ArraySlice<UInt8>) -> Bool {
    word.first == UInt8(ascii: "'") || word.starts(with: "--".utf8)
      || word.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }
      || ["top", "middle", "bottom", "none"].contains { word.elementsEqual($0.utf8) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
  }

  private static func isWordEnd(_ byte: UInt8?) -> Bool {
    byte.map { isBlank($0) || $0 == UInt8(ascii: ";") } ?? true
  }
}
