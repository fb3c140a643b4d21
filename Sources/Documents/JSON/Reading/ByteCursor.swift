/// A place in bytes of JSON, and the few steps that need no grammar.
struct ByteCursor {
  let bytes: UnsafePointer<UInt8>
  var offset: Int
  /// Nothing at or beyond this offset is looked at.
  let end: Int

  init(_ bytes: UnsafePointer<UInt8>, offset: Int, end: Int) {
    self.bytes = bytes
    self.offset = offset
    self.end = end
  }

  @inline(__always)
  var byte: UInt8? { offset < end ? bytes[offset] : nil }

  @inline(__always)
  mutating func skipBlanks() {
    while offset < end, ASCII.isBlank(bytes[offset]) { offset &+= 1 }
  }

  func stands(_ text: [UInt8]) -> Bool {
    offset + text.count <= end
      && UnsafeBufferPointer(start: bytes + offset, count: text.count).elementsEqual(text)
  }

  /// Where the value stands whose key begins here; nil when what begins here is no key.
  func keyedValue() -> Int? {
    guard byte == UInt8(ascii: "\"") else { return nil }
    var next = self
    next.offset = JSONText.endOfString(from: offset, to: end, of: bytes)
    next.skipBlanks()
    guard next.byte == UInt8(ascii: ":") else { return nil }
    next.offset += 1
    next.skipBlanks()
    return next.offset
  }
}
