package import TableModel

/// Reads JSON exactly as RFC 8259 writes it, from UTF-8 bytes.
///
/// Numbers keep their text, records the order of their keys; of a key that is written twice the
/// last value counts. A byte order mark is skipped. Half of a surrogate pair, which JSON can
/// escape but no text can hold, becomes U+FFFD: one odd emoji must not keep a file closed.
package struct JSONReader {
  let text: SourceText
  var position: Int
  private var builder = ValueBuilder()
  /// The values that were lost to keys written twice, in all that was read.
  private(set) var repeats: RepeatedKeys?

  init(_ text: SourceText) {
    self.text = text
    position = text.start
  }

  /// Reads a document that is one value.
  ///
  /// - Throws: `DataError.malformed` or `.tooDeep`, with the place.
  /// - Complexity: O(bytes).
  package static func read(_ text: SourceText) throws(DataError) -> Value {
    var repeats: RepeatedKeys?
    return try read(text, &repeats)
  }

  /// - Parameter repeats: gets what was lost to keys written twice.
  static func read(_ text: SourceText, _ repeats: inout RepeatedKeys?)
    throws(DataError) -> Value
  {
    try text.checkUTF8()
    var reader = JSONReader(text)
    let value = try reader.readValue()
    reader.skipBlanks()
    guard reader.isAtEnd else {
      throw reader.expected("the end of the file after the value")
    }
    repeats = reader.repeats
    return value
  }

  /// True when a whole value is followed by what may be a second one, on a later line.
  static func isFollowedByAnotherLineOfJSON(_ text: SourceText) -> Bool {
    var reader = JSONReader(text)
    guard (try? reader.readValue()) != nil else { return false }
    let end = reader.position
    reader.skipBlanks()
    guard let next = reader.byte, text.hasLineBreak(in: end..<reader.position) else {
      return false
    }
    return "{[\"-tfn".utf8.contains(next) || ASCII.isDigit(next)
  }

  var isAtEnd: Bool { position >= text.bytes.count }

  var byte: UInt8? { position < text.bytes.count ? text.bytes[position] : nil }

  mutating func skipBlanks() {
    while position < text.bytes.count, ASCII.isBlank(text.bytes[position]) { position += 1 }
  }

  /// Reads the value that begins at the next byte that is not blank.
  mutating func readValue() throws(DataError) -> Value {
    builder = ValueBuilder()
    skipBlanks()
    try beginValue()
    while builder.depth > 0 {
      skipBlanks()
      if builder.isInRecord { try continueRecord() } else { try continueArray() }
    }
    guard let value = builder.take() else { throw expected("a value") }
    if let found = builder.repeats {
      repeats = RepeatedKeys(
        recordStart: repeats?.recordStart ?? found.start, key: repeats?.key ?? found.key,
        lostValues: (repeats?.lostValues ?? 0) + found.lost)
    }
    return value
  }
}

extension JSONReader {
  private mutating func take(_ character: UInt8) -> Bool {
    guard byte == character else { return false }
    position += 1
    return true
  }

  private mutating func continueArray() throws(DataError) {
    if take(UInt8(ascii: "]")) { return builder.end() }
    if builder.count > 0 {
      guard take(UInt8(ascii: ",")) else { throw expected("',' or ']' after an element") }
      skipBlanks()
      if byte == UInt8(ascii: "]") { throw expected("another element after ','") }
    }
    try beginValue()
  }

  private mutating func continueRecord() throws(DataError) {
    if take(UInt8(ascii: "}")) { return builder.end() }
    if builder.count > 0 {
      guard take(UInt8(ascii: ",")) else { throw expected("',' or '}' after a field") }
      skipBlanks()
      if byte == UInt8(ascii: "}") { throw expected("another key after ','") }
    }
    guard byte == UInt8(ascii: "\"") else { throw expected("a key in double quotes") }
    builder.add(key: try readString())
    skipBlanks()
    guard take(UInt8(ascii: ":")) else { throw expected("':' after a key") }
    skipBlanks()
    try beginValue()
  }

  /// Adds a scalar, or opens a container whose content the main loop goes on to read.
  private mutating func beginValue() throws(DataError) {
    switch byte {
    case UInt8(ascii: "{"):
      try checkDepth()
      builder.beginRecord(at: position)
      position += 1
    case UInt8(ascii: "["):
      try checkDepth()
      builder.beginArray()
      position += 1
    case UInt8(ascii: "\""): builder.add(.string(try readString()))
    case UInt8(ascii: "t"): builder.add(try readWord("true", .bool(true)))
    case UInt8(ascii: "f"): builder.add(try readWord("false", .bool(false)))
    case UInt8(ascii: "n"): builder.add(try readWord("null", .null))
    case let digit? where digit == UInt8(ascii: "-") || ASCII.isDigit(digit):
      builder.add(try readNumber())
    default: throw expected("a value")
    }
  }

  private func checkDepth() throws(DataError) {
    if builder.isFull { throw text.tooDeep(at: position) }
  }

  private mutating func readWord(_ word: String, _ value: Value) throws(DataError) -> Value {
    let end = position + word.utf8.count
    let stands = end <= text.bytes.count && text.bytes[position..<end].elementsEqual(word.utf8)
    let goesOn = stands && end < text.bytes.count && ASCII.isWord(text.bytes[end])
    guard stands, !goesOn else { throw expected("a value") }
    position = end
    return value
  }

  private mutating func readNumber() throws(DataError) -> Value {
    let start = position
    if byte == UInt8(ascii: "-") { position += 1 }
    if byte == UInt8(ascii: "0") {
      position += 1
      if let byte, ASCII.isDigit(byte) { throw expected("no digit after a leading zero") }
    } else {
      try readDigits("a digit")
    }
    if byte == UInt8(ascii: ".") {
      position += 1
      try readDigits("a digit after the decimal point")
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      position += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
      try readDigits("a digit of the exponent")
    }
    return .number(NumberText(text: String(decoding: text.bytes[start..<position], as: UTF8.self)))
  }

  private mutating func readDigits(_ wanted: String) throws(DataError) {
    guard let byte, ASCII.isDigit(byte) else { throw expected(wanted) }
    while position < text.bytes.count, ASCII.isDigit(text.bytes[position]) { position += 1 }
  }
}
