/// How keys and texts are written where people type them, so that what is printed can be typed back.
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
