import Foundation
import TableModel

extension OldPropertyListReader {
  static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  /// Reads a text, quoted or plain.
  mutating func readString() throws(DataError) -> String {
    if let byte, Self.isQuote(byte) { return try readQuoted() }
    let start = position
    while let byte, ASCII.isPlainWord(byte) { position += 1 }
    guard position > start else { throw expected("text") }
    return String(decoding: text.bytes[start..<position], as: UTF8.self)
  }

  private mutating func readQuoted() throws(DataError) -> String {
    let opening = position
    let quote = byte
    position += 1
    var units: [UInt16] = []
    var start = position
    while let byte, byte != quote {
      if byte == UInt8(ascii: "\\") {
        units += String(decoding: text.bytes[start..<position], as: UTF8.self).utf16
        position += 1
        try readEscape(into: &units)
        start = position
      } else {
        position += 1
      }
    }
    guard byte != nil else {
      let place = text.place(ofByte: opening)
      throw expected("a quote to end the text that begins at \(place.line):\(place.column)")
    }
    units += String(decoding: text.bytes[start..<position], as: UTF8.self).utf16
    position += 1
    // Half of a surrogate pair becomes U+FFFD here.
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func readEscape(into units: inout [UInt16]) throws(DataError) {
    guard let escape = byte else { throw expected("a character after a backslash") }
    switch escape {
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      units += readOctal()
      return
    case UInt8(ascii: "U"):
      position += 1
      units.append(readUnit())
      return
    case UInt8(ascii: "a"): units.append(0x07)
    case UInt8(ascii: "b"): units.append(0x08)
    case UInt8(ascii: "f"): units.append(0x0C)
    case UInt8(ascii: "n"): units.append(0x0A)
    case UInt8(ascii: "r"): units.append(0x0D)
    case UInt8(ascii: "t"): units.append(0x09)
    case UInt8(ascii: "v"): units.append(0x0B)
    case 0x80...: return
    default: units.append(UInt16(escape))
    }
    position += 1
  }

  /// Up to three octal digits: a byte in the character set of the system the form comes from.
  private mutating func readOctal() -> String.UTF16View {
    var value: UInt8 = 0
    for _ in 0..<3 {
      guard let byte, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) else { break }
      value = value << 3 | (byte - UInt8(ascii: "0"))
      position += 1
    }
    let text = String(bytes: [value], encoding: .nextstep) ?? "\u{FFFD}"
    return text.utf16
  }

  /// Up to four hexadecimal digits: a UTF-16 unit.
  private mutating func readUnit() -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte, let digit = ASCII.hexValue(byte) else { break }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}
