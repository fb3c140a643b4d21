/// The functions of the language, with their canonical names.
package enum Function: String, Sendable, Hashable, CaseIterable {
  case sum, count, min, max, average, median, mode, stddev
  case add = "add:to:"
  case subtract = "from:subtract:"
  case multiply = "multiply:by:"
  case divide = "divide:by:"
  case modulus = "modulus:by:"
  case raise = "raise:toPower:"
  case sqrt, log, ln, exp, floor, ceiling, abs, trunc
  case uppercase, lowercase, length
  case random, randomn, now
  case bitwiseAnd = "bitwiseAnd:with:"
  case bitwiseOr = "bitwiseOr:with:"
  case bitwiseXor = "bitwiseXor:with:"
  case leftShift = "leftshift:by:"
  case rightShift = "rightshift:by:"
  case onesComplement
  case castObject = "castObject:toType:"
  case objectFrom = "objectFrom:withIndex:"
  case noindex
  case distance = "distanceToLocation:fromLocation:"
  case date, text, epoch

  /// What a function's arguments have to be.
  package enum Domain: Sendable, Hashable {
    case collection
    case numbers
    case text
    /// A value, and a text in the predicate that says how it is read or written.
    case dates
    case anything
  }

  package var domain: Domain {
    switch self {
    case .sum, .count, .min, .max, .average, .median, .mode, .stddev: .collection
    case .uppercase, .lowercase, .length: .text
    case .date, .text, .epoch: .dates
    case .castObject, .objectFrom, .noindex, .distance: .anything
    default: .numbers
    }
  }

  /// The least and the greatest number of arguments; no greatest for `sum(1, 2, 3)` and its like.
  package var arity: (least: Int, most: Int?) {
    switch self {
    case .now, .random: (0, 0)
    case _ where domain == .collection: (1, nil)
    case _ where domain == .dates || rawValue.contains(":"): (2, 2)
    default: (1, 1)
    }
  }

  /// The operator that the function is another spelling of.
  var infix: ArithmeticOperator? {
    switch self {
    case .add: .plus
    case .subtract: .minus
    case .multiply: .times
    case .divide: .dividedBy
    case .raise: .power
    default: nil
    }
  }

  /// False when the same arguments may give another value.
  package var isPure: Bool {
    switch self {
    case .random, .randomn, .now: false
    default: true
    }
  }

  /// - Parameter name: as written, in any case; `length` and `length:` are the same.
  package init?(name: String) {
    guard let function = Self.byName[Self.fold(name)] else { return nil }
    self = function
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.map { (fold($0.rawValue), $0) })

  private static func fold(_ name: String) -> String {
    let lowered = name.lowercased()
    let parts = lowered.utf8.count { $0 == UInt8(ascii: ":") }
    return parts == 1 && lowered.hasSuffix(":") ? String(lowered.dropLast()) : lowered
  }
}
