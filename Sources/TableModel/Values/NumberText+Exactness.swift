extension NumberText {
  /// The most digits that a double of middling size always keeps apart.
  private static let safeDigits = 15
  private static let safeRange = 1e-290...1e290
  static let safeIntegers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)

  /// True when comparing the doubles of two such numbers compares the numbers themselves.
  ///
  /// - Complexity: O(digits) beyond 15 characters, O(1) below.
  package var isExactInDouble: Bool {
    switch numeric {
    case .int(let value): return Self.safeIntegers.contains(value)
    case .double(let value):
      if value == 0 { return !hasDigits }
      guard Self.safeRange.contains(abs(value)) else { return false }
      return text.utf8.count <= Self.safeDigits || significantDigits <= Self.safeDigits
    }
  }

  /// True when a digit other than 0 stands before the exponent.
  private var hasDigits: Bool {
    text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains {
      (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0)
    }
  }

  /// The digits from the first that is not 0 to the end of the mantissa.
  private var significantDigits: Int {
    var digits = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0"): digits += digits > 0 ? 1 : 0
      case UInt8(ascii: "1")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "e"), UInt8(ascii: "E"): return digits
      default: break
      }
    }
    return digits
  }
}
