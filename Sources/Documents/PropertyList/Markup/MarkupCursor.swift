import Files
import Foundation
import TableModel

/// A place in the bytes of an XML property list, and the steps that need no tree.
///
/// Every step answers nil where the text breaks the rules; `XMLScanner`, which reads the same tags,
/// says why.
struct MarkupCursor: TextCursor, TagCursor {
  let bytes: UnsafePointer<UInt8>
  var offset: Int
  let end: Int

  enum Name: Hashable {
    case dict
    case array
    case key
    case plist
    /// A scalar, or what no property list has.
    case other

    var isContainer: Bool { self == .dict || self == .array }
  }

  typealias Tag = XMLTag<Name>

  /// The byte after this one; zero at the end.
  @inline(__always)
  private var next: UInt8 { offset &+ 1 < end ? bytes[offset &+ 1] : 0 }

  /// True at the beginning of a comment, of CDATA, of an instruction or a document type.
  @inline(__always)
  var isAtSpecial: Bool {
    byte == UInt8(ascii: "<") && (next == UInt8(ascii: "!") || next == UInt8(ascii: "?"))
  }

  /// Goes over blanks, comments, instructions and document types.
  ///
  /// - Returns: false where one of those doesn't end.
  mutating func skipBlanks() -> Bool {
    while let byte {
      if ASCII.isBlank(byte) {
        offset &+= 1
      } else if isAtSpecial, !stands("<![CDATA[") {
        guard skipSpecial() else { return false }
      } else {
        return true
      }
    }
    return true
  }

  /// Goes over what begins with `<!` or `<?` here; false where it doesn't end.
  mutating func skipSpecial() -> Bool {
    if stands("<!--") { return skip("<!--", past: "-->") }
    if stands("<?") { return skip("<?", past: "?>") }
    if stands("<![CDATA[") { return skip("<![CDATA[", past: "]]>") }
    return stands("<!DOCTYPE") && passDocumentType() == .ended
  }

  private mutating func skip(_ opening: StaticString, past word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    offset += opening.utf8CodeUnitCount
    while let found = memchr(Int32(word.utf8Start[0])) {
      offset = found
      if stands(word) {
        offset += count
        return true
      }
      offset += 1
    }
    return false
  }

  /// Goes to the next `<`; false when there is none.
  @inline(__always)
  mutating func findTag() -> Bool {
    guard let found = memchr(Int32(UInt8(ascii: "<"))) else { return false }
    offset = found
    return true
  }

  private func memchr(_ byte: Int32) -> Int? {
    guard offset < end, let found = Foundation.memchr(bytes + offset, byte, end - offset) else {
      return nil
    }
    return UnsafeRawPointer(bytes).distance(to: UnsafeRawPointer(found))
  }
}

extension MarkupCursor {
  /// Reads the tag that begins here; nil for what is none.
  mutating func tag() -> Tag? {
    guard byte == UInt8(ascii: "<") else { return nil }
    return try? passTag { $0.name() }
  }

  private mutating func name() -> Name? {
    let start = offset
    while let byte, ASCII.isOfTagName(byte) { offset += 1 }
    func reads(_ name: StaticString) -> Bool {
      name.utf8CodeUnitCount == offset - start
        && memcmp(bytes + start, name.utf8Start, offset - start) == 0
    }
    if offset == start { return nil }
    if reads("key") { return .key }
    if reads("dict") { return .dict }
    if reads("array") { return .array }
    return reads("plist") ? .plist : .other
  }

  /// Goes over the text of an element, up to the tag that closes it.
  ///
  /// - Returns: false where there is none, or another element begins in the text.
  mutating func skipText() -> Bool {
    while findTag() {
      if next == UInt8(ascii: "/") { return true }
      guard stands("<![CDATA[") || stands("<!--"), skipSpecial() else { return false }
    }
    return false
  }

  /// Goes over the element that begins here, whatever it holds.
  ///
  /// - Parameter limit: false is the answer too when it doesn't end before this offset.
  mutating func skipElement(limit: Int = .max) -> Bool {
    var depth = 0
    while offset < limit, findTag() {
      if isAtSpecial {
        guard skipSpecial() else { return false }
        continue
      }
      guard let tag = tag() else { return false }
      if tag.isClosing { depth -= 1 } else if !tag.isEmpty { depth += 1 }
      if depth <= 0 { return depth == 0 && offset <= limit }
    }
    return false
  }

