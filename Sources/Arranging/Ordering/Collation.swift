import Foundation

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

extension Collation {
  /// The key of a text that isn't all ASCII: decomposed, marks dropped, letters that have no
  /// decomposition replaced by their base, then folded like ASCII.
  static func foldedKey(for text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x80: bytes.append(asciiKeys[Int(scalar.value)])
      case 0x80..<0x250: bytes += latinKeys[Int(scalar.value) - latinRange.lowerBound]
      case 0x300..<0x370: break
      default: return decomposedKey(for: text)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Letters with diacritics of most languages written in Latin script, whose keys are made once.
  private static let latinRange = 0x80..<0x250

  private static let latinKeys: [[UInt8]] = latinRange.map { value in
    Unicode.Scalar(UInt32(value)).map { Array(decomposedKey(for: String($0)).utf8) } ?? []
  }

  private static func decomposedKey(for text: String) -> String {
    var key = ""
    for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
      if scalar.isASCII {
        key.unicodeScalars.append(Unicode.Scalar(asciiKeys[Int(scalar.value)]))
      } else if let base = baseLetters[scalar] {
        key += base
      } else if isSign(scalar) {
        key.unicodeScalars.append(otherSigns)
        key.unicodeScalars.append(scalar)
      } else if !isMark(scalar) {
        key += scalar.properties.lowercaseMapping
      }
    }
    // Composed again, strings order as their bytes do, which the sort relies on.
    return key.precomposedStringWithCanonicalMapping
  }

  /// Stands in a key before each sign that isn't ASCII: after all that are, before the digits.
  private static let otherSigns: Unicode.Scalar = "\u{2F}"

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol, .spaceSeparator, .lineSeparator, .paragraphSeparator:
      true
    default: false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default: false
    }
  }

  /// Letters of the Latin script that Unicode doesn't decompose, with what they are filed under
  /// in English.
  private static let baseLetters: [Unicode.Scalar: String] = {
    let groups: [(base: String, letters: String)] = [
      ("ae", "Ææ"), ("oe", "Œœ"), ("ss", "ẞß"), ("th", "Þþ"), ("d", "ĐđÐðƉɖƊɗ"),
      ("a", "ȺⱥⱯɐⱭɑ"), ("b", "ɃƀƁɓ"), ("c", "ȻȼƇƈ"), ("e", "ɆɇƎǝƏəƐɛ"), ("f", "Ƒƒ"),
      ("g", "ǤǥƓɠ"), ("h", "ĦħⱧⱨ"), ("i", "ıƗɨƖɩ"), ("j", "Ɉɉȷ"), ("k", "ĸƘƙⱩⱪ"),
      ("l", "ŁłȽƚⱢɫƛ"), ("m", "Ɱɱ"), ("n", "ŊŋƝɲȠƞ"), ("o", "ØøƆɔƟɵ"), ("p", "Ƥƥ"),
      ("r", "ɌɍⱤɽ"), ("t", "ŦŧȾⱦƬƭƮʈ"), ("u", "ɄʉƱʊ"), ("v", "Ʋʋ"), ("w", "Ⱳⱳ"),
      ("y", "ɎɏƳƴ"), ("z", "ƵƶȤȥⱫⱬƷʒ"),
    ]
    var bases: [Unicode.Scalar: String] = [:]
    for group in groups {
      for letter in group.letters.unicodeScalars { bases[letter] = group.base }
    }
    return bases
  }()

  /// For each ASCII byte the byte that stands for it in a key: blanks, then punctuation and
  /// symbols, then digits, then small letters.
  static let asciiKeys: [UInt8] = {
    var keys = (0..<128).map { UInt8($0) }
    let order = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
    // There are 33 of these, and just as many bytes from 0x0E up to the digits with one spare.
    for (rank, byte) in order.utf8.enumerated() { keys[Int(byte)] = UInt8(0x0E + rank) }
    for byte in 0x41...0x5A { keys[byte] = UInt8(byte + 0x20) }
    // Control characters and DEL rank below all blanks.
    for byte in 0x0E...0x1F { keys[byte] = 0x0D }
    keys[0x7F] = 0x0D
    return keys
  }()
}
