import TableModel

extension JSONReader {
  /// Reads the string whose opening quote stands here.
  mutating func readString() throws(DataError) -> String {
    let opening = position
    position += 1
    let start = position
    try skipPlainBytes(since: opening)
    if byte == UInt8(ascii: "\"") {
      defer { position += 1 }
      return String(decoding: text.bytes[start..<position], as: UTF8.self)
    }
    var decoded = Array(text.bytes[start..<position])
    while byte == UInt8(ascii: "\\") {
      try readEscape(into: &decoded, since: opening)
      let next = position
      try skipPlainBytes(since: opening)
      decoded += text.bytes[next..<position]
    }
    position += 1
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Goes to the next quote or backslash.
  private mutating func skipPlainBytes(since opening: Int) throws(DataError) {
    while position < text.bytes.count {
      let byte = text.bytes[position]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      if byte < 0x20 { throw unescaped(since: opening) }
      position += 1
    }
    throw unclosed(since: opening)
  }

  private func unclosed(since opening: Int) -> DataError {
    let place = text.place(ofByte: opening)
    return expected("'\"' to end the text that begins at \(place.line):\(place.column)")
  }

  /// A line break inside a text nearly always means that its closing quote was forgotten.
  private func unescaped(since opening: Int) -> DataError {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): unclosed(since: opening)
    case UInt8(ascii: "\t"): expected("'\\t' inside text")
    default: expected("an escape for a control character inside text")
    }
  }

  private mutating func readEscape(into decoded: inout [UInt8], since opening: Int)
    throws(DataError)
  {
    position += 1
    guard let escape = byte else { throw unclosed(since: opening) }
    switch escape {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(escape)
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "u"):
      position += 1
      decoded.append(contentsOf: String(try readScalar()).utf8)
      return
    default: throw expected("one of \" \\ / b f n r t u after a backslash")
    }
    position += 1
  }

  /// The scalar of `\uXXXX`, or of two of them that make a surrogate pair.
  private mutating func readScalar() throws(DataError) -> Character {
    let unit = try readUnit()
    if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
    let escape: [UInt8] = [UInt8(ascii: "\\"), UInt8(ascii: "u")]
    guard unit < 0xDC00, text.bytes[position...].starts(with: escape) else { return "\u{FFFD}" }
    let second = position
    position += escape.count
    let low = try readUnit()
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else {
      // The second escape is no partner: it stands for itself.
      position = second
      return "\u{FFFD}"
    }
    return Character(scalar)
  }

  private mutating func readUnit() throws(DataError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte, let digit = ASCII.hexValue(byte) else {
        throw expected("four hexadecimal digits after '\\u'")
      }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }
}
