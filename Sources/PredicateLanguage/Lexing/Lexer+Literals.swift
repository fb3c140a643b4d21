import TableModel

extension Lexer {
  /// A string in either kind of quotes, with its escapes resolved.
  mutating func lexString() -> Token.Kind? {
    guard let quote = peek(), quote == "\"" || quote == "'" else { return nil }
    return .string(lexQuoted(until: quote, orElse: .unterminatedString))
  }

  /// The text up to the closing quote, with its escapes resolved; the opening one is next.
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

extension Lexer {
  /// A number in any of its notations.
  mutating func lexNumber() -> Token.Kind? {
    guard let first = peek() else { return nil }
    let startsWithPoint = first == "." && isDigit(1) && !followsTerm
    guard isDigit(0) || startsWithPoint else { return nil }
    let start = position
    let value = lexRadix() ?? lexDecimal()
    let end = position
    guard let value, isNumberEnd() else {
      takeMalformedNumber(from: start)
      return .invalid
    }
    position = end
    return .number(value)
  }

  /// True where a point goes on with a key path: right behind a key or a closing bracket.
  private var followsTerm: Bool {
    guard position > 0 else { return false }
    let before = scalars[position - 1]
    return Self.isWordPart(before) || before == ")" || before == "]" || before == "`"
  }

  private func isDigit(_ ahead: Int) -> Bool {
    peek(ahead).map { Self.asciiDigits.contains($0.value) } ?? false
  }

  /// A reserved word may stand right behind a number, no other letter and no second point.
  private mutating func isNumberEnd() -> Bool {
    if peek() == ".", isDigit(1) || peek(1) == "." { return false }
    guard let next = peek(), Self.isWordPart(next) else { return true }
    return lexWord().map(Keyword.isReserved) ?? false
  }

  private mutating func takeMalformedNumber(from start: Int) {
    while let scalar = peek(), Self.isWordPart(scalar) || scalar == "." { position += 1 }
    let text = text(from: start)
    let isKey =
      text.unicodeScalars.allSatisfy(Self.isWordPart) && !text.hasPrefix("0")
      && text.unicodeScalars.contains(where: Self.isWordStart)
    report(isKey ? .keyStartsWithDigit(text) : .malformedNumber(text), from: start)
  }

  /// `0x1F`, `0o17`, `0b11`; nil, with nothing taken, for other notations and without digits.
  private mutating func lexRadix() -> NumberText? {
    guard peek() == "0", let letter = peek(1) else { return nil }
    let radix: Int
    switch letter {
    case "x", "X": radix = 16
    case "o", "O": radix = 8
    case "b", "B": radix = 2
    default: return nil
    }
    var digits: [Int] = []
    while let digit = peek(2 + digits.count).flatMap({ Character($0).hexDigitValue }),
      digit < radix, peek(2 + digits.count)?.isASCII == true
    {
      digits.append(digit)
    }
    if digits.isEmpty { return nil }
    position += 2 + digits.count
    if let value = Int(digits.map { String($0, radix: 16) }.joined(), radix: radix) {
      return NumberText(value)
    }
    let value = digits.reduce(0.0) { $0 * Double(radix) + Double($1) }
    return value.isFinite ? NumberText(canonical: value.description) : nil
  }

  /// Digits, a fraction and an exponent, any of which may be missing: `12`, `.5`, `1e6`.
  private mutating func lexDecimal() -> NumberText? {
    let whole = lexDigits()
    var fraction = ""
    var hasPoint = false
    if peek() == ".", isDigit(1) || peek(1) != "." {
      position += 1
      hasPoint = true
      fraction = lexDigits()
    }
    let exponent = lexExponent()
    if !hasPoint, exponent == nil { return NumberText(canonical: whole) }
    let digits = fraction.isEmpty ? "0" : fraction
    return NumberText(canonical: whole + "." + digits + (exponent.map { "e" + $0 } ?? ""))
  }

  private mutating func lexDigits() -> String {
    let start = position
    while isDigit(0) { position += 1 }
    return text(from: start)
  }

  private mutating func lexExponent() -> String? {
    guard peek() == "e" || peek() == "E" else { return nil }
    let isSigned = peek(1) == "+" || peek(1) == "-"
    guard isDigit(isSigned ? 2 : 1) else { return nil }
    let sign = peek(1) == "-" ? "-" : ""
    position += isSigned ? 2 : 1
    return sign + lexDigits()
  }
}

extension NumberText {
  /// A literal in its canonical spelling: integers in decimal, others as short as their exact
  /// value allows.
  ///
  /// - Parameter text: digits with an optional sign, fraction and exponent; zeros may lead.
  init(canonical text: String) {
    if let integer = Int(text) {
      self.init(integer)
      return
    }
    let sign = text.hasPrefix("-") ? "-" : ""
    let digits = text.dropFirst(sign.count).drop { $0 == "0" }
    let exact = sign + (digits.first?.isNumber == true ? "" : "0") + digits
    let verbatim = NumberText(text: exact)
    let shortest = NumberText(text: verbatim.double.description)
    self = shortest.compare(verbatim) == 0 && verbatim.double.isFinite ? shortest : verbatim
  }

  /// The number with the other sign.
  var negated: NumberText {
    let flipped = text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text
    return NumberText(canonical: flipped)
  }
}
