package import Files
import Foundation
package import TableModel

/// Reads property lists in the old text form: `{ a = b; c = (1, 2); d = <0fbd77>; }`.
///
/// Tables of strings (`"key" = "value";` without braces) are read too. The form has no numbers:
/// every scalar is text or data. Keys keep the order of the file.
package struct OldPropertyListReader: WholeTextReader, ValueReader {
  package let text: SourceText
  package var position: Int
  private var builder = ValueBuilder()

  private init(_ text: SourceText) {
    self.text = text
    position = text.start
  }

  /// - Throws: `DataError.malformed` or `.tooDeep`, with the place.
  /// - Complexity: O(bytes).
  package static func read(_ text: SourceText, _ repeats: inout RepeatedKeys?) throws(DataError)
    -> Value
  {
    try text.checkUTF8()
    var reader = OldPropertyListReader(text)
    defer { repeats = reader.builder.repeats }
    return try reader.readDocument()
  }

  private mutating func readDocument() throws(DataError) -> Value {
    try skipBlanks()
    let start = position
    guard byte != nil else { return .record(Record()) }
    if byte != UInt8(ascii: "{"), byte != UInt8(ascii: "("), byte != UInt8(ascii: "<") {
      let single = try readString()
      try skipBlanks()
      if byte == nil { return .string(single) }
      position = start
      return try readStringTable()
    }
    try beginValue()
    try readContainers(downTo: 0)
    try skipBlanks()
    guard byte == nil, let value = builder.take() else {
      throw expected("the end of the file after the value")
    }
    return value
  }

  /// A record without its braces.
  private mutating func readStringTable() throws(DataError) -> Value {
    builder.beginRecord()
    try skipBlanks()
    while byte != nil {
      try readField()
      try readContainers(downTo: 1)
      try skipBlanks()
    }
    builder.end()
    return builder.take() ?? .null
  }
}

extension OldPropertyListReader {
  /// Reads on until no more than `depth` containers are open and the field that opened them is ended.
  private mutating func readContainers(downTo depth: Int) throws(DataError) {
    while builder.depth > depth {
      try skipBlanks()
      if builder.isInRecord { try continueRecord() } else { try continueArray() }
    }
  }

  private mutating func continueRecord() throws(DataError) {
    guard byte == UInt8(ascii: "}") else { return try readField() }
    position += 1
    builder.end()
    try endField()
  }

  private mutating func readField() throws(DataError) {
    let place = position
    builder.add(key: try readKey(), at: place)
    let keyEnd = position
    try skipBlanks()
    if byte == UInt8(ascii: ";") {
      // A key alone stands for itself.
      let key = builder.pendingKey ?? ""
      builder.add(.string(key))
      position += 1
      return
    }
    guard byte == UInt8(ascii: "=") else {
      if byte == nil || text.hasLineBreak(in: keyEnd..<position) { position = keyEnd }
      throw expected("'=' after a key")
    }
    position += 1
    try skipBlanks()
    let depth = builder.depth
    try beginValue()
    if builder.depth == depth { try endField() }
  }

  private mutating func readKey() throws(DataError) -> String {
    guard let byte, Self.isQuote(byte) || ASCII.isPlainWord(byte) else {
      throw expected("a key or '}'")
    }
    return try readString()
  }

  /// The `;` that ends a field, after its value.
  private mutating func endField() throws(DataError) {
    guard builder.isInRecord else { return }
    try skipBlanks()
    guard byte == UInt8(ascii: ";") else { throw expected("';' after a value") }
    position += 1
  }

  private mutating func continueArray() throws(DataError) {
    if byte != UInt8(ascii: ")"), builder.count > 0 {
      guard byte == UInt8(ascii: ",") else { throw expected("',' or ')' after an element") }
      position += 1
      try skipBlanks()
    }
    guard byte == UInt8(ascii: ")") else { return try beginValue() }
    position += 1
    builder.end()
    try endField()
  }

  private mutating func beginValue() throws(DataError) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "("):
      if builder.isFull { throw text.tooDeep(at: position) }
      if byte == UInt8(ascii: "{") { builder.beginRecord() } else { builder.beginArray() }
      position += 1
    case UInt8(ascii: "<"): builder.add(.data(try readData()))
    case let start? where Self.isQuote(start) || ASCII.isPlainWord(start):
      builder.add(.string(try readString()))
    default: throw expected("a value")
    }
  }
}

extension OldPropertyListReader {
  /// Skips blanks and comments of both kinds.
  private mutating func skipBlanks() throws(DataError) {
    while let byte {
      let rest = text.bytes[position...]
      if ASCII.isBlank(byte) || byte == 0x0B || byte == 0x0C {
        position += 1
      } else if rest.starts(with: "//".utf8) {
        position = rest.firstIndex(of: UInt8(ascii: "\n")) ?? text.bytes.count
      } else if rest.starts(with: "/*".utf8) {
        try skipComment()
      } else if rest.starts(with: Self.lineSeparator) || rest.starts(with: Self.paragraphSeparator)
      {
        position += 3
      } else {
        return
      }
    }
  }

  private static let lineSeparator: [UInt8] = [0xE2, 0x80, 0xA8]
  private static let paragraphSeparator: [UInt8] = [0xE2, 0x80, 0xA9]

  private mutating func skipComment() throws(DataError) {
    let start = position
    position += 2
    while byte != nil, !text.bytes[position...].starts(with: "*/".utf8) { position += 1 }
    guard byte != nil else { throw expected("'*/'", toEnd: "comment", from: start) }
    position += 2
  }

  /// Hexadecimal digits in angle brackets, two a byte, with blanks anywhere between bytes.
  private mutating func readData() throws(DataError) -> [UInt8] {
    position += 1
    var bytes: [UInt8] = []
    var high: UInt8?
    while let byte, byte != UInt8(ascii: ">") {
      if let digit = ASCII.hexValue(byte) {
        if let first = high {
          bytes.append(first << 4 | UInt8(digit))
          high = nil
        } else {
          high = UInt8(digit)
        }
      } else if !ASCII.isBlank(byte) {
        throw expected("a hexadecimal digit or '>'")
      }
      position += 1
    }
    guard byte != nil else { throw expected("'>' to end the data") }
    guard high == nil else { throw expected("another hexadecimal digit: two make a byte") }
    position += 1
    return bytes
  }
}

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
    guard byte != nil else { throw expected("a quote", toEnd: "text", from: opening) }
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
