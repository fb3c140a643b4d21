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
