import TableModel

/// A sum of numbers that stays exact in decimal as long as 38 digits suffice, so that ten times
/// 0.1 is 1; beyond that it goes on in double precision.
struct ExactSum {
  /// The exact sum is `mantissa` / 10^`scale`; nil once it didn't fit.
  private var mantissa: Int128? = 0
  private var scale = 0
  /// Kept alongside with its rounding error.
  private var approximate = 0.0
  private var compensation = 0.0

  mutating func add(_ number: NumberText) {
    addApproximately(number.double)
    guard let sum = mantissa else { return }
    guard let term = DecimalTerm(number) else {
      mantissa = nil
      return
    }
    let common = max(scale, term.scale)
    guard let a = Self.raise(sum, by: common - scale),
      let b = Self.raise(term.mantissa, by: common - term.scale)
    else {
      mantissa = nil
      return
    }
    let (result, overflow) = a.addingReportingOverflow(b)
    mantissa = overflow ? nil : result
    scale = common
  }

  private mutating func addApproximately(_ value: Double) {
    let sum = approximate + value
    if sum.isFinite {
      compensation +=
        abs(approximate) >= abs(value) ? (approximate - sum) + value : (value - sum) + approximate
    }
    approximate = sum
  }

  private static func raise(_ value: Int128, by power: Int) -> Int128? {
    var value = value
    for _ in 0..<power {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = product
    }
    return value
  }

  var double: Double { approximate.isFinite ? approximate + compensation : approximate }

  /// The sum in JSON's notation.
  var text: NumberText {
    guard let mantissa else { return NumberText(double) }
    guard scale > 0 else { return NumberText(text: String(mantissa)) }
    let digits = String(mantissa.magnitude)
    let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    var fraction = padded.suffix(scale)
    while fraction.last == "0" { fraction.removeLast() }
    let sign = mantissa < 0 ? "-" : ""
    let point = fraction.isEmpty ? "" : "."
    return NumberText(text: "\(sign)\(padded.dropLast(scale))\(point)\(fraction)")
  }
}

/// A number as a whole number and a power of ten that divides it.
private struct DecimalTerm {
  var mantissa: Int128
  var scale: Int

  /// Nil for a number with an exponent or too many digits, which a plain decimal doesn't hold.
  init?(_ number: NumberText) {
    if case .int(let value) = number.numeric {
      (mantissa, scale) = (Int128(value), 0)
      return
    }
    let parts = number.text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, number.text.utf8.count <= 36,
      let mantissa = Int128(parts.joined())
    else { return nil }
    self.mantissa = mantissa
    scale = parts.count == 2 ? parts[1].utf8.count : 0
  }
}
