import Files

/// Small steps over the bytes of JSON that need no tree.
enum JSONText {
  /// The offset after the closing quote of the text whose opening quote stands at an offset.
  ///
  /// - Parameters:
  ///   - end: where the text ends at the latest; 32 bytes beyond it must be readable.
  /// - Complexity: O(bytes); plain ones go 32 at a time.
  @inline(__always)
  static func endOfString(from offset: Int, to end: Int, of bytes: UnsafePointer<UInt8>) -> Int {
    var index = offset &+ 1
    while index < end {
      let specials = NativeClassifier.specials(bytes + index)
      index &+= specials == 0 ? 32 : specials.trailingZeroBitCount
      if specials == 0 || index >= end { continue }
      switch bytes[index] {
      case UInt8(ascii: "\""): return index &+ 1
      case UInt8(ascii: "\\"): index &+= 2
      default:
        // What is beyond ASCII mostly comes in runs.
        repeat { index &+= 1 } while index < end && bytes[index] >= 0x80
      }
    }
    return end
  }

  /// The offset after a number or a word that begins at an offset.
  static func endOfWord(from offset: Int, to end: Int, of bytes: UnsafePointer<UInt8>) -> Int {
    var index = offset + 1
    while index < end, !isDelimiter(bytes[index]) { index += 1 }
    return index
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    ASCII.isBlank(byte) || ",:\"[]{}".utf8.contains(byte)
  }

  /// True when a quoted text says a name.
  ///
  /// - Parameter range: the text in the bytes, its quotes included; where a text breaks off, or is
  ///   taken for one by mistake, there may be no closing quote.
  static func string(in range: Range<Int>, of bytes: UnsafePointer<UInt8>, equals name: String)
    -> Bool
  {
    guard range.count > 1 else { return false }
    let inner = UnsafeBufferPointer(start: bytes + range.lowerBound + 1, count: range.count - 2)
    let isWritten = name.isWritten(inner)
    let isPlain = inner.allSatisfy { (isWritten || $0 < 0x80) && $0 != UInt8(ascii: "\\") }
    return isPlain ? isWritten : string(in: range, of: bytes) == name
  }

  /// The text that a quoted text stands for; as it is written where an escape is broken.
  static func string(in range: Range<Int>, of bytes: UnsafePointer<UInt8>) -> String {
    let quoted = Array(UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count))
    var reader = JSONReader(SourceText(file: "", bytes: quoted))
    return (try? reader.readString())
      ?? String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
  }
}

/// A place in bytes of JSON, and the few steps that need no grammar.
struct ByteCursor: TextCursor {
  let bytes: UnsafePointer<UInt8>
  var offset: Int
  let end: Int

  @inline(__always)
  mutating func skipBlanks() { skipPlainBlanks() }

  /// Where the value stands whose key begins here; nil when what begins here is not a key.
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
