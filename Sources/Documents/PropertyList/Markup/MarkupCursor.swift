import Files
import Foundation

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
    if stands("<!--") { return skip(past: "-->") }
    if stands("<?") { return skip(past: "?>") }
    if stands("<![CDATA[") { return skip(past: "]]>") }
    return stands("<!DOCTYPE") && passDocumentType() == .ended
  }

  private mutating func skip(past word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    offset += 2
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
