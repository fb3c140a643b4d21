import Documents
import Files
import TableModel

/// Texts, numbers, dates and the two words.
extension TOMLReader {
  mutating func readScalar() throws(DataError) -> Value {
    switch byte {
    case UInt8(ascii: "\""): return .string(try readText(stands("\"\"\"") ? .lines : .line))
    case UInt8(ascii: "'"): return .string(try readText(stands("'''") ? .lines : .line))
    default: break
    }
    let word = takeWord()
    if let value = Self.value(of: word) { return value }
    position -= word.count
    if word.isEmpty { throw expected("a value") }
    let found = String(decoding: word, as: UTF8.self).clipped(to: 24)
    throw text.malformed(
      at: position, "expected a value, found '\(found)'; in TOML text stands in quotes")
  }

  /// All that may belong to a number, a date or a word; a blank may stand between day and time.
  private mutating func takeWord() -> ArraySlice<UInt8> {
    let start = position
    skipWord()
    let isDay = position - start == 10 && text.bytes[start + 4] == UInt8(ascii: "-")
    if isDay, byte == UInt8(ascii: " "), position + 1 < text.bytes.count,
      ASCII.isDigit(text.bytes[position + 1])
    {
      position += 1
      skipWord()
    }
    return text.bytes[start..<position]
  }

  private mutating func skipWord() {
    while let byte, ASCII.isWord(byte) || "+-.:".utf8.contains(byte) || byte >= 0x80 {
      position += 1
    }
  }

  private static func value(of word: ArraySlice<UInt8>) -> Value? {
    if JSONNumber.isValid(word) {
      return .number(NumberText(text: String(decoding: word, as: UTF8.self)))
    }
    switch String(decoding: word, as: UTF8.self) {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "inf", "+inf": return .number(NumberText(text: "inf"))
    case "-inf": return .number(NumberText(text: "-inf"))
    case "nan", "+nan", "-nan": return .number(NumberText(text: "nan"))
    default: return number(word).map(Value.number) ?? date(word)
    }
  }
}

// MARK: - Numbers

extension TOMLReader {
  /// Numbers that JSON writes in another way: `1_000`, `+5`, `0xFF`.
  private static func number(_ word: ArraySlice<UInt8>) -> NumberText? {
    guard word.contains(where: ASCII.isDigit), !separatesBadly(word) else { return nil }
    let dense = word.filter { $0 != UInt8(ascii: "_") }
    let digits = dense.first == UInt8(ascii: "+") ? dense.dropFirst() : dense[...]
    if JSONNumber.isValid(digits), digits.first != UInt8(ascii: "-") || dense.count == digits.count
    {
      return NumberText(text: String(decoding: digits, as: UTF8.self))
    }
    for (head, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where dense.starts(with: head.utf8) {
      let tail = dense.dropFirst(2)
      guard tail.first.map(ASCII.isWord) == true else { return nil }
      return UInt64(String(decoding: tail, as: UTF8.self), radix: radix)
        .map { NumberText(text: String($0)) }
    }
    return nil
  }

  /// An underscore stands between two digits, and nowhere else.
  private static func separatesBadly(_ word: ArraySlice<UInt8>) -> Bool {
    word.indices.contains { index in
      guard word[index] == UInt8(ascii: "_") else { return false }
      guard index > word.startIndex, index + 1 < word.endIndex else { return true }
      let isHexadecimal = word.starts(with: "0x".utf8)
      return [word[index - 1], word[index + 1]].contains { byte in
        isHexadecimal ? ASCII.hexValue(byte) == nil : !ASCII.isDigit(byte)
      }
    }
  }
}

// MARK: - Dates

extension TOMLReader {
  /// A date with a zone; a local date, a local time or both is the text of it.
  private static func date(_ word: ArraySlice<UInt8>) -> Value? {
    let text = String(decoding: word, as: UTF8.self)
    let isTime = word.count > 2 && word[word.startIndex + 2] == UInt8(ascii: ":")
    if isTime { return isTimeOfDay(word) ? .string(text) : nil }
    guard word.count >= 10, let whole = Instant(iso8601: text) else { return nil }
    if word.count == 10 { return .string(text) }
    let time = word.dropFirst(11)
    let zone = time.firstIndex { "Zz+-".utf8.contains($0) }
    guard isTimeOfDay(time[..<(zone ?? time.endIndex)]) else { return nil }
    guard let zone else { return .string(text) }
    // `Z`, `z` or `+01:30`.
    let isZone = time.endIndex - zone == ("Zz".utf8.contains(time[zone]) ? 1 : 6)
    return isZone ? .date(whole) : nil
  }

