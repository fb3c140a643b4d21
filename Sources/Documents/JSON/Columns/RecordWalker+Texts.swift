import Files
import TableModel

#if arch(x86_64)
  import CStructuralScan
#endif

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

/// Where texts end in a stretch of JSON, and which have escapes: found 64 bytes at a time, ahead of a
/// walk that then takes one step for each text.
///
/// It knows only texts that are well-formed. All others, and those that do not end in the stretch,
/// are left to a look at each of their bytes.
struct TextWindow {
  /// How many bytes are looked at at once: few enough that the walk finds them near.
  static let size = 1 << 14

  /// The bytes that were looked at last.
  private var stretch = 0..<0
  /// How many of them are known; 0 where a text is not as it has to be.
  private var count = 0
  // A bit for each byte; behind the last one a word of zeros.
  private var quotes: [UInt64] = []
  private var backslashes: [UInt64] = []

  /// Looks at what begins at the opening quote of a text.
  ///
  /// - Parameter end: the end of all text; zeros follow it.
  /// - Returns: false where that finds nothing new, or the processor has no fast way to look.
  mutating func move(to offset: Int, of bytes: UnsafePointer<UInt8>, end: Int) -> Bool {
    guard Self.isServed, offset < end else { return false }
    // It was looked at already: the text is longer than the stretch, or a text near it is
    // malformed.
    if count > 0 ? offset == stretch.lowerBound : stretch.contains(offset) { return false }
    let blocks = min(Self.size, end &- offset &+ 63) / 64
    stretch = offset..<offset &+ blocks &* 64
    count = find(bytes + offset, blocks) ? stretch.count : 0
    return count > 0
  }

  /// The offset of the quote that closes a text; -1 where it is not known.
  ///
  /// - Parameter first: the offset behind the opening quote.
  @inline(__always)
  func end(ofTextFrom first: Int) -> Int {
    let place = first &- stretch.lowerBound
    // As an unsigned number, a place before the stretch is a very large one.
    guard UInt(bitPattern: place) < UInt(bitPattern: count) else { return -1 }
    let bits = Self.bits(quotes, at: place)
    return bits != 0 ? first &+ bits.trailingZeroBitCount : end(farFrom: first)
  }

  @inline(never)
  private func end(farFrom first: Int) -> Int {
    let place = first &- stretch.lowerBound
    for word in place / 64 + 1..<max(count / 64, place / 64 + 1) where quotes[word] != 0 {
      return stretch.lowerBound &+ word &* 64 &+ quotes[word].trailingZeroBitCount
    }
    return -1
  }

  /// Whether a text has a backslash.
  ///
  /// - Parameter range: the text without its quotes, as it was found here.
  @inline(__always)
  func hasEscapes(_ range: Range<Int>) -> Bool {
    let place = range.lowerBound &- stretch.lowerBound
    // This many bits are there whichever of a byte is the first.
    guard range.count <= 56 else { return hasEscapes(far: place..<place &+ range.count) }
    let mask = (1 as UInt64) &<< UInt64(truncatingIfNeeded: range.count) &- 1
    return Self.bits(backslashes, at: place) & mask != 0
  }

  @inline(never)
  private func hasEscapes(far places: Range<Int>) -> Bool {
    for word in places.lowerBound / 64...places.upperBound / 64 {
      var mask = ~(0 as UInt64)
      if word == places.lowerBound / 64 { mask <<= UInt64(places.lowerBound % 64) }
      if word == places.upperBound / 64 { mask &= (1 << UInt64(places.upperBound % 64)) &- 1 }
      if backslashes[word] & mask != 0 { return true }
    }
    return false
  }

  /// The bits from a place on, at least 57 of them: a word that may begin at any byte.
  @inline(__always)
  private static func bits(_ masks: [UInt64], at place: Int) -> UInt64 {
    masks.withUnsafeBytes { masks in
      let word = masks.loadUnaligned(fromByteOffset: place &>> 3, as: UInt64.self)
      return UInt64(littleEndian: word) &>> UInt64(truncatingIfNeeded: place & 7)
    }
  }
}

extension TextWindow {
  #if arch(x86_64)
    /// True where looking ahead is faster than looking at each text.
    static let isServed = Processor.own != .least

    /// - Returns: false when a text is not as it has to be.
    private mutating func find(_ bytes: UnsafePointer<UInt8>, _ blocks: Int) -> Bool {
      if quotes.isEmpty {
        let words = Array(repeating: 0 as UInt64, count: Self.size / 64 + 1)
        (quotes, backslashes) = (words, words)
      }
      quotes[blocks] = 0
      return quotes.withUnsafeMutableBufferPointer { quotes in
        backslashes.withUnsafeMutableBufferPointer { backslashes in
          let masks = structural_text_masks(
            quotes: quotes.baseAddress, backslashes: backslashes.baseAddress)
          return structural_texts(bytes, blocks, masks)
        }
      }
    }
  #else
    static let isServed = false

    private mutating func find(_ bytes: UnsafePointer<UInt8>, _ blocks: Int) -> Bool { false }
  #endif
}
