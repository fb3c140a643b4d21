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
