import Files
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
    let (slot, length): (FieldSlot, Int)
    switch PlainNumber(bytes + start, powers) {
    case .integer(let value, let digits):
      (slot, length) = (.integer(value, start..<start &+ digits), digits)
    case .double(let value, let digits):
      (slot, length) = (.double(value, start..<start &+ digits), digits)
    case .other(let digits): (slot, length) = (.number(start..<start &+ digits), digits)
    case .none: return Self.odd
    }
    if field >= 0 { slots[field] = slot }
    return start &+ length
  }
}

/// Any number in JSON's notation, digit by digit.
enum PlainNumber {
  case integer(Int64, length: Int)
  case double(Double, length: Int)
  /// One of many digits or with an exponent: whether it is exact as a double is not known.
  case other(length: Int)
  case none

  /// - Parameters:
  ///   - text: where the number begins; a byte that is not of a number must follow.
  ///   - powers: those of `ShortNumber`.
  init(_ text: UnsafePointer<UInt8>, _ powers: [Double]) {
    let isNegative = text[0] == UInt8(ascii: "-")
    let first = isNegative ? 1 : 0
    var offset = first
    var mantissa: UInt64 = 0
    Self.take(&offset, &mantissa, of: text)
    var digits = offset &- first
    self = .none
    guard digits > 0, digits == 1 || text[first] != UInt8(ascii: "0") else { return }
    var fraction = 0
    if text[offset] == UInt8(ascii: ".") {
      let point = offset
      offset &+= 1
      Self.take(&offset, &mantissa, of: text)
      fraction = offset &- point &- 1
      guard fraction > 0 else { return }
      digits &+= fraction
    }
    if text[offset] | 0x20 == UInt8(ascii: "e") {
      guard let end = Self.end(ofExponent: offset, of: text) else { return }
      self = .other(length: end)
    } else if digits > 15 {
      self = .other(length: offset)
    } else if fraction == 0 {
      self = .integer(isNegative ? -Int64(mantissa) : Int64(mantissa), length: offset)
    } else {
      // Numbers of few digits are exact, the quotient of two exact doubles too.
      let value = Double(mantissa) / powers[fraction]
      self = .double(isNegative ? -value : value, length: offset)
    }
  }

  /// Adds digits to a number, which may wrap around where there are many.
  @inline(__always)
  private static func take(
    _ offset: inout Int, _ mantissa: inout UInt64, of text: UnsafePointer<UInt8>
  ) {
    var digit = text[offset] &- 0x30
    while digit < 10 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
      offset &+= 1
      digit = text[offset] &- 0x30
    }
  }

  private static func end(ofExponent start: Int, of text: UnsafePointer<UInt8>) -> Int? {
    var offset = start &+ 1
    if text[offset] == UInt8(ascii: "+") || text[offset] == UInt8(ascii: "-") { offset &+= 1 }
    guard ASCII.isDigit(text[offset]) else { return nil }
    while ASCII.isDigit(text[offset]) { offset &+= 1 }
    return offset
  }
}

/// The digits that a text begins with, as far as they are among its first eight bytes.
struct DigitWord {
  /// How many there are.
  let count: Int
  /// The bytes as digits, the first one lowest.
  private let digits: UInt64

  /// - Parameter text: eight bytes of it must be readable.
  @inline(__always)
  init(_ text: UnsafePointer<UInt8>) {
    let word = UInt64(littleEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt64.self))
    digits = word ^ 0x3030_3030_3030_3030
    // The top bit of each byte that is 10 or more; a carry only reaches bytes behind such a one.
    let others = (digits &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080
    count = others.trailingZeroBitCount &>> 3
  }

  /// The number that the digits are; 0 without any.
  ///
  /// Pairs of digits, then of pairs, then of those are added up in all parts of a word at once.
  @inline(__always)
  var value: UInt64 {
    if count == 0 { return 0 }
    // Zeros in front fill the word.
    var value = digits &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    value = (value &* 10 &+ value &>> 8) & 0x00FF_00FF_00FF_00FF
    value = (value &* 100 &+ value &>> 16) & 0x0000_FFFF_0000_FFFF
    return (value &* 10_000 &+ value &>> 32) & 0xFFFF_FFFF
  }
}

/// A number with one to seven digits before its point, as many behind it, and no exponent: it takes no
/// step for each of its digits.
enum ShortNumber {
  case integer(Int64, length: Int)
  case double(Double, length: Int)
  /// Any other number, or none.
  case other

  /// Powers of ten that are exact as doubles.
  static let powers: [Double] = (0...22).map { power in
    (0..<power).reduce(1.0) { value, _ in value * 10 }
  }

  /// - Parameters:
  ///   - text: where the number begins; 24 bytes must be readable.
  ///   - powers: the powers of ten, for callers that can't spare a check that they are initialized.
  @inline(__always)
  init(_ text: UnsafePointer<UInt8>, _ powers: [Double]) {
    let isNegative = text[0] == UInt8(ascii: "-")
    let first = isNegative ? 1 : 0
    let whole = DigitWord(text + first)
    let point = first &+ whole.count
    guard whole.count > 0, whole.count < 8, whole.count == 1 || text[first] != UInt8(ascii: "0"),
      text[point] | 0x20 != UInt8(ascii: "e")
    else {
      self = .other
      return
    }
    guard text[point] == UInt8(ascii: ".") else {
      let value = Int64(truncatingIfNeeded: whole.value)
      self = .integer(isNegative ? 0 &- value : value, length: point)
      return
    }
    let fraction = DigitWord(text + point + 1)
    let end = point &+ fraction.count &+ 1
    guard fraction.count > 0, fraction.count < 8, text[end] | 0x20 != UInt8(ascii: "e") else {
      self = .other
      return
    }
    let power = powers[fraction.count]
    // Both sides are exact, and so is their sum.
    let value = (Double(whole.value) * power + Double(fraction.value)) / power
    self = .double(isNegative ? -value : value, length: end)
  }
}
