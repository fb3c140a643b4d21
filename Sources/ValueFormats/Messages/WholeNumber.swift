import TableModel

/// A whole number of any size, in digits of a thousand millions each, the last one first.
struct WholeNumber {
  private static let base: UInt64 = 1_000_000_000
  private var parts: [UInt64] = []

  /// - Complexity: O(bytes²).
  init(bigEndian bytes: [UInt8], adding summand: UInt64 = 0) {
    for byte in bytes { multiply(by: 256, adding: UInt64(byte)) }
    multiply(by: 1, adding: summand)
  }

  private mutating func multiply(by factor: UInt64, adding summand: UInt64) {
    var carry = summand
    for index in parts.indices {
      let sum = parts[index] * factor + carry
      (carry, parts[index]) = sum.quotientAndRemainder(dividingBy: Self.base)
    }
    if carry > 0 { parts.append(carry) }
  }

  /// The number as people write it.
  var digits: String {
    guard let first = parts.last else { return "0" }
    return parts.dropLast().reversed().reduce(String(first)) { text, part in
      let digits = String(part)
      return text + String(repeating: "0", count: 9 - digits.count) + digits
    }
  }
}

extension NumberText {
  /// A whole number times a power of ten, with all its digits: `-1234` and -2 give `-12.34`.
  static func decimal(_ whole: String, exponent: Int) -> NumberText {
    let isNegative = whole.hasPrefix("-")
    let digits = isNegative ? String(whole.dropFirst()) : whole
    let sign = isNegative ? "-" : ""
    switch exponent {
    case 0: return NumberText(text: whole)
    case -64..<0:
      let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
      return NumberText(text: "\(sign)\(padded.dropLast(-exponent)).\(padded.suffix(-exponent))")
    default: return NumberText(text: "\(whole)e\(exponent)")
    }
  }
}

/// Identifiers of 16 bytes: `6f1ed002-ab5a-4e4b-8d4d-4f7f9a0c9d11`.
enum UniversalIdentifier {
  /// Bytes of another number are written in one piece.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    let digits = bytes.hexadecimal
    guard digits.count == 32 else { return digits }
    var rest = Substring(digits)
    let parts = [8, 4, 4, 4, 12].map { length in
      defer { rest = rest.dropFirst(length) }
      return rest.prefix(length)
    }
    return parts.joined(separator: "-")
  }
}
