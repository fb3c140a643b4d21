extension Lexer {
  /// A string in either kind of quotes, with its escapes resolved.
  mutating func lexString() -> Token.Kind? {
    guard let quote = peek(), quote == "\"" || quote == "'" else { return nil }
    return .string(lexQuoted(until: quote, orElse: .unterminatedString))
  }

  /// What is between two quotes, the first of which is there, with its escapes resolved.
  mutating func lexQuoted(until quote: Unicode.Scalar, orElse problem: Problem) -> String {
    let start = position
    position += 1
    var content = String.UnicodeScalarView()
    while let scalar = peek(), scalar != quote {
      if scalar != "\\" {
        content.append(scalar)
        position += 1
      } else if let escaped = expectEscape() {
        content.append(escaped)
      }
    }
    if peek() == nil {
      report(problem, from: start)
    } else {
      position += 1
    }
    return String(content)
  }

  /// What an escape stands for; nil when it is malformed or the string ends within it.
  mutating func expectEscape() -> Unicode.Scalar? {
    let start = position
    position += 1
    guard let letter = peek() else { return nil }
    if let octal = lexOctal() { return octal }
    position += 1
    switch letter {
    case "x", "X":
      return expectHex(digits: 2, letter: letter, from: start).flatMap(Unicode.Scalar.init)
    case "u", "U": return expectUTF16(letter: letter, from: start)
    default: break
    }
    if let control = Self.controls[letter] { return control }
    if !"\\'\"`".unicodeScalars.contains(letter) {
      unknownEscapes.append(UnknownEscape(letter: letter, span: SourceSpan(start, position)))
    }
    return letter
  }

  private static let controls: [Unicode.Scalar: Unicode.Scalar] = [
    "a": "\u{07}", "b": "\u{08}", "f": "\u{0C}", "n": "\n", "r": "\r", "t": "\t", "v": "\u{0B}",
  ]

  /// One to three octal digits.
  private mutating func lexOctal() -> Unicode.Scalar? {
    var value: UInt32 = 0
    var digits = 0
    while digits < 3, let digit = peek()?.value, (0x30...0x37).contains(digit) {
      value = value * 8 + (digit - 0x30)
      digits += 1
      position += 1
    }
    return digits == 0 ? nil : Unicode.Scalar(value)
  }

  private mutating func expectHex(
    digits: Int, letter: Unicode.Scalar, from start: Int
  ) -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = peek().flatMap({ Character($0).hexDigitValue }), peek()?.isASCII == true
      else {
        report(.badEscape(letter: letter, digits: digits), from: start)
        return nil
      }
      value = value * 16 + UInt32(digit)
      position += 1
    }
    return value
  }

  /// Four digits, or two times four for a surrogate pair.
  private mutating func expectUTF16(letter: Unicode.Scalar, from start: Int) -> Unicode.Scalar? {
    guard let unit = expectHex(digits: 4, letter: letter, from: start) else { return nil }
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if unit < 0xDC00, peek() == "\\", peek(1) == "u" || peek(1) == "U" {
      let second = position
      position += 2
      guard let low = expectHex(digits: 4, letter: letter, from: second) else { return nil }
      if (0xDC00...0xDFFF).contains(low) {
        return Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
      }
    }
    report(.loneSurrogate, from: start)
    return nil
  }
}
