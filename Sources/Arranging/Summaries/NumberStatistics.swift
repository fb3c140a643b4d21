package import TableModel

/// Sum, extremes and spread of numbers; everything that isn't a number is passed over.
package struct NumberStatistics: Sendable {
  package private(set) var count = 0
  package private(set) var minimum: NumberText?
  package private(set) var maximum: NumberText?
  private var total = ExactSum()
  private var runningMean = 0.0
  private var squares = 0.0

  package init() {}

  /// - Parameter times: how many such numbers there are.
  package mutating func add(_ number: NumberText, times: Int = 1) {
    guard !number.double.isNaN else { return }
    total.add(number, times: times)
    spread(number.double, times: times)
    if number.compare(minimum ?? number) ?? 0 <= 0 { minimum = number }
    if number.compare(maximum ?? number) ?? 0 >= 0 { maximum = number }
  }

  /// Adds a number of at most 15 digits, which its double identifies, without regard to the extremes:
  /// they are set at the end.
  mutating func add(exact value: Double) {
    total.add(exact: value)
    spread(value)
  }

  /// Adds a number without regard to the extremes.
  mutating func addInside(_ number: NumberText) {
    total.add(number)
    spread(number.double)
  }

  mutating func setExtremes(_ minimum: NumberText?, _ maximum: NumberText?) {
    (self.minimum, self.maximum) = (minimum, maximum)
  }

  private mutating func spread(_ value: Double, times: Int = 1) {
    count += times
    let distance = value - runningMean
    runningMean += distance * Double(times) / Double(count)
    squares += distance * Double(times) * (value - runningMean)
  }

  /// Whether the sum is exact, and so the same in whatever order the numbers come.
  var isExact: Bool { total.isExact }

  /// Exact in decimal where 38 digits suffice; 0 without numbers.
  package var sum: NumberText { total.text }

  package var mean: Double? { count == 0 ? nil : total.nearestDouble / Double(count) }

  /// The figures, by their names, that are beyond the largest double.
  package var infinite: [String] {
    (total.double.isFinite ? [] : ["sum", "mean"]) + (squares.isFinite ? [] : ["deviation"])
  }

  /// The standard deviation of the numbers as all there are, not as a sample of more.
  package var deviation: Double? { count == 0 ? nil : (squares / Double(count)).squareRoot() }
}

/// A sum of numbers that stays exact in decimal as long as 38 digits suffice, so that ten times
/// 0.1 is 1; beyond that it goes on in double precision.
struct ExactSum {
  /// The exact sum is `mantissa` / 10^`scale`; nil once it didn't fit.
  private var mantissa: Int128? = 0
  private var scale = 0
  /// Kept alongside with its rounding error.
  private var approximate = 0.0
  private var compensation = 0.0

  var isExact: Bool { mantissa != nil }

  /// - Parameter times: how many such numbers there are.
  mutating func add(_ number: NumberText, times: Int = 1) {
    addApproximately(number.double * Double(times))
    guard mantissa != nil else { return }
    guard let term = DecimalTerm(number) else {
      mantissa = nil
      return
    }
    let (product, overflow) = term.mantissa.multipliedReportingOverflow(by: Int128(times))
    if overflow { mantissa = nil } else { addExactly(product, term.scale) }
  }

  /// Adds `term` / 10^`termScale`.
  ///
  /// - Parameter termScale: 22 at most.
  mutating func add(_ term: Int128, scale termScale: Int) {
    addApproximately(Double(term) / Self.powers[termScale])
    addExactly(term, termScale)
  }

  /// Adds the terms of another sum.
  mutating func add(_ other: ExactSum) {
    addApproximately(other.approximate)
    compensation += other.compensation
    guard let term = other.mantissa else {
      mantissa = nil
      return
    }
    addExactly(term, other.scale)
  }

  private mutating func addExactly(_ term: Int128, _ termScale: Int) {
    guard let sum = mantissa else { return }
    let common = max(scale, termScale)
    guard let a = Self.raise(sum, by: common - scale),
      let b = Self.raise(term, by: common - termScale)
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

  /// Adds a number of at most 15 digits, which its double identifies.
  mutating func add(exact value: Double) {
    guard scale < Self.powers.count, let sum = mantissa else { return add(NumberText(value)) }
    let power = Self.powers[scale]
    let term = (value * power).rounded()
    // A quotient of two exact doubles is the double nearest to it: these are the number's digits.
    guard abs(term) < 1e15, term / power == value else { return add(NumberText(value)) }
    addApproximately(value)
    let (result, overflow) = sum.addingReportingOverflow(Int128(Int64(term)))
    mantissa = overflow ? nil : result
  }

  /// Each of them is exact.
  static let powers: [Double] = (0...22).map { power in
    (0..<power).reduce(1.0) { value, _ in value * 10 }
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

  /// The double nearest to the sum, as far as that is exact.
  var nearestDouble: Double {
    guard let mantissa else { return double }
    if mantissa.magnitude < 1 << 53, scale < Self.powers.count {
      return Double(mantissa) / Self.powers[scale]
    }
    return text.double
  }

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

/// A number as a whole number and a power of ten that divides it, the smallest that does: however
/// the number is written, it is the same term.
private struct DecimalTerm {
  private(set) var mantissa: Int128 = 0
  private(set) var scale = 0

  private static let mostDigits = 36

  /// Nil for a number of too many digits before or behind its point.
  init?(_ number: NumberText) {
    if case .int(let value) = number.numeric {
      mantissa = Int128(value)
      return
    }
    guard number.double.isFinite else { return nil }
    let parts = number.text.split(whereSeparator: { $0 == "e" || $0 == "E" })
    let digits = (parts.first ?? "").split(separator: ".", omittingEmptySubsequences: false)
    guard let exponent = parts.count == 2 ? Int(parts[1]) : 0, digits.count <= 2 else {
      return nil
    }
    var text = digits.joined()
    var power = exponent - (digits.count == 2 ? digits[1].utf8.count : 0)
    while text.last == "0" {
      text.removeLast()
      power += 1
    }
    if text.isEmpty || text == "-" { return }
    guard text.utf8.count + max(0, power) <= Self.mostDigits, -power <= Self.mostDigits else {
      return nil
    }
    guard let mantissa = Int128(text + String(repeating: "0", count: max(0, power))) else {
      return nil
    }
    (self.mantissa, scale) = (mantissa, max(0, -power))
  }
}
