import Files
import TableModel

/// Cuts the XML that property lists are made of into tags and text.
///
/// Nothing is ever fetched or expanded: a document type may name an external definition, which
/// is ignored, but must not declare anything itself. So no entity can grow into a bomb.
struct XMLScanner: TagCursor {
  /// The name of a tag, where it stands.
  struct Name {
    /// Nil for one that no property list has.
    var element: PropertyListElement?
    var range: Range<Int>
  }

  typealias Tag = XMLTag<Name>

  let text: SourceText
  var offset: Int

  init(_ text: SourceText) {
    self.text = text
    offset = text.start
  }

  /// Takes up at a byte.
  init(_ text: SourceText, at offset: Int) {
    self.text = text
    self.offset = offset
  }

  var byte: UInt8? { offset < text.bytes.count ? text.bytes[offset] : nil }

  private func stands(_ word: String) -> Bool {
    text.bytes[offset...].starts(with: word.utf8)
  }

  /// True where `<!`, `<?` begins: a comment, CDATA, an instruction or a document type.
  private var isAtSpecial: Bool {
    guard byte == UInt8(ascii: "<"), offset + 1 < text.bytes.count else { return false }
    let next = text.bytes[offset + 1]
    return next == UInt8(ascii: "!") || next == UInt8(ascii: "?")
  }

  func expected(_ wanted: String) -> DataError {
    text.malformed(at: offset, "expected \(wanted), found \(text.found(at: offset))")
  }

  /// The name of a tag as it is written.
  func name(of tag: Tag) -> String { String(decoding: text.bytes[tag.name.range], as: UTF8.self) }
}

