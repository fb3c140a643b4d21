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
