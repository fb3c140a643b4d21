import Documents
import Files
import TableModel

/// What the references of a document stand for: characters, and the entities that its document type
/// declares. Entities that are defined elsewhere are never fetched.
struct XMLEntities: WholeTextReader {
  let text: SourceText
  var position = 0

  private enum Entity {
    /// A text between quotes, which may hold references of its own.
    case text(Range<Int>)
    case external
  }

  private var declared: [String: Entity] = [:]
  /// Those that were asked for: each is unfolded once.
  private var unfolded: [String: [UInt8]] = [:]
  /// How many more bytes references to entities may unfold to.
  private var budget: Int
  /// How many entities may stand for one another.
  private static let deepest = 32

  init(of text: SourceText) {
    self.text = text
    budget = max(1 << 20, 8 * text.bytes.count)
  }

  /// Reads the reference that begins at a byte, and goes behind it.
  mutating func readReference(at offset: inout Int, into output: inout [UInt8]) throws(DataError) {
    position = offset
    try readReference(into: &output, depth: 0)
    offset = position
  }

  private mutating func readReference(into output: inout [UInt8], depth: Int) throws(DataError) {
    let start = position
    let limit = min(text.bytes.count, start + 256)
    let end = text.bytes[start + 1..<limit].firstIndex {
      $0 != UInt8(ascii: "#") && !ASCII.isOfTagName($0)
    }
    guard let end, text.bytes[end] == UInt8(ascii: ";"), end > start + 1 else {
      throw expected("an entity such as '&amp;'")
    }
    position = end + 1
    let name = String(decoding: text.bytes[start + 1..<end], as: UTF8.self)
    if let character = XMLCharacter.named(name) ?? XMLCharacter.numbered(name) {
      output += String(character).utf8
      return
    }
    let bytes = try unfold(name, at: start, depth: depth)
    budget -= bytes.count + 1
    guard budget >= 0 else {
      throw text.malformed(
        at: start, "entities that unfold to more text than the file has bytes for")
    }
    output += bytes
  }

  private mutating func unfold(_ name: String, at start: Int, depth: Int) throws(DataError)
    -> [UInt8]
  {
    if let known = unfolded[name] { return known }
    guard let entity = declared[name] else {
      throw text.malformed(
        at: start,
        "expected one of &lt; &gt; &amp; &quot; &apos; &#NUMBER;, found '&\(name.clipped());',"
          + " which the file does not declare")
    }
    guard case .text(let range) = entity else {
      throw text.malformed(
        at: start, "the entity '\(name.clipped())' is defined in another file, and none is fetched")
    }
    guard depth < Self.deepest else {
      throw text.malformed(
        at: start, "entities that stand for each other more than \(Self.deepest) levels deep")
    }
    let end = position
    position = range.lowerBound
    var bytes: [UInt8] = []
    while position < range.upperBound, let byte {
      switch byte {
      case UInt8(ascii: "&"): try readReference(into: &bytes, depth: depth + 1)
      case UInt8(ascii: "<"): throw expected("text in the entity '\(name.clipped())'")
      default:
        bytes.append(byte)
        position += 1
      }
    }
    position = end
    unfolded[name] = bytes
    return bytes
  }
}

// MARK: - The document type

extension XMLEntities {
  /// Reads a document type with what it declares.
  ///
  /// - Returns: the byte behind it.
  mutating func readDocumentType(at start: Int) throws(DataError) -> Int {
    position = start + "<!DOCTYPE".utf8.count
    try skip(to: [UInt8(ascii: "["), UInt8(ascii: ">")], "document type", from: start)
    if byte == UInt8(ascii: "[") {
      position += 1
      while byte != UInt8(ascii: "]") { try readDeclaration(of: start) }
      try skip(to: [UInt8(ascii: ">")], "document type", from: start)
    }
    return position + 1
  }

  /// Goes over one declaration, or a byte between two of them.
  private mutating func readDeclaration(of type: Int) throws(DataError) {
    let start = position
    if stands("<!--") {
      try skip("<!--", past: "-->", of: "comment")
    } else if stands("<?") {
      try skip("<?", past: "?>", of: "instruction")
    } else if stands("<!ENTITY") {
      position += "<!ENTITY".utf8.count
      readEntity()
      try skip(to: [UInt8(ascii: ">")], "declaration", from: start)
      position += 1
    } else if stands("<!") {
      try skip(to: [UInt8(ascii: ">")], "declaration", from: start)
      position += 1
    } else if byte == nil {
      throw expected("']>'", toEnd: "document type", from: type)
    } else {
      position += 1
    }
  }

