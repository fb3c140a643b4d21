/// The order of texts for people, and their place in an index of letters, by rules for English.
///
/// Texts are compared without case and diacritics first: blanks and punctuation come before
/// digits, digits before letters, Latin before other scripts. Only texts that are equal so far
/// are compared exactly, small letters first. Nothing depends on the locale of the environment.
package enum Collation {
  /// `A` to `Z`, and `#` for everything else.
  package static let titles: [String] = letters.map(String.init) + ["#"]

  static let letters: [Character] = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

  /// The position of `#` in `titles`.
  static let otherIndex = letters.count

  /// Where a text belongs among `titles`: by the base letter of its first character, so that `Ä`
  /// goes to `A`, `Ø` to `O` and `ﬁ` to `F`; a digit, a symbol or another script goes to `#`.
  ///
  /// - Complexity: O(1).
  package static func titleIndex(of text: String) -> Int {
    guard let first = text.first else { return otherIndex }
    let folded = key(for: String(first))
    guard let byte = folded.utf8.first, (0x61...0x7A).contains(byte) else { return otherIndex }
    return Int(byte) - 0x61
  }

  /// A text whose plain order is the order of the texts, but for case and diacritics.
  ///
  /// - Complexity: O(length), and without an allocation for what is written in small ASCII.
  package static func key(for text: String) -> String {
    var onlyASCII = true
    var unchanged = true
    for byte in text.utf8 {
      if byte >= 0x80 {
        onlyASCII = false
        break
      }
      if asciiKeys[Int(byte)] != byte { unchanged = false }
    }
    guard onlyASCII else { return foldedKey(for: text) }
    if unchanged { return text }
    return String(decoding: text.utf8.map { asciiKeys[Int($0)] }, as: UTF8.self)
  }

  /// The order of two texts: negative, zero or positive.
  ///
  /// - Complexity: O(length); compare keys made once by `key(for:)` where there are many.
  package static func compare(_ a: String, _ b: String) -> Int {
    let (keyA, keyB) = (key(for: a), key(for: b))
    if keyA != keyB { return keyA < keyB ? -1 : 1 }
    return compareExactly(a, b)
  }

  /// The order of texts with the same key: plain letters before accented ones, then small ones
  /// before capitals.
  static func compareExactly(_ a: String, _ b: String) -> Int {
    if a == b { return 0 }
    let (smallA, smallB) = (a.lowercased(), b.lowercased())
    if smallA != smallB { return smallA < smallB ? -1 : 1 }
    // In all bicameral scripts that Unicode holds nearly every capital comes before its small
    // letter, so the order of code points is the wrong way round here.
    return a < b ? 1 : -1
  }
}
