/// Finds what was probably meant by a word that is not known.
package enum Spelling {
  /// Longer words are not compared: they are hardly ever mistyped by a letter or two.
  private static let longest = 64

  /// The candidates that are few edits away, nearest first, at most three.
  ///
  /// An insertion, a deletion, a replacement and a swap of neighbours are one edit each. Few means
  /// up to a third of the word's length, but at least one. Case does not count. Nothing is near a
  /// word of one letter, and a word near one of two letters shares a letter with it.
  ///
  /// - Complexity: O(candidates x length squared).
  package static func matches(for word: String, among candidates: some Sequence<String>)
    -> [String]
  {
    let typed = folded(word)
    guard (2...longest).contains(typed.count) else { return [] }
    let limit = max(1, typed.count / 3)
    let scored = candidates.compactMap { candidate -> (edits: Int, word: String)? in
      let other = folded(candidate)
      guard abs(other.count - typed.count) <= limit else { return nil }
      if typed.count == 2, !typed.contains(where: other.contains) { return nil }
      let edits = edits(typed, other)
      return edits <= limit ? (edits, candidate) : nil
    }
    return scored.sorted { ($0.edits, $0.word) < ($1.edits, $1.word) }.prefix(3).map(\.word)
  }

  /// The candidate that is fewest edits away, if it is near.
  package static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
    matches(for: word, among: candidates).first
  }

  private static func folded(_ word: String) -> [Unicode.Scalar] {
    Array(word.lowercased().unicodeScalars.prefix(longest + 1))
  }

  private static func edits(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}

/// How keys and texts are written where people type them, so that what is printed can be typed
/// back.
package enum SpelledKey {
  /// A key that is one word as it is, any other in backquotes with escapes.
  package static func spelled(_ key: String) -> String {
    if isWord(key) { return key }
    let quoted = quoted(key, with: "`")
    // A mark that begins the key, say, would become one character with the backquote.
    let isWhole = quoted.first == "`" && quoted.last == "`" && quoted.count > 1
    return isWhole ? quoted : self.quoted(key, with: "`", keepsASCIIOnly: true)
  }

  package static func isWord(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, isWordStart(first) else { return false }
    return text.unicodeScalars.allSatisfy(isWordPart)
  }

  package static func isWordStart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return asciiLetters.contains(scalar.value | 0x20) || scalar == "_" }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return true
    default: return false
    }
  }

  package static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    if isWordStart(scalar) || asciiDigits.contains(scalar.value) { return true }
    if scalar.isASCII { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber: return true
    default: return false
    }
  }

  private static let asciiLetters = UInt32(0x61)...0x7A
  package static let asciiDigits = UInt32(0x30)...0x39

  /// A text between quotes, with escapes for what is not visible as itself.
  ///
  /// - Parameters:
  ///   - mark: the quotes to put around it: double ones, single ones or backquotes.
  ///   - keepsASCIIOnly: whether all else is escaped, too.
  package static func quoted(
    _ text: String, with mark: Unicode.Scalar, keepsASCIIOnly: Bool = false
  ) -> String {
    var quoted = String(mark)
    for scalar in text.unicodeScalars {
      switch scalar {
      case mark: quoted += "\\\(mark)"
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default:
        if isInvisible(scalar) || keepsASCIIOnly && !scalar.isASCII {
          for unit in String(scalar).utf16 { quoted += escape(unit) }
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
    }
    return quoted + String(mark)
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return scalar != "\u{200D}"
    default: return scalar.isHidden
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
