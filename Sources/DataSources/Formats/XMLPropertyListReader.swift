import Foundation
package import TableModel

/// Reads property lists in their XML form. Keys keep the order of the file.
package struct XMLPropertyListReader {
  private var scanner: XMLScanner
  private var builder = ValueBuilder()
  /// The tags of the open containers, to name the one that a wrong closing tag should close.
  private var open: [XMLScanner.Tag] = []

  private init(_ text: SourceText) {
    scanner = XMLScanner(text)
  }

  private var text: SourceText { scanner.text }

  /// - Throws: `DataError.malformed` or `.tooDeep`, with the place.
  /// - Complexity: O(bytes).
  package static func read(_ text: SourceText) throws(DataError) -> Value {
    try text.checkUTF8()
    var reader = XMLPropertyListReader(text)
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
    let isWrapped = mayBeWrapped && tag.name == "plist" && !tag.isClosing
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
    guard tag.isClosing, tag.name == "plist" else {
      throw unexpected(tag, "'</plist>' after the one value of a property list")
    }
  }

  private func closingTag() -> String { "'</\(open.last?.name ?? "plist")>'" }

  private func unexpected(_ tag: XMLScanner.Tag, _ wanted: String) -> DataError {
    text.malformed(
      at: tag.start,
      "expected \(wanted), found '<\(tag.isClosing ? "/" : "")\(tag.name.clipped())>'")
  }
}

extension XMLPropertyListReader {
  private mutating func continueContainer(_ tag: XMLScanner.Tag) throws(DataError) {
    if tag.isClosing {
      if builder.isKeyPending { throw unexpected(tag, "a value for the key") }
      guard tag.name == open.last?.name else { throw unexpected(tag, closingTag()) }
      open.removeLast()
      builder.end()
    } else if builder.isInRecord, !builder.isKeyPending {
      guard tag.name == "key" else { throw unexpected(tag, "'<key>' or '</dict>'") }
      builder.add(key: tag.isEmpty ? "" : try scanner.readText(of: "key"))
    } else {
      try beginElement(tag)
    }
  }

  /// Adds the scalar of an element, or opens the container whose content the main loop reads.
  private mutating func beginElement(_ tag: XMLScanner.Tag) throws(DataError) {
    if tag.isClosing { throw unexpected(tag, "a value") }
    switch tag.name {
    case "dict", "array":
      if builder.isFull { throw text.tooDeep(at: tag.start) }
      if tag.name == "dict" { builder.beginRecord() } else { builder.beginArray() }
      if tag.isEmpty { builder.end() } else { open.append(tag) }
    case "true", "false":
      if !tag.isEmpty { _ = try scanner.readText(of: tag.name) }
      builder.add(.bool(tag.name == "true"))
    case "string", "integer", "real", "date", "data":
      let start = scanner.position
      let content = tag.isEmpty ? "" : try scanner.readText(of: tag.name)
      builder.add(try scalar(tag.name, content, at: start))
    default:
      throw unexpected(tag, "an element of a property list")
    }
  }

  private func scalar(_ element: String, _ content: String, at start: Int)
    throws(DataError) -> Value
  {
    if element == "string" { return .string(content) }
    let trimmed = PropertyListScalars.trimmed(content)
    let value: Value? =
      switch element {
      case "integer": PropertyListScalars.integer(trimmed).map(Value.number)
      case "real": PropertyListScalars.real(trimmed).map(Value.number)
      case "date": PropertyListScalars.date(trimmed).map(Value.date)
      default: PropertyListScalars.data(trimmed).map(Value.data)
      }
    guard let value else {
      throw text.malformed(
        at: start,
        "expected \(Self.wording(of: element)) in <\(element)>, found '\(trimmed.clipped(to: 24))'")
    }
    return value
  }

  private static func wording(of element: String) -> String {
    switch element {
    case "integer": "a whole number"
    case "real": "a number"
    case "date": "a date such as 2024-02-29T12:00:00Z"
    default: "base64"
    }
  }
}
