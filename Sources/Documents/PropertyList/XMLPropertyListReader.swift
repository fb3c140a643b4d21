package import Files
import Foundation
package import TableModel

/// Reads property lists in their XML form. Keys keep the order of the file.
package struct XMLPropertyListReader: ValueReader {
  private var scanner: XMLScanner
  private var builder = ValueBuilder()
  /// The open containers, to name the one that a wrong closing tag should close.
  private var open: [PropertyListElement] = []

  private init(_ text: SourceText) {
    scanner = XMLScanner(text)
  }

  private var text: SourceText { scanner.text }

  /// - Throws: `DataError.malformed` or `.tooDeep`, with the place.
  /// - Complexity: O(bytes).
  package static func read(_ text: SourceText, _ repeats: inout RepeatedKeys?) throws(DataError)
    -> Value
  {
    try text.checkXML()
    var reader = XMLPropertyListReader(text)
    defer { repeats = reader.builder.repeats }
    return try reader.readDocument()
  }

  /// The value of one element, for which the caller has checked that it is UTF-8.
  static func readElement(_ text: SourceText) throws(DataError) -> Value {
    var reader = XMLPropertyListReader(text)
    reader.scanner = XMLScanner(text, at: 0)
    return try reader.readDocument(mayBeWrapped: false)
  }

  private mutating func readDocument(mayBeWrapped: Bool = true) throws(DataError) -> Value {
    guard var tag = try scanner.nextTag() else { throw scanner.expected("'<plist>'") }
    let isWrapped = mayBeWrapped && tag.name.element == .plist && !tag.isClosing
    if isWrapped {
      guard !tag.isEmpty, let first = try scanner.nextTag() else {
        throw scanner.expected("a value in the property list")
      }
      tag = first
    }
    try beginElement(tag)
    while builder.depth > 0 {
      guard let next = try scanner.nextTag() else { throw scanner.expected(closingTag()) }
      try continueContainer(next)
    }
    guard let value = builder.take() else { throw scanner.expected("a value") }
    if isWrapped { try readEnd() }
    if let extra = try scanner.nextTag() { throw unexpected(extra, "the end of the file") }
    return value
  }

  private mutating func readEnd() throws(DataError) {
    guard let tag = try scanner.nextTag() else { throw scanner.expected("'</plist>'") }
    guard tag.isClosing, tag.name.element == .plist else {
      throw unexpected(tag, "'</plist>' after the one value of a property list")
    }
  }

  private func closingTag() -> String { "'</\((open.last ?? .plist).name)>'" }

  private func unexpected(_ tag: XMLScanner.Tag, _ wanted: String) -> DataError {
    text.malformed(
      at: tag.start,
      "expected \(wanted), found '<\(tag.isClosing ? "/" : "")\(scanner.name(of: tag).clipped())>'")
  }
}

extension XMLPropertyListReader {
  private mutating func continueContainer(_ tag: XMLScanner.Tag) throws(DataError) {
    if tag.isClosing {
      if builder.isKeyPending { throw unexpected(tag, "a value for the key") }
      guard tag.name.element == open.last else { throw unexpected(tag, closingTag()) }
      open.removeLast()
      builder.end()
    } else if builder.isInRecord, !builder.isKeyPending {
      guard tag.name.element == .key else { throw unexpected(tag, "'<key>' or '</dict>'") }
      let place = scanner.offset
      let key = String(decoding: try content(of: .key, tag), as: UTF8.self)
      builder.add(key: key, at: place)
    } else {
      try beginElement(tag)
    }
  }

  /// Adds the scalar of an element, or opens the container whose content the main loop reads.
  private mutating func beginElement(_ tag: XMLScanner.Tag) throws(DataError) {
    if tag.isClosing { throw unexpected(tag, "a value") }
    switch tag.name.element {
    case .dict?: try beginContainer(.dict, tag)
    case .array?: try beginContainer(.array, tag)
    case .yes?: try addBool(true, .yes, tag)
    case .no?: try addBool(false, .no, tag)
    case .string?:
      builder.add(.string(String(decoding: try content(of: .string, tag), as: UTF8.self)))
    case .integer?: try addScalar(.integer, tag)
    case .real?: try addScalar(.real, tag)
    case .date?: try addScalar(.date, tag)
    case .data?: try addScalar(.data, tag)
    case .plist?, .key?, nil: throw unexpected(tag, "an element of a property list")
    }
  }

