/// A text with escapes, decoded into room that is used again and again.
struct EscapedText {
  private var room: [UInt8] = []

  /// Gives the text that a quoted text of JSON stands for to a body.
  ///
  /// - Parameters:
  ///   - quoted: the text with its quotes; it was found to be as it has to be.
  ///   - body: takes UTF-8.
  /// - Returns: false, and the body is not called, for a text with halves of surrogate pairs.
  mutating func decode(
    _ quoted: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) -> Bool {
    // No escape is shorter than what it stands for.
    if room.count < quoted.count { room = Array(repeating: 0, count: 2 * quoted.count) }
    return room.withUnsafeMutableBufferPointer { room in
      guard let count = Self.decode(quoted, into: room) else { return false }
      body(UnsafeBufferPointer(rebasing: room[..<count]))
      return true
    }
  }

  /// - Returns: how many bytes there are; nil where a surrogate stands.
  private static func decode(
    _ quoted: UnsafeBufferPointer<UInt8>, into room: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    var (count, offset) = (0, 1)
    while offset < quoted.count &- 1 {
      let byte = quoted[offset]
      offset &+= 1
      if byte != UInt8(ascii: "\\") {
        room[count] = byte
        count &+= 1
        continue
      }
      guard offset < quoted.count &- 1 else { return nil }
      let escape = quoted[offset]
      offset &+= 1
      if escape == UInt8(ascii: "u") {
        guard let scalar = scalar(quoted, at: offset) else { return nil }
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
    return count
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
  private static func scalar(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Unicode.Scalar? {
    guard start &+ 4 < text.count else { return nil }
    var unit: UInt32 = 0
    for offset in start..<start &+ 4 {
      guard let digit = ASCII.hexValue(text[offset]) else { return nil }
      unit = unit &<< 4 | digit
    }
    return Unicode.Scalar(unit)
  }
}
