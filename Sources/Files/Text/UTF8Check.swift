import CStructuralScan
package import TableModel

/// Finds the first byte that breaks UTF-8.
public enum UTF8Check {
  /// The offset of the first byte that is not part of a well-formed character; nil when all are.
  ///
  /// - Complexity: O(bytes); runs of ASCII go eight bytes at a time.
  package static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { firstInvalidByte(in: $0) }
  }

  /// The same of bytes that are not copied.
  package static func firstInvalidByte(in buffer: UnsafeRawBufferPointer) -> Int? {
    var index = 0
    while index < buffer.count {
      while index &+ 32 <= buffer.count, isASCII32(buffer, at: index) { index &+= 32 }
      if index >= buffer.count { return nil }
      if index + 8 <= buffer.count,
        buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        index += 8
      } else if buffer[index] < 0x80 {
        index += 1
      } else if let length = sequenceLength(buffer, at: index) {
        index += length
      } else {
        return index
      }
    }
    return nil
  }

  /// The same in XML, which holds no control characters but tabs and ends of lines.
  package static func firstInvalidByte(ofXML buffer: UnsafeRawBufferPointer) -> Int? {
    guard let base = buffer.baseAddress else { return nil }
    let bytes = base.assumingMemoryBound(to: UInt8.self)
    let count = structural_xml_control(bytes, buffer.count)
    guard count < buffer.count else { return firstInvalidByte(in: buffer) }
    return firstInvalidByte(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])) ?? count
  }

  /// True for a control character that XML can't hold.
  package static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
  }

  package static func firstInvalidByte(ofXML bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { firstInvalidByte(ofXML: $0) }
  }

  /// What is wrong with a byte that was found so.
  package static func words(for byte: UInt8) -> String {
    isControl(byte)
      ? "expected text, found control character \(SourceText.hexadecimal(byte)), which XML can't hold"
      : "expected UTF-8 text, found byte \(SourceText.hexadecimal(byte))"
  }

  @inline(__always)
  private static func isASCII32(_ buffer: UnsafeRawBufferPointer, at index: Int) -> Bool {
    let (a, b) = (word(buffer, index), word(buffer, index &+ 8))
    let (c, d) = (word(buffer, index &+ 16), word(buffer, index &+ 24))
    return (a | b | c | d) & 0x8080_8080_8080_8080 == 0
  }

  @inline(__always)
  private static func word(_ buffer: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
    buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
  }

  /// The length of the character that begins at a byte which is not ASCII; nil when malformed.
  @inlinable
  public static func length(of bytes: UnsafePointer<UInt8>, at index: Int, end: Int) -> Int? {
    sequenceLength(UnsafeRawBufferPointer(start: bytes, count: end), at: index)
  }

  /// The same in a buffer.
  package static func length(of bytes: UnsafeRawBufferPointer, at index: Int) -> Int? {
    sequenceLength(bytes, at: index)
  }

  @usableFromInline
  static func sequenceLength(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int? {
    let lead = bytes[index]
    // The second byte's range excludes overlong forms, surrogates and what lies above U+10FFFF.
    let (length, second): (Int, ClosedRange<UInt8>)
    switch lead {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    default: return nil
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
    for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return nil }
    return length
  }
}

extension SourceText {
  /// Refuses text that is not UTF-8.
  package func checkUTF8() throws(DataError) {
    guard let offset = UTF8Check.firstInvalidByte(in: bytes) else { return }
    throw malformed(
      at: offset, "expected UTF-8 text, found byte \(Self.hexadecimal(bytes[offset]))")
  }

  /// Refuses text that is not UTF-8, or holds a zero.
  package func checkXML() throws(DataError) {
    guard let offset = UTF8Check.firstInvalidByte(ofXML: bytes) else { return }
    throw malformed(at: offset, UTF8Check.words(for: bytes[offset]))
  }
}

/// Classes of bytes that the text formats share.
public enum ASCII {
  @inlinable @inline(__always)
  public static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  @inlinable @inline(__always)
  public static func isDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10
  }

  @inlinable @inline(__always)
  public static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26
  }

  @inlinable @inline(__always)
  public static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == 0x5F
  }

  /// The characters of a text that needs no quotes in old property lists.
  @inlinable public static func isPlainWord(_ byte: UInt8) -> Bool {
    isWord(byte) || "$/:.-".utf8.contains(byte)
  }

  /// The characters of the names that tags have in XML, as far as property lists go.
  @inlinable public static func isOfTagName(_ byte: UInt8) -> Bool {
    isWord(byte) || byte >= 0x80
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
  }

  /// The value of a hexadecimal digit.
  @inlinable public static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }
}

extension String {
  /// True when some bytes are those of the string.
  @inlinable public func isWritten(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { utf8 in
      utf8.count == bytes.count && utf8.indices.allSatisfy { utf8[$0] == bytes[$0] }
    }
    return isSame ?? utf8.elementsEqual(bytes)
  }
}
