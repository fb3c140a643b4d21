import TableModel

/// Texts.
extension RecordWalker {
  /// Goes over a text and notes it as a field.
  @inline(__always)
  mutating func text(_ start: Int, field: Int) -> Int {
    let end = string(start)
    guard end >= 0 else { return Self.odd }
    slots[field] = hasEscapes ? .value(start..<end) : .text(start &+ 1..<end &- 1)
    return end
  }

  /// Goes over the text whose opening quote stands at an offset, and notes whether it has escapes.
  @inline(__always)
  mutating func string(_ start: Int) -> Int {
    guard bytes[start] == UInt8(ascii: "\"") else { return Self.odd }
    let end = window.end(ofTextFrom: start &+ 1)
    guard end >= 0 else { return string(unknown: start) }
    hasEscapes = window.hasEscapes(start &+ 1..<end)
    return end &+ 1
  }

  /// Goes over the text whose opening quote stands at an offset.
  @inline(__always)
  mutating func pass(_ start: Int) -> Int {
    guard bytes[start] == UInt8(ascii: "\"") else { return Self.odd }
    let end = window.end(ofTextFrom: start &+ 1)
    return end >= 0 ? end &+ 1 : string(unknown: start)
  }

  /// Goes over a text that the window does not know; first tries to move the window to it.
  @inline(never)
  private mutating func string(unknown start: Int) -> Int {
    if looksAhead, window.move(to: start, of: bytes, end: end) {
      let end = window.end(ofTextFrom: start &+ 1)
      if end >= 0 {
        hasEscapes = window.hasEscapes(start &+ 1..<end)
        return end &+ 1
      }
    }
    return scannedString(from: start &+ 1)
  }

  /// Goes over the bytes of a text behind its opening quote.
  private mutating func scannedString(from offset: Int) -> Int {
    hasEscapes = false
    var offset = offset
    while true {
      let specials = NativeClassifier.specials(bytes + offset)
      // Without specials this goes on by 32 bytes.
      offset &+= specials.trailingZeroBitCount
      if specials == 0 { continue }
      switch bytes[offset] {
      case UInt8(ascii: "\""): return offset &+ 1
      case UInt8(ascii: "\\"):
        hasEscapes = true
        let length = escapeLength(offset)
        if length == 0 { return Self.odd }
        offset &+= length
      case 0x80...:
        guard let length = UTF8Check.length(of: bytes, at: offset, end: end) else {
          return Self.odd
        }
        offset &+= length
      default: return Self.odd
      }
    }
  }

  /// How many bytes an escape takes; 0 for one that JSON doesn't know.
  private func escapeLength(_ offset: Int) -> Int {
    let escape = bytes[offset &+ 1]
    if escape != UInt8(ascii: "u") { return "\"\\/bfnrt".utf8.contains(escape) ? 2 : 0 }
    for index in offset &+ 2..<offset &+ 6 where ASCII.hexValue(bytes[index]) == nil { return 0 }
    return 6
  }
}
