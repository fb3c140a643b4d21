import TableModel

/// Cuts the XML that property lists are made of into tags and text.
///
/// Nothing is ever fetched or expanded: a document type may name an external definition, which
/// is ignored, but must not declare anything itself. So no entity can grow into a bomb.
struct XMLScanner {
  struct Tag {
    /// Nil for a name that no property list has.
    var element: PropertyListElement?
    var isClosing: Bool
    var isEmpty: Bool
    /// The byte of its `<`.
    var start: Int
    /// Where its name stands.
    var name: Range<Int>
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

  /// True where `<!`, `<?` begins: a comment, CDATA, an instruction or a document type.
  private var isAtSpecial: Bool {
    guard byte == UInt8(ascii: "<"), position + 1 < text.bytes.count else { return false }
    let next = text.bytes[position + 1]
    return next == UInt8(ascii: "!") || next == UInt8(ascii: "?")
  }

  func expected(_ wanted: String) -> DataError {
    text.malformed(at: position, "expected \(wanted), found \(text.found(at: position))")
  }

  /// The name of a tag as it is written.
  func name(of tag: Tag) -> String { String(decoding: text.bytes[tag.name], as: UTF8.self) }
}

extension XMLScanner {
  /// The next tag; nil at the end of the file. Only blanks, comments and instructions may stand
  /// before it.
  mutating func nextTag() throws(DataError) -> Tag? {
    while let byte {
      if ASCII.isBlank(byte) {
        position += 1
      } else if isAtSpecial, stands("<!--") {
        try skip(past: "-->", of: "comment")
      } else if isAtSpecial, stands("<?") {
        try skip(past: "?>", of: "instruction")
      } else if isAtSpecial, stands("<!DOCTYPE") {
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
    let last = end.utf8.last
    position += 2
    // A whole word is only compared where its last byte stands.
    let reach = end.utf8.count - 1
    while position < text.bytes.count {
      if position + reach < text.bytes.count, text.bytes[position + reach] == last, stands(end) {
        break
      }
      position += 1
    }
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
    let (name, element) = readName()
    guard !name.isEmpty else { throw expected("the name of a tag") }
    if byte != UInt8(ascii: ">") { try skipAttributes() }
    let isEmpty = byte == UInt8(ascii: "/")
    if isEmpty { position += 1 }
    guard byte == UInt8(ascii: ">"), !(isEmpty && isClosing) else {
      throw expected("'>' to end the tag")
    }
    position += 1
    return Tag(
      element: element, isClosing: isClosing, isEmpty: isEmpty, start: start, name: name)
  }

  private mutating func readName() -> (name: Range<Int>, element: PropertyListElement?) {
    let start = position
    var name = PropertyListElement.Name()
    while let byte, Self.isOfName(byte) {
      name.append(byte)
      position += 1
    }
    return (start..<position, PropertyListElement(name))
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    ASCII.isWord(byte) || byte >= 0x80
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
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
  ///
  /// What holds no reference, comment or CDATA is a part of the file's own bytes.
  mutating func readText(of element: PropertyListElement) throws(DataError) -> ArraySlice<UInt8> {
    let plain = passPlainBytes()
    if byte == UInt8(ascii: "<"), !isAtSpecial {
      try readClosing(element)
      return text.bytes[plain]
    }
    var decoded = Array(text.bytes[plain])
    while let byte {
      if byte == UInt8(ascii: "&") {
        decoded.append(contentsOf: String(try readReference()).utf8)
      } else if isAtSpecial, stands("<![CDATA[") {
        let start = position + "<![CDATA[".utf8.count
        try skip(past: "]]>", of: "CDATA part")
        decoded += text.bytes[start..<position - "]]>".utf8.count]
      } else if isAtSpecial, stands("<!--") {
        try skip(past: "-->", of: "comment")
      } else if byte == UInt8(ascii: "<") {
        try readClosing(element)
        return decoded[...]
      } else {
        decoded += text.bytes[passPlainBytes()]
      }
    }
    throw expected("'</\(element.name)>'")
  }

  /// Goes to the next `<` or `&`, or to the end.
  private mutating func passPlainBytes() -> Range<Int> {
    let start = position
    while let byte, byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") { position += 1 }
    return start..<position
  }

  private mutating func readClosing(_ element: PropertyListElement) throws(DataError) {
    guard closes(element) else { throw expected("'</\(element.name)>'") }
    let tag = try readTag()
    guard tag.isClosing, tag.element == element else {
      throw text.malformed(
        at: tag.start, "expected '</\(element.name)>', found '</\(name(of: tag).clipped())>'")
    }
  }

  /// True before `</` and a name that begins with that of an element.
  private func closes(_ element: PropertyListElement) -> Bool {
    var index = position + 1
    guard index < text.bytes.count, text.bytes[index] == UInt8(ascii: "/") else { return false }
    var name = PropertyListElement.Name()
    for _ in 0..<element.length {
      index += 1
      guard index < text.bytes.count else { return false }
      name.append(text.bytes[index])
    }
    return PropertyListElement(name) == element
  }

  private static func named(_ name: String) -> Character? {
    switch name {
    case "lt": "<"
    case "gt": ">"
    case "amp": "&"
    case "quot": "\""
    case "apos": "'"
    default: nil
    }
  }

  private mutating func readReference() throws(DataError) -> Character {
    let start = position
    let limit = min(text.bytes.count, start + 32)
    guard let end = text.bytes[start..<limit].firstIndex(of: UInt8(ascii: ";")) else {
      throw expected("an entity such as '&amp;'")
    }
    let name = String(decoding: text.bytes[start + 1..<end], as: UTF8.self)
    guard let character = Self.named(name) ?? Self.numbered(name) else {
      throw text.malformed(
        at: start, "expected one of &lt; &gt; &amp; &quot; &apos; &#NUMBER;, found '&\(name);'")
    }
    position = end + 1
    return character
  }

  private static func numbered(_ name: String) -> Character? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let value, let scalar = Unicode.Scalar(value),
      value >= 0x20 || !UTF8Check.isControl(UInt8(truncatingIfNeeded: value))
    else { return nil }
    return Character(scalar)
  }
}