  /// `12:30:15` or `12:30:15.25`.
  private static func isTimeOfDay(_ word: ArraySlice<UInt8>) -> Bool {
    let seconds = word.prefix(8)
    let fraction = word.dropFirst(8)
    let isWhole =
      fraction.isEmpty
      || (fraction.count > 1 && fraction.first == UInt8(ascii: ".")
        && fraction.dropFirst().allSatisfy(ASCII.isDigit))
    guard seconds.count == 8, isWhole, seconds.first.map({ $0 < UInt8(ascii: "3") }) == true else {
      return false
    }
    let day = String(decoding: "2000-01-01T".utf8 + seconds + "Z".utf8, as: UTF8.self)
    return Instant(iso8601: day) != nil && !seconds.starts(with: "24".utf8)
  }
}

// MARK: - Texts

extension TOMLReader {
  enum TextForm {
    /// `"..."` and `'...'`, which end in their line.
    case line
    /// Three quotes at both ends.
    case lines
  }

  /// Reads a text in quotes: in double ones a backslash has a meaning.
  mutating func readText(_ form: TextForm = .line) throws(DataError) -> String {
    let opening = position
    guard let quote = byte else { throw expected("a text") }
    let length = form == .lines ? 3 : 1
    let end = [UInt8](repeating: quote, count: length)
    position += length
    // A line break behind the first quotes is none of the text.
    if form == .lines { _ = skipLineBreak() }
    var bytes: [UInt8] = []
    while let byte, !text.bytes[position...].starts(with: end) {
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        try readEscape(into: &bytes, form)
      } else if form == .lines, isAtLineBreak {
        bytes.append(UInt8(ascii: "\n"))
        _ = skipLineBreak()
      } else if Self.isControl(byte) {
        throw expected(isAtLineBreak ? "a quote to end the text" : "no control character in a text")
      } else {
        bytes.append(byte)
        position += 1
      }
    }
    guard byte != nil else { throw expected("a quote", toEnd: "text", from: opening) }
    position += length
    // Up to two quotes may stand before the three that end it.
    if form == .lines {
      for _ in 0..<2 where byte == quote {
        bytes.append(quote)
        position += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func readEscape(into bytes: inout [UInt8], _ form: TextForm) throws(DataError) {
    let start = position
    position += 1
    guard let escape = byte else { throw expected("a character after a backslash") }
    if form == .lines, skipsToNextWord() { return }
    position += 1
    switch escape {
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(escape)
    case UInt8(ascii: "u"): bytes += Array(String(try readScalar(digits: 4, from: start)).utf8)
    case UInt8(ascii: "U"): bytes += Array(String(try readScalar(digits: 8, from: start)).utf8)
    default:
      throw text.malformed(
        at: start,
        "expected one of \\b \\t \\n \\f \\r \\\" \\\\ \\uXXXX \\UXXXXXXXX, found "
          + text.found(at: start + 1) + " after a backslash; in single quotes it has no meaning")
    }
  }

  /// A backslash at the end of a line takes the line break away, and all blanks behind it.
  ///
  /// - Returns: false where something else stands in the line, which is left as it is.
  private mutating func skipsToNextWord() -> Bool {
    let start = position
    while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
    guard isAtLineBreak else {
      position = start
      return false
    }
    while let byte, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || isAtLineBreak {
      if !skipLineBreak() { position += 1 }
    }
    return true
  }

  private mutating func readScalar(digits: Int, from start: Int) throws(DataError) -> Unicode.Scalar
  {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = byte.flatMap(ASCII.hexValue) else {
        throw expected("\(digits) hexadecimal digits")
      }
      value = value << 4 | digit
      position += 1
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw text.malformed(at: start, "no character has this number")
    }
    return scalar
  }
}
