/// A text with escapes, decoded into room that is used again and again.
struct EscapedText {
  private var room: [UInt8] = []

  /// So many bytes are copied at once, whether all of them are wanted or not.
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
