/// Makes text from data fit to be shown: what would act on a terminal becomes visible text.
///
/// Line breaks, tabs and blanks of other kinds become plain blanks; other control characters,
/// escape sequences, marks that change the direction of text and characters that hide become `␛` or
/// `\u{202E}`.
package enum DisplaySafe {
  /// The text in one line that is safe on a terminal and as wide as `DisplayWidth` says.
  ///
  /// - Complexity: O(bytes); printable ASCII is returned as it is.
  ///
  /// - Parameter charset: nil for that of the work under way.
  package static func line(_ text: String, charset: Charset? = nil) -> String {
    if DisplayWidth.isPlainASCII(text) || DisplayWidth.simpleWidth(of: text) != nil { return text }
    var writer = SafeWriter(charset: charset ?? .current)
    for character in text { writer.append(character) }
    return writer.text
  }

  /// The lines of a text of several, each as `line` makes it.
  package static func lines(_ text: String, charset: Charset? = nil) -> [String] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
      .map { line(String($0), charset: charset) }
  }

  /// True for scalars that act or hide instead of being seen.
  static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: false
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F: true
    case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164: true
    case 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB: true
    case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF, 0x10FE80...0x10FEFF: true
    default: scalar.value & 0xFFFE == 0xFFFE
    }
  }

  /// How a scalar that is not shown itself is written.
  static func name(of scalar: Unicode.Scalar, _ charset: Charset) -> String {
    switch (charset, scalar.value) {
    case (.unicode, 0...0x1F): Unicode.Scalar(0x2400 + scalar.value).map { String($0) } ?? "?"
    case (.unicode, 0x7F): "␡"
    case (.ascii, 0...0x7F): "\\x" + hexadecimal(scalar.value, digits: 2)
    // A byte of a file's name that is not UTF-8.
    case (_, 0x10FE80...0x10FEFF): "\\x" + hexadecimal(scalar.value & 0xFF, digits: 2)
    default: "\\u{" + hexadecimal(scalar.value, digits: 1) + "}"
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

/// Builds safe text character by character.
private struct SafeWriter {
  /// No character keeps more scalars than this; what is piled up beyond is replaced.
  static let clusterLimit = 16

  let charset: Charset
  var text = ""
  /// True when the last thing written is not one of the text's own characters, so that a mark that
  /// follows would join something it does not belong to.
  var isDetached = true

  init(charset: Charset) {
    self.charset = charset
  }

  mutating func append(_ character: Character) {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return }
    if Self.isBlank(first), scalars.count == 1 || first == "\r" {
      text += String(repeating: " ", count: max(1, DisplayWidth.columns(of: first)))
      isDetached = true
    } else if Self.isDrawable(character), !(isDetached && Self.joinsBackwards(first)) {
      text.append(character)
      isDetached = false
    } else {
      appendVisibly(scalars)
    }
  }

  private mutating func appendVisibly(_ scalars: Character.UnicodeScalarView) {
    for (position, scalar) in scalars.enumerated() {
      if position == Self.clusterLimit {
        text += charset == .unicode ? "\u{FFFD}" : "?"
        isDetached = true
        return
      }
      let isSeen = DisplayWidth.columns(of: scalar) > 0 && !DisplaySafe.isHidden(scalar)
      if !isSeen || (isDetached && Self.joinsBackwards(scalar)) {
        text += DisplaySafe.name(of: scalar, charset)
        isDetached = true
      } else {
        text.unicodeScalars.append(scalar)
        isDetached = false
      }
    }
  }
}

extension SafeWriter {
  /// True for line breaks, tabs and all blanks that are not the usual one.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: true
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// True when the character can be handed to a terminal as it is.
  private static func isDrawable(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    guard let base = scalars.first, !DisplaySafe.isHidden(base) else { return false }
    guard scalars.count > 1 else { return DisplayWidth.columns(of: base) > 0 }
    guard scalars.count <= clusterLimit, DisplayWidth.of(character) > 0 else { return false }
    var previous = base
    for scalar in scalars.dropFirst() {
      if DisplaySafe.isHidden(scalar), !isAllowed(scalar, after: previous, base: base) {
        return false
      }
      previous = scalar
    }
    return true
  }

  /// Joiners, selectors and tags are part of legitimate characters: one at a time, where a script
  /// or an emoji has a use for them.
  private static func isAllowed(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar, base: Unicode.Scalar
  ) -> Bool {
    switch scalar.value {
    case 0xE0020...0xE007F: return base.value == 0x1F3F4
    case _ where DisplaySafe.isHidden(previous) && previous.value != 0xFE0F: return false
    case 0x200C, 0x200D: return !base.isASCII
    case 0xFE0F where previous.isASCII:
      return previous.properties.isEmoji
    case 0xFE00...0xFE0F: return previous.value != 0xFE0F
    case 0x180B...0x180F: return (0x1820...0x18AA).contains(base.value)
    case 0xE0100...0xE01EF: return base.properties.isIdeographic
    default: return false
    }
  }

  /// True when the scalar would melt into whatever is written before it.
  private static func joinsBackwards(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x300 { return false }
    var probe = "x"
    probe.unicodeScalars.append(scalar)
    return probe.count == 1
  }
}
