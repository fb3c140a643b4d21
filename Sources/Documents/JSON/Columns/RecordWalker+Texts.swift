import Files
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

/// A text with escapes, decoded into room that is used again and again.
struct EscapedText {
  private var room: [UInt8] = []

  /// How many bytes are copied at once, whether all of them are wanted or not.
  static let step = 32

  /// Gives the text that a quoted text of JSON stands for to a body.
  ///
  /// - Parameters:
  ///   - quoted: the text with its quotes; it was found to be as it has to be, and `step` bytes more
  ///     must be readable.
  ///   - body: takes UTF-8.
  /// - Returns: false, and the body is not called, for a text with halves of surrogate pairs.
  mutating func decode(
    _ quoted: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) -> Bool {
    // No escape is shorter than what it stands for.
    if room.count < quoted.count + Self.step {
      room = Array(repeating: 0, count: 2 * quoted.count + Self.step)
    }
    return room.withUnsafeMutableBufferPointer { room in
      guard let text = quoted.baseAddress, let first = room.baseAddress,
        let count = Self.decode(text, quoted.count, into: first)
      else { return false }
      body(UnsafeBufferPointer(start: first, count: count))
      return true
    }
  }

  /// - Returns: how many bytes there are; nil where a surrogate stands.
  private static func decode(
    _ text: UnsafePointer<UInt8>, _ length: Int, into room: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    var (count, offset) = (0, 1)
    while true {
      let ends = NativeClassifier.ends(text + offset)
      let plain = max(0, min(ends.trailingZeroBitCount, length &- 1 &- offset))
      copy(text + offset, to: room + count)
      (count, offset) = (count &+ plain, offset &+ plain)
      if offset &+ 1 >= length { return count }
      if ends == 0 { continue }
      let escape = text[offset &+ 1]
      offset &+= 2
      if escape == UInt8(ascii: "u") {
        guard offset &+ 4 < length, let scalar = scalar(text + offset) else { return nil }
        offset &+= 4
        for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
          room[count] = unit
          count &+= 1
        }
      } else {
        room[count] = character(escape)
        count &+= 1
      }
    }
  }

  @inline(__always)
  private static func copy(_ text: UnsafePointer<UInt8>, to room: UnsafeMutablePointer<UInt8>) {
    let step = UnsafeRawPointer(text).loadUnaligned(as: SIMD32<UInt8>.self)
    UnsafeMutableRawPointer(room).storeBytes(of: step, as: SIMD32<UInt8>.self)
  }

  private static func character(_ escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: escape
    }
  }

  /// The character that four digits stand for; nil for half of a surrogate pair.
  private static func scalar(_ digits: UnsafePointer<UInt8>) -> Unicode.Scalar? {
    var unit: UInt32 = 0
    for index in 0..<4 {
      guard let digit = ASCII.hexValue(digits[index]) else { return nil }
      unit = unit &<< 4 | digit
    }
    return Unicode.Scalar(unit)
  }
}