extension XMLScanner {
  /// The next tag; nil at the end of the file. Only blanks, comments and instructions may stand
  /// before it.
  mutating func nextTag() throws(DataError) -> Tag? {
    while let byte {
      if ASCII.isBlank(byte) {
        offset += 1
      } else if isAtSpecial, stands("<!--") {
        try skip("<!--", past: "-->", of: "comment")
      } else if isAtSpecial, stands("<?") {
        try skip("<?", past: "?>", of: "instruction")
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

  private mutating func skip(_ opening: String, past end: String, of what: String)
    throws(DataError)
  {
    guard let next = text.offset(behind: end, from: offset + opening.utf8.count) else {
      let place = text.place(ofByte: offset)
      offset = text.bytes.count
      throw expected("'\(end)' to end the \(what) that begins at \(place.line):\(place.column)")
    }
    offset = next
  }

  private mutating func skipDocumentType() throws(DataError) {
    switch passDocumentType() {
    case .ended: return
    case .declares:
      throw text.malformed(
        at: offset, "a document type that declares entities or elements is refused")
    case .unended: throw expected("'>' to end the document type")
    }
  }

  private mutating func readTag() throws(DataError) -> Tag {
    do throws(TagMistake) {
      return try passTag { $0.readName() }
    } catch .noName {
      throw expected("the name of a tag")
    } catch {
      throw expected("'>' to end the tag")
    }
  }

  private mutating func readName() -> Name? {
    let start = offset
    var name = PropertyListElement.Name()
    while let byte, ASCII.isOfTagName(byte) {
      name.append(byte)
      offset += 1
    }
    return start == offset
      ? nil : Name(element: PropertyListElement(name), range: start..<offset)
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
        let start = offset + "<![CDATA[".utf8.count
        try skip("<![CDATA[", past: "]]>", of: "CDATA part")
        decoded += text.bytes[start..<offset - "]]>".utf8.count]
      } else if isAtSpecial, stands("<!--") {
        try skip("<!--", past: "-->", of: "comment")
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
    let start = offset
    while let byte, byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") { offset += 1 }
    return start..<offset
  }

  private mutating func readClosing(_ element: PropertyListElement) throws(DataError) {
    guard closes(element) else { throw expected("'</\(element.name)>'") }
    let tag = try readTag()
    guard tag.isClosing, tag.name.element == element else {
      throw text.malformed(
        at: tag.start, "expected '</\(element.name)>', found '</\(name(of: tag).clipped())>'")
    }
  }

  /// True before `</` and a name that begins with that of an element.
  private func closes(_ element: PropertyListElement) -> Bool {
    var index = offset + 1
    guard index < text.bytes.count, text.bytes[index] == UInt8(ascii: "/") else { return false }
    var name = PropertyListElement.Name()
    for _ in 0..<element.length {
      index += 1
      guard index < text.bytes.count else { return false }
      name.append(text.bytes[index])
    }
    return PropertyListElement(name) == element
  }

  private mutating func readReference() throws(DataError) -> Character {
    let start = offset
    let limit = min(text.bytes.count, start + 32)
    guard let end = text.bytes[start..<limit].firstIndex(of: UInt8(ascii: ";")) else {
      throw expected("an entity such as '&amp;'")
    }
    let name = String(decoding: text.bytes[start + 1..<end], as: UTF8.self)
    guard let character = XMLCharacter.named(name) ?? XMLCharacter.numbered(name) else {
      throw text.malformed(
        at: start, "expected one of &lt; &gt; &amp; &quot; &apos; &#NUMBER;, found '&\(name);'")
    }
    offset = end + 1
    return character
  }
}

/// The elements that property lists are made of.
///
/// The number of each is its name: one byte after the other, the last one lowest.
enum PropertyListElement: UInt64, CaseIterable {
  case plist = 0x70_6C_69_73_74
  case dict = 0x64_69_63_74
  case array = 0x61_72_72_61_79
  case key = 0x6B_65_79
  case string = 0x73_74_72_69_6E_67
  case integer = 0x69_6E_74_65_67_65_72
  case real = 0x72_65_61_6C
  case date = 0x64_61_74_65
  case data = 0x64_61_74_61
  case yes = 0x74_72_75_65
  case no = 0x66_61_6C_73_65

  /// A name that is read byte by byte; no byte of one is zero.
  struct Name {
    /// The last eight bytes. All of them are there in a name that is longer than any element's.
    fileprivate var bits: UInt64 = 0

    mutating func append(_ byte: UInt8) { bits = bits &<< 8 | UInt64(byte) }
  }

  init?(_ name: Name) { self.init(rawValue: name.bits) }

  /// How many bytes the name has.
  var length: Int { (UInt64.bitWidth - rawValue.leadingZeroBitCount + 7) / 8 }

  var name: String {
    let bytes = (0..<length).reversed().map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A tag of an XML property list, where it stands in its text.
struct XMLTag<Name> {
  var name: Name
  var isClosing: Bool
  var isEmpty: Bool
  /// The byte of its `<`.
  var start: Int
  /// The byte after its `>`.
  var end: Int
}

/// Why a tag can't be taken apart; the place is where the cursor stands then.
enum TagMistake: Error { case noName, noEnd }

/// Where a document type was left.
enum DocumentTypeEnd { case ended, declares, unended }

/// A place in the text of XML: the one way to take its tags apart, whatever the bytes lie in.
protocol TagCursor {
  /// The byte that stands here; nil at the end of the text.
  var byte: UInt8? { get }
  var offset: Int { get set }
}

extension TagCursor {
  /// Goes over the tag whose `<` stands here.
  ///
  /// - Parameter name: goes over the name and says which it is; nil where there is none.
  @inline(__always)
  mutating func passTag<Name>(_ name: (inout Self) -> Name?) throws(TagMistake) -> XMLTag<Name> {
    let start = offset
    offset += 1
    let isClosing = byte == UInt8(ascii: "/")
    if isClosing { offset += 1 }
    guard let name = name(&self) else { throw .noName }
    if byte != UInt8(ascii: ">"), !passAttributes() { throw .noEnd }
    let isEmpty = byte == UInt8(ascii: "/")
    if isEmpty { offset += 1 }
    guard byte == UInt8(ascii: ">"), !(isEmpty && isClosing) else { throw .noEnd }
    offset += 1
    return XMLTag(name: name, isClosing: isClosing, isEmpty: isEmpty, start: start, end: offset)
  }

  /// Goes to the end of a tag. Attributes mean nothing in a property list, but a quoted one may hold
  /// a `>`; none holds a `<`.
  private mutating func passAttributes() -> Bool {
    var quote: UInt8?
    while let byte, byte != UInt8(ascii: "<") {
      if quote == nil, byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { return true }
      follow(byte, &quote)
      offset += 1
    }
    return false
  }

  /// Goes over a document type, as far as its first declaration.
  mutating func passDocumentType() -> DocumentTypeEnd {
    var quote: UInt8?
    while let byte, quote != nil || byte != UInt8(ascii: ">") {
      if quote == nil, byte == UInt8(ascii: "[") { return .declares }
      follow(byte, &quote)
      offset += 1
    }
    guard byte != nil else { return .unended }
    offset += 1
    return .ended
  }

  /// Opens and closes quotes.
  @inline(__always)
  private func follow(_ byte: UInt8, _ quote: inout UInt8?) {
    if let open = quote {
      if byte == open { quote = nil }
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      quote = byte
    }
  }
}
