import TableModel

/// Words and numbers.
extension RecordWalker {
  @inline(__always)
  func skipBlanks(_ offset: Int) -> Int {
    // Zeros behind the text are no blanks.
    if bytes[offset] > 0x20 { return offset }
    var offset = offset
    while ASCII.isBlank(bytes[offset]) { offset &+= 1 }
    return offset
  }

  @inline(__always)
  mutating func word(_ start: Int, field: Int) -> Int {
    let letters = UnsafeRawPointer(bytes + start).loadUnaligned(as: UInt32.self).littleEndian
    let slot: FieldSlot
    var end = start &+ 4
    switch letters {
    case 0x6C6C_756E: slot = .null
    case 0x6575_7274: slot = .bool(true)
    case 0x736C_6166 where bytes[end] == UInt8(ascii: "e"):
      slot = .bool(false)
      end &+= 1
    default: return Self.odd
    }
    if field >= 0 { slots[field] = slot }
    return end
  }

  /// Goes over a number.
  @inline(__always)
  mutating func number(_ start: Int, field: Int) -> Int {
    switch ShortNumber(bytes + start, powers) {
    case .integer(let value, let length):
      if field >= 0 { slots[field] = .integer(value, start..<start &+ length) }
      return start &+ length
    case .double(let value, let length):
      if field >= 0 { slots[field] = .double(value, start..<start &+ length) }
      return start &+ length
    case .other: return longNumber(start, field: field)
    }
  }

  /// Goes over any number.
  @inline(never)
  private mutating func longNumber(_ start: Int, field: Int) -> Int {
    let isNegative = bytes[start] == UInt8(ascii: "-")
    let first = isNegative ? start &+ 1 : start
    var offset = first
    var mantissa: UInt64 = 0
    var digit = bytes[offset] &- 0x30
    while digit < 10 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
      offset &+= 1
      digit = bytes[offset] &- 0x30
    }
    var digits = offset &- first
    guard digits > 0, digits == 1 || bytes[first] != UInt8(ascii: "0") else { return Self.odd }
    var fraction = 0
    if bytes[offset] == UInt8(ascii: ".") {
      let point = offset
      offset &+= 1
      digit = bytes[offset] &- 0x30
      while digit < 10 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        offset &+= 1
        digit = bytes[offset] &- 0x30
      }
      fraction = offset &- point &- 1
      guard fraction > 0 else { return Self.odd }
      digits &+= fraction
    }
    let hasExponent = bytes[offset] | 0x20 == UInt8(ascii: "e")
    if hasExponent {
      offset = exponent(offset)
      guard offset >= 0 else { return Self.odd }
    }
    if field >= 0 {
      slots[field] = slot(
        start..<offset, mantissa, isNegative, digits: hasExponent ? .max : digits, fraction)
    }
    return offset
  }

  private func exponent(_ start: Int) -> Int {
    var offset = start &+ 1
    if bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset &+= 1 }
    guard ASCII.isDigit(bytes[offset]) else { return Self.odd }
    while ASCII.isDigit(bytes[offset]) { offset &+= 1 }
    return offset
  }

  /// Numbers of few digits are exact, the quotient of two exact doubles too.
  private func slot(
    _ range: Range<Int>, _ mantissa: UInt64, _ isNegative: Bool, digits: Int, _ fraction: Int
  ) -> FieldSlot {
    guard digits <= 15 else { return .number(range) }
    if fraction == 0 {
      return .integer(isNegative ? -Int64(mantissa) : Int64(mantissa), range)
    }
    let value = Double(mantissa) / powers[fraction]
    return .double(isNegative ? -value : value, range)
  }
}