  /// Goes over the key that begins here and what parts it from its value.
  ///
  /// - Returns: the text of the key; nil when no key begins here.
  mutating func skipKey() -> Range<Int>? {
    guard stands("<key"), let tag = tag(), tag.name == .key, !tag.isClosing else { return nil }
    var text = offset..<offset
    if !tag.isEmpty {
      let start = offset
      guard skipText() else { return nil }
      text = start..<offset
      guard let close = self.tag(), close.name == .key else { return nil }
    }
    return skipBlanks() ? text : nil
  }
}

extension MarkupCursor: KeyNotation {
  /// True when the text of an element says a name.
  static func string(in range: Range<Int>, of bytes: UnsafePointer<UInt8>, equals name: String)
    -> Bool
  {
    let raw = UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
    let isPlain = raw.allSatisfy {
      $0 < 0x80 && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<")
    }
    return isPlain ? name.isWritten(raw) : string(in: range, of: bytes) == name
  }

  /// What the text of an element stands for; as it is written where a reference is broken.
  static func string(in range: Range<Int>, of bytes: UnsafePointer<UInt8>) -> String {
    let raw = UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
    let isPlain = raw.allSatisfy { $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<") }
    guard !isPlain else { return String(decoding: raw, as: UTF8.self) }
    let closed = SourceText(file: "", bytes: Array(raw) + Array("</key>".utf8))
    var scanner = XMLScanner(closed, at: 0)
    let text = try? scanner.readText(of: .key)
    return text.map { String(decoding: $0, as: UTF8.self) } ?? String(decoding: raw, as: UTF8.self)
  }
}

/// A tag as it is written most often, to be compared eight bytes at once.
struct TagWord: Sendable {
  private let bits: UInt64
  private let mask: UInt64
  /// The same for the bytes behind the first eight.
  private let endBits: UInt64
  private let endMask: UInt64
  let length: Int

