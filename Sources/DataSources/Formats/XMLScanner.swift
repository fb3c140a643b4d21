import TableModel

/// Cuts the XML that property lists are made of into tags and text.
///
/// Nothing is ever fetched or expanded: a document type may name an external definition, which
/// is ignored, but must not declare anything itself. So no entity can grow into a bomb.
struct XMLScanner {
  struct Tag {
    var name: String
    var isClosing: Bool
    var isEmpty: Bool
    /// The byte of its `<`.
    var start: Int
  }

  let text: SourceText
  private(set) var position: Int

  init(_ text: SourceText) {
    self.text = text
    position = text.start
  }

  /// Takes up at a byte.
  init(_ text: SourceText, at position: Int) {
    self.text = text
    self.position = position
  }

  private var byte: UInt8? { position < text.bytes.count ? text.bytes[position] : nil }

  private func stands(_ word: String) -> Bool {
    text.bytes[position...].starts(with: word.utf8)
  }

  func expected(_ wanted: String) -> DataError {
    text.malformed(at: position, "expected \(wanted), found \(text.found(at: position))")
  }
}

extension XMLScanner {
  /// The next tag; nil at the end of the file. Only blanks, comments and instructions may stand
  /// before it.
  mutating func nextTag() throws(DataError) -> Tag? {
    while let byte {
      if ASCII.isBlank(byte) {
        position += 1
      } else if stands("<!--") {
        try skip(past: "-->", of: "comment")
      } else if stands("<?") {
        try skip(past: "?>", of: "instruction")
      } else if stands("<!DOCTYPE") {
        try skipDocumentType()
      } else if byte == UInt8(ascii: "<") {
        return try readTag()
      } else {
        throw expected("a tag")
      }
    }
    return nil
  }

  private mutating func skip(past end: String, of what: String) throws(DataError) {
    let start = position
    position += 2
    while position < text.bytes.count, !stands(end) { position += 1 }
    guard position < text.bytes.count else {
      let place = text.place(ofByte: start)
      throw expected("'\(end)' to end the \(what) that begins at \(place.line):\(place.column)")
    }
    position += end.utf8.count
  }

  private mutating func skipDocumentType() throws(DataError) {
    var quote: UInt8?
    while let byte, quote != nil || byte != UInt8(ascii: ">") {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        throw text.malformed(
          at: position, "a document type that declares entities or elements is refused")
      }
      position += 1
    }
    guard byte != nil else { throw expected("'>' to end the document type") }
    position += 1
  }

  private mutating func readTag() throws(DataError) -> Tag {
    let start = position
    position += 1
    let isClosing = byte == UInt8(ascii: "/")
    if isClosing { position += 1 }
    let name = readName()
    guard !name.isEmpty else { throw expected("the name of a tag") }
    try skipAttributes()
    let isEmpty = byte == UInt8(ascii: "/")
    if isEmpty { position += 1 }
    guard byte == UInt8(ascii: ">"), !(isEmpty && isClosing) else {
      throw expected("'>' to end the tag")
    }
    position += 1
    return Tag(name: name, isClosing: isClosing, isEmpty: isEmpty, start: start)
  }

  private mutating func readName() -> String {
    let start = position
    while let byte, ASCII.isWord(byte) || byte >= 0x80 || "-.:".utf8.contains(byte) {
      position += 1
    }
    return String(decoding: text.bytes[start..<position], as: UTF8.self)
  }

  /// Attributes mean nothing in a property list, but a quoted one may hold a `>`. None holds a `<`.
  private mutating func skipAttributes() throws(DataError) {
    var quote: UInt8?
    while let byte, byte != UInt8(ascii: "<") {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") {
        return
      }
      position += 1
    }
    throw expected("'>' to end the tag")
  }
}

extension XMLScanner {
  /// The text up to the closing tag of an element, which is read too.
  mutating func readText(of element: String) throws(DataError) -> String {
    var decoded: [UInt8] = []
    while let byte {
      if byte == UInt8(ascii: "&") {
        decoded.append(contentsOf: String(try readReference()).utf8)
      } else if stands("<![CDATA[") {
        let start = position + "<![CDATA[".utf8.count
        try skip(past: "]]>", of: "CDATA part")
        decoded += text.bytes[start..<position - "]]>".utf8.count]
      } else if stands("<!--") {
        try skip(past: "-->", of: "comment")
      } else if byte == UInt8(ascii: "<") {
        try readClosing(element)
        return String(decoding: decoded, as: UTF8.self)
      } else {
        let start = position
        while let byte = self.byte, byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") {
          position += 1
        }
        decoded += text.bytes[start..<position]
      }
    }
    throw expected("'</\(element)>'")
  }

  private mutating func readClosing(_ element: String) throws(DataError) {
    guard stands("</\(element)") else { throw expected("'</\(element)>'") }
    let tag = try readTag()
    guard tag.isClosing, tag.name == element else {
      throw text.malformed(
        at: tag.start, "expected '</\(element)>', found '</\(tag.name.clipped())>'")
    }
  }

  private static let named: [String: Character] = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'",
  ]

  private mutating func readReference() throws(DataError) -> Character {
    let start = position
    let limit = min(text.bytes.count, start + 32)
    guard let end = text.bytes[start..<limit].firstIndex(of: UInt8(ascii: ";")) else {
      throw expected("an entity such as '&amp;'")
    }
    let name = String(decoding: text.bytes[start + 1..<end], as: UTF8.self)
    guard let character = Self.named[name] ?? Self.numbered(name) else {
      throw text.malformed(
        at: start, "expected one of &lt; &gt; &amp; &quot; &apos; &#…;, found '&\(name);'")
    }
    position = end + 1
    return character
  }

  private static func numbered(_ name: String) -> Character? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let value, value > 0, let scalar = Unicode.Scalar(value) else { return nil }
    return Character(scalar)
  }
}
