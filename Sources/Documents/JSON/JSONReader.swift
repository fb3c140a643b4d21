package import Files
package import TableModel

/// Reads JSON exactly as RFC 8259 writes it, from UTF-8 bytes.
///
/// Numbers keep their text, records the order of their keys; of a key that is written twice the
/// last value counts. A byte order mark is skipped. Half of a surrogate pair, which JSON can
/// escape but no text can hold, becomes U+FFFD: one odd emoji must not keep a file closed.
package struct JSONReader: ValueReader {
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
  package static func read(_ text: SourceText, _ repeats: inout RepeatedKeys?)
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
  ///
  /// - Parameter mayBeBad: whether what follows may be no JSON at all; the first value has to be one line then.
  static func isFollowedByAnotherLineOfJSON(_ text: SourceText, mayBeBad: Bool = false) -> Bool {
    var reader = JSONReader(text)
    reader.skipBlanks()
    let start = reader.position
    guard (try? reader.readValue()) != nil else { return false }
    let end = reader.position
    reader.skipBlanks()
    guard let next = reader.byte, text.hasLineBreak(in: end..<reader.position) else {
      return false
    }
    if mayBeBad, !text.hasLineBreak(in: start..<end) { return true }
    return "{[\"-tfn".utf8.contains(next) || ASCII.isDigit(next)
  }

  var isAtEnd: Bool { position >= text.bytes.count }

  var byte: UInt8? { position < text.bytes.count ? text.bytes[position] : nil }

  /// Where a run of bytes ends that begins here.
  private func end(of belongs: (UInt8) -> Bool) -> Int {
    text.bytes.withUnsafeBufferPointer { bytes in
      var end = position
      while end < bytes.count, belongs(bytes[end]) { end += 1 }
      return end
    }
  }

  mutating func skipBlanks() { position = end(of: ASCII.isBlank) }

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
    builder.repeats?.join(&repeats)
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
    let place = position
    builder.add(key: try readString(), at: place)
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
      builder.beginRecord()
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
    position = end(of: ASCII.isDigit)
  }
}

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
    position = end { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    guard let byte else { throw unclosed(since: opening) }
    if byte < 0x20 { throw unescaped(since: opening) }
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
      // The second escape is not a partner: it stands for itself.
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

extension JSONReader {
  /// The error at the current byte: what was expected, what was found, and a word of advice where
  /// the mistake is a common one.
  func expected(_ wanted: String) -> DataError {
    let found = text.found(at: position)
    let advice = advice(wanted).map { " (\($0))" } ?? ""
    return text.malformed(at: position, "expected \(wanted), found \(found)\(advice)")
  }

  private func advice(_ wanted: String) -> String? {
    switch byte {
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      wanted.hasSuffix("after ','") ? "JSON allows no trailing comma" : nil
    case UInt8(ascii: "'"): "JSON puts text in double quotes"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): "JSON has no comments"
    case UInt8(ascii: "+"): "JSON writes no plus sign"
    case UInt8(ascii: "."): "JSON writes a digit before the decimal point"
    case UInt8(ascii: "N"), UInt8(ascii: "I"), UInt8(ascii: "u"):
      wordAdvice(["NaN", "None", "Infinity", "undefined"])
    case UInt8(ascii: "T"), UInt8(ascii: "F"): wordAdvice(["True", "False", "TRUE", "FALSE"])
    default: nil
    }
  }

  private func wordAdvice(_ words: [String]) -> String? {
    let rest = text.bytes[position...]
    guard words.contains(where: { rest.starts(with: $0.utf8) }) else { return nil }
    return "JSON knows the words true, false and null"
  }
}