  private mutating func beginContainer(_ element: PropertyListElement, _ tag: XMLScanner.Tag)
    throws(DataError)
  {
    if builder.isFull { throw text.tooDeep(at: tag.start) }
    if element == .dict { builder.beginRecord() } else { builder.beginArray() }
    if tag.isEmpty { builder.end() } else { open.append(element) }
  }

  private mutating func addBool(
    _ value: Bool, _ element: PropertyListElement, _ tag: XMLScanner.Tag
  )
    throws(DataError)
  {
    _ = try content(of: element, tag)
    builder.add(.bool(value))
  }

  /// The text of the element that a tag has begun.
  private mutating func content(of element: PropertyListElement, _ tag: XMLScanner.Tag)
    throws(DataError) -> ArraySlice<UInt8>
  {
    tag.isEmpty ? [] : try scanner.readText(of: element)
  }

  private mutating func addScalar(_ element: PropertyListElement, _ tag: XMLScanner.Tag)
    throws(DataError)
  {
    let start = scanner.offset
    let content = PropertyListScalars.trimmed(try content(of: element, tag))
    let value: Value? =
      switch element {
      case .integer: PropertyListScalars.integer(content).map(Value.number)
      case .real: PropertyListScalars.real(content).map(Value.number)
      case .date: PropertyListScalars.date(content).map(Value.date)
      default: PropertyListScalars.data(content).map(Value.data)
      }
    guard let value else {
      let found = String(decoding: content, as: UTF8.self).clipped(to: 24)
      throw text.malformed(
        at: start,
        "expected \(Self.wording(of: element)) in <\(element.name)>, found '\(found)'")
    }
    builder.add(value)
  }

  private static func wording(of element: PropertyListElement) -> String {
    switch element {
    case .integer: "a whole number"
    case .real: "a number"
    case .date: "a date such as 2024-02-29T12:00:00Z"
    default: "base64"
    }
  }
}

/// The texts of numbers, dates and data as XML property lists write them, in UTF-8.
enum PropertyListScalars {
  /// A text without the blanks around it; nearly none has any.
  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let plain: ClosedRange<UInt8> = 0x21...0x7E
    guard let first = text.first, let last = text.last else { return text }
    if plain ~= first, plain ~= last { return text }
    let trimmed = string(text).trimmingCharacters(in: .whitespacesAndNewlines)
    return Array(trimmed.utf8)[...]
  }

  private static func string(_ text: ArraySlice<UInt8>) -> String {
    String(decoding: text, as: UTF8.self)
  }

  /// A whole number: decimal digits with an optional sign, or hexadecimal ones after `0x`.
  ///
  /// The text is kept as it is wherever it is a number in JSON's notation too.
  static func integer(_ bytes: ArraySlice<UInt8>) -> NumberText? {
    let text = string(bytes)
    if JSONNumber.isWhole(bytes) { return NumberText(text: text) }
    let negative = text.hasPrefix("-")
    let digits = negative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    guard let first = digits.utf8.first, ASCII.isDigit(first),
      let magnitude = isHex ? UInt64(digits.dropFirst(2), radix: 16) : UInt64(digits)
    else { return nil }
    return NumberText(text: (negative && magnitude > 0 ? "-" : "") + String(magnitude))
  }

  /// A decimal number, or one of the words for what is not a number.
  static func real(_ bytes: ArraySlice<UInt8>) -> NumberText? {
    let text = string(bytes)
    if JSONNumber.isValid(bytes) { return NumberText(text: text) }
    switch text.lowercased() {
    case "nan": return NumberText(text: "nan")
    case "inf", "+inf", "infinity", "+infinity": return NumberText(text: "inf")
    case "-inf", "-infinity": return NumberText(text: "-inf")
    default:
      let characters = bytes.allSatisfy { ASCII.isDigit($0) || "+-.eE".utf8.contains($0) }
      guard characters, let value = Double(text) else { return nil }
      return NumberText(value)
    }
  }

  /// A moment as `2024-02-29T12:00:00Z`, with an optional fraction of the second.
  static func date(_ text: ArraySlice<UInt8>) -> Instant? { Instant(propertyList: text) }

  /// Bytes in base64, with blanks and line breaks anywhere.
  static func data(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let dense = text.filter { !ASCII.isBlank($0) }
    return Data(base64Encoded: Data(dense)).map { Array($0) }
  }
}
