extension Unicode.Scalar {
  /// True for what acts on a terminal or a script engine instead of being seen, or is no character
  /// at all: controls, U+2028 and U+2029, what turns the direction of text around, invisible
  /// operators and tags, byte order marks, noncharacters.
  ///
  /// Formats that have an escape write these as one, so that the data stays what it is and nothing
  /// acts. What joins letters and chooses the form of a sign (U+200C, U+200D, U+FE0F) is text.
  package var isHidden: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFDD0...0xFDEF, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
      true
    default: value & 0xFFFE == 0xFFFE
    }
  }
}

extension String {
  /// True for a text that a terminal would act upon: one with a hidden character that is no tab, and
  /// no line break in either of its usual forms.
  ///
  /// - Complexity: O(bytes).
  package var actsOnTerminal: Bool {
    var isAfterReturn = false
    for scalar in unicodeScalars {
      if isAfterReturn, scalar != "\n" { return true }
      isAfterReturn = scalar == "\r"
      if scalar.isHidden, scalar != "\t", scalar != "\n", scalar != "\r" { return true }
    }
    return isAfterReturn
  }
}