  /// The name of an entity and what it stands for. The first declaration of a name counts, and those
  /// of `%` are for document types only.
  private mutating func readEntity() {
    skipBlanks()
    guard let name = text.xmlName(at: position) else { return }
    position = name.endIndex
    skipBlanks()
    let key = String(decoding: name, as: UTF8.self)
    var entity = Entity.external
    if let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let end = text.bytes[(position + 1)...].firstIndex(of: quote)
    {
      entity = .text(position + 1..<end)
      position = end + 1
    }
    if declared[key] == nil { declared[key] = entity }
  }

  private mutating func skipBlanks() {
    while let byte, ASCII.isBlank(byte) { position += 1 }
  }

  /// Goes to one of some bytes that is not in quotes.
  private mutating func skip(to ends: [UInt8], _ what: String, from start: Int) throws(DataError) {
    var quote: UInt8?
    while let byte {
      if let open = quote {
        if byte == open { quote = nil }
      } else if ends.contains(byte) {
        return
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      position += 1
    }
    throw expected("'>'", toEnd: what, from: start)
  }
}

/// The words of HTML, for a line of text.
enum MarkupWords {
  /// Tags that part words.
  private static let breaks: Set<Substring> = [
    "p", "br", "div", "li", "ul", "ol", "tr", "td", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img",
    "blockquote", "figure", "table",
  ]

  private static let named: [Substring: Character] = [
    "nbsp": " ", "hellip": "…", "mdash": "—", "ndash": "–", "lsquo": "‘", "rsquo": "’",
    "ldquo": "“",
    "rdquo": "”", "bull": "•", "euro": "€", "trade": "™", "dagger": "†", "sbquo": "‚", "bdquo": "„",
    "lsaquo": "‹", "rsaquo": "›", "permil": "‰", "minus": "−", "rarr": "→", "larr": "←",
    "oelig": "œ",
    "OElig": "Œ", "scaron": "š", "Scaron": "Š", "ensp": " ", "emsp": " ", "thinsp": " ",
  ]

  /// The names of U+00A1 to U+00FF, in their order.
  private static let latin: [Substring: Character] = {
    let names = """
      iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 \
      acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc \
      Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde \
      Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave \
      aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth \
      ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
      """
    let characters = (0xA1...0xFF).compactMap(Unicode.Scalar.init).map(Character.init)
    return Dictionary(
      zip(names.split(separator: " "), characters), uniquingKeysWith: { first, _ in first })
  }()

  /// Elements that hold code instead of text.
  private static let unread: Set<Substring> = ["script", "style"]

  /// A text without its tags, with the characters that references stand for, on one line.
  static func plain(_ text: String) -> String {
    var words = ""
    var rest = Substring(text)
    // Where one script does not end, no end is looked for again: that would be a long search each.
    var isEnding = true
    while let character = rest.first {
      if character == "<", let end = tagEnd(of: rest) {
        let name = rest.dropFirst().drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
        let tag = Substring(name.lowercased())
        if breaks.contains(tag) { words += " " }
        let opens = rest.dropFirst().first != "/"
        rest = rest[end...]
        if opens, isEnding, unread.contains(tag) {
          let close = rest.firstRange(of: "</\(name)")?.lowerBound
          isEnding = close != nil
          rest = rest[(close ?? rest.startIndex)...]
        }
      } else if character == "&", let (found, end) = reference(rest) {
        words.append(found)
        rest = rest[end...]
      } else {
        words.append(character)
        rest.removeFirst()
      }
    }
    return words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// In bytes.
  private static let longestTag = 1000

  /// Where a tag or a comment ends; nil for a `<` that begins none.
  private static func tagEnd(of text: Substring) -> String.Index? {
    guard let second = text.dropFirst().first, second.isLetter || second == "/" || second == "!"
    else { return nil }
    // So far and no farther, or many `<` without an end would be a long search each.
    let tag = text.utf8.prefix(longestTag)
    let close = UInt8(ascii: ">")
    var quote: UInt8?
    for (index, byte) in zip(tag.indices, tag) {
      if quote == nil, byte == close { return tag.index(after: index) }
      if quote == byte {
        quote = nil
      } else if quote == nil, second.isLetter, "\"'".utf8.contains(byte) {
        quote = byte
      }
    }
    // A quote without a second one.
    return tag.firstIndex(of: close).map { tag.index(after: $0) }
  }

  private static func reference(_ text: Substring) -> (Character, String.Index)? {
    let name = text.dropFirst().prefix(10).prefix { $0.isLetter || $0.isNumber || $0 == "#" }
    let end = name.endIndex
    guard end < text.endIndex, text[end] == ";" else { return nil }
    let found =
      XMLCharacter.named(String(name)) ?? XMLCharacter.numbered(String(name)) ?? named[name]
      ?? latin[name]
    return found.map { ($0, text.index(after: end)) }
  }
}