  /// - Parameter tag: at most 16 bytes.
  init(_ tag: String) {
    let bytes = Array(tag.utf8)
    length = bytes.count
    (bits, mask) = Self.word(bytes.prefix(8))
    (endBits, endMask) = Self.word(bytes.dropFirst(8))
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> (bits: UInt64, mask: UInt64) {
    let bits = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return (bits, bytes.count >= 8 ? ~0 : (1 << UInt64(8 * bytes.count)) - 1)
  }

  /// Eight bytes, the first one lowest.
  @inline(__always)
  static func load(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  /// Whether the tag's first eight bytes are those of a word.
  @inline(__always)
  func stands(in word: UInt64) -> Bool { word & mask == bits }

  /// Whether the bytes behind the first eight are the tag's, too.
  @inline(__always)
  func endStands(at bytes: UnsafePointer<UInt8>) -> Bool {
    endMask == 0 || Self.load(bytes + 8) & endMask == endBits
  }

  @inline(__always)
  func stands(at bytes: UnsafePointer<UInt8>) -> Bool {
    stands(in: Self.load(bytes)) && endStands(at: bytes)
  }
}

/// The tags that nearly all of a property list is made of.
struct UsualTags: Sendable {
  let key = TagWord("<key>")
  let keyEnd = TagWord("</key>")
  let record = TagWord("<dict>")
  let recordEnd = TagWord("</dict>")
  let list = TagWord("<array>")
  let listEnd = TagWord("</array>")
  let text = TagWord("<string>")
  let textEnd = TagWord("</string>")
  let whole = TagWord("<integer>")
  let wholeEnd = TagWord("</integer>")
  let real = TagWord("<real>")
  let realEnd = TagWord("</real>")
  let date = TagWord("<date>")
  let dateEnd = TagWord("</date>")
  let yes = TagWord("<true/>")
  let no = TagWord("<false/>")
}

/// Scalars of property lists as they are written most often.
enum UsualScalars {
  /// At most 18 digits, with or without a minus sign.
  static func isInteger(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = text.first == UInt8(ascii: "-") ? 1 : 0
    guard (1...18).contains(text.count - start) else { return false }
    for index in start..<text.count where !ASCII.isDigit(text[index]) { return false }
    return true
  }

  /// A number in JSON's notation without an exponent.
  static func isReal(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = text.first == UInt8(ascii: "-") ? 1 : 0
    let whole = index
    while index < text.count, ASCII.isDigit(text[index]) { index += 1 }
    guard index - whole == 1 || (index > whole && text[whole] != UInt8(ascii: "0")) else {
      return false
    }
    guard index < text.count else { return true }
    guard text[index] == UInt8(ascii: "."), index + 1 < text.count else { return false }
    for place in index + 1..<text.count where !ASCII.isDigit(text[place]) { return false }
    return true
  }

  /// A moment as `2024-02-28T12:00:00Z`, with a day that is right in every month.
  static func isDate(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == 20 else { return false }
    for index in 0..<20 {
      let isFine =
        switch index {
        case 4, 7: text[index] == UInt8(ascii: "-")
        case 10: text[index] == UInt8(ascii: "T")
        case 13, 16: text[index] == UInt8(ascii: ":")
        case 19: text[index] == UInt8(ascii: "Z")
        default: ASCII.isDigit(text[index])
        }
      guard isFine else { return false }
    }
    func number(_ index: Int) -> Int { Int(text[index] &- 48) * 10 + Int(text[index + 1] &- 48) }
    return (1...12).contains(number(5)) && (1...28).contains(number(8))
      && number(11) < 24 && number(14) < 60 && number(17) < 60
  }
}

/// Reads the beginning of a property list as a value of its own.
struct MarkupHead {
  private let text: MarkupText
  private let limit: Int
  /// Text up to here is kept.
  private var end: Int
  /// The containers that are open there, true for records.
  private var open: [Bool] = []
  /// How many containers are complete.
  private var completed = 0

  /// A head with this many complete containers is enough to infer a shape from.
  private static let enough = 24

  /// - Throws: `DataError.malformed` when the head is not a property list.
  static func read(_ file: MappedFile, sizes: ClosedRange<Int>) throws(DataError) -> DocumentHead {
    let text = MarkupText(file: file)
    var size = sizes.lowerBound
    while true {
      var head = MarkupHead(text, size: size)
      head.walk()
      if head.isWhole || head.completed >= enough || size >= sizes.upperBound {
        return try head.parsed()
      }
      size *= 4
    }
  }

  private init(_ text: MarkupText, size: Int) {
    self.text = text
    end = text.start
    limit = min(text.file.count, end + size)
  }

  private var isWhole: Bool { limit == text.file.count }

  /// Goes over as many elements as are complete before the limit.
  ///
  /// - Complexity: O(size).
  private mutating func walk() {
    var cursor = MarkupCursor(text.file.bytes, offset: end, end: limit)
    while cursor.skipBlanks(), let tag = cursor.tag(), take(tag, &cursor) {}
  }

  /// Notes a tag and what it begins; false where that isn't complete.
  private mutating func take(_ tag: MarkupCursor.Tag, _ cursor: inout MarkupCursor) -> Bool {
    switch tag.name {
    case .dict, .array:
      if tag.isClosing {
        guard open.popLast() != nil else { return false }
      } else if !tag.isEmpty {
        open.append(tag.name == .dict)
      }
      if tag.isClosing || tag.isEmpty { completed += 1 }
      end = tag.end
      return true
    case .key:
      cursor.offset = tag.start
      return cursor.skipKey() != nil
    case .plist: return false
    case .other:
      guard !tag.isClosing, tag.isEmpty || (cursor.skipText() && cursor.tag() != nil) else {
        return false
      }
      end = cursor.offset
      return true
    }
  }

  private func parsed() throws(DataError) -> DocumentHead {
    let file = text.file
    var bytes = file.copy(0..<(isWhole ? file.count : end))
    guard isWhole || end > text.start else { return try giant() }
    if !isWhole {
      for isRecord in open.reversed() { bytes += (isRecord ? "</dict>" : "</array>").utf8 }
      if text.start > FileText(file: file).start { bytes += "</plist>".utf8 }
    }
    let value = try XMLPropertyListReader.read(SourceText(file: file.path, bytes: bytes))
    return DocumentHead(value: value, isWhole: isWhole, isSequence: false)
  }

  /// A document in which nothing is complete in the head: broken, or one large scalar.
  private func giant() throws(DataError) -> DocumentHead {
    var verification = MarkupVerification(file: text.file) { _ in false }
    while try verification.advance(by: 1 << 24) {}
    return DocumentHead(value: .null, isWhole: false, isSequence: false)
  }
}
