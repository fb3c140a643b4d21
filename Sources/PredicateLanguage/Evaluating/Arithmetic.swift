import Foundation
import TableModel

/// Calculation on numbers: integers stay integers while they fit, all else is in doubles.
enum Arithmetic {
  typealias Number = NumberText.Numeric

  /// A number as a value; nil for NaN.
  static func value(_ number: Number?) -> Value {
    switch number {
    case .int(let value): .integer(Int(value))
    case .double(let value): value.isNaN ? .null : .number(exact(value))
    case nil: .null
    }
  }

  /// A double with all the digits of its value where the shortest ones would round it, so that
  /// it compares exactly with integers.
  private static func exact(_ value: Double) -> NumberText {
    guard abs(value) > 0x1p53, abs(value) < 0x1p126 else { return NumberText(value) }
    return NumberText(text: "\(Int128(value)).0")
  }

  static func calculate(_ a: Number, _ operation: ArithmeticOperator, _ b: Number) -> Number? {
    switch operation {
    case .plus: whole(a, b) { $0.addingReportingOverflow($1) } ?? .double(a.double + b.double)
    case .minus: whole(a, b) { $0.subtractingReportingOverflow($1) } ?? .double(a.double - b.double)
    case .times:
      whole(a, b) { $0.multipliedReportingOverflow(by: $1) } ?? .double(a.double * b.double)
    case .dividedBy: divide(a, b)
    case .power: .double(pow(a.double, b.double))
    }
  }

  /// The result in integers; nil when one side is none or the result does not fit.
  private static func whole(
    _ a: Number, _ b: Number, _ operation: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
  ) -> Number? {
    guard case .int(let a) = a, case .int(let b) = b else { return nil }
    let (value, overflow) = operation(a, b)
    return overflow ? nil : .int(value)
  }

  private static func divide(_ a: Number, _ b: Number) -> Number? {
    if b.double == 0 { return nil }
    return whole(a, b) { $0.dividedReportingOverflow(by: $1) } ?? .double(a.double / b.double)
  }

  static func negate(_ number: Number) -> Number {
    switch number {
    case .int(let value) where value != .min: .int(-value)
    default: .double(-number.double)
    }
  }

  /// The remainder, with the sign of the dividend; doubles are truncated first.
  static func modulus(_ a: Number, _ b: Number) -> Number? {
    guard let a = a.truncated, let b = b.truncated, b != 0 else { return nil }
    return .int(b == -1 ? 0 : a % b)
  }

  static func bits(_ a: Number, _ b: Number, _ operation: (Int64, Int64) -> Int64) -> Number? {
    guard let a = a.truncated, let b = b.truncated else { return nil }
    return .int(operation(a, b))
  }

  /// A function on doubles whose result is a whole number where the argument is one.
  static func round(_ number: Number, _ operation: (Double) -> Double) -> Number {
    switch number {
    case .int: number
    case .double(let value): .double(operation(value))
    }
  }

  static func absolute(_ number: Number) -> Number {
    number.double < 0 ? negate(number) : number
  }

  /// A function that has no value for some arguments.
  static func real(_ number: Number, _ operation: (Double) -> Double) -> Number? {
    let result = operation(number.double)
    return result.isFinite ? .double(result) : nil
  }
}

extension NumberText.Numeric {
  var double: Double {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    }
  }

  /// The number without its fraction; nil when it is too large for an integer.
  var truncated: Int64? {
    switch self {
    case .int(let value): value
    case .double(let value): Int64(exactly: value.rounded(.towardZero))
    }
  }
}

/// What CAST makes of a value: nil when it cannot be of the type.
enum Casting {
  static func cast(_ value: Value, to type: CastType) -> Value {
    switch type {
    case .number: number(value)
    case .string: string(value)
    case .date: date(value)
    }
  }

  /// Numbers from text in decimal notation, from truth values, and from dates in seconds since 1970.
  private static func number(_ value: Value) -> Value {
    switch value {
    case .number: return value
    case .bool(let flag): return .integer(flag ? 1 : 0)
    case .date(let instant): return .double(instant.secondsSince1970)
    case .string(let text):
      guard let number = decimal(text) else { return .null }
      return .number(number)
    default: return .null
    }
  }

  /// A number with nothing around it but blanks.
  private static func decimal(_ text: String) -> NumberText? {
    var lexer = Lexer(text)
    lexer.run()
    var kinds = lexer.tokens.dropLast().map(\.kind)
    let isNegative = kinds.first == .symbol(.minus)
    if isNegative || kinds.first == .symbol(.plus) { kinds.removeFirst() }
    let isDecimal = text.unicodeScalars.allSatisfy { scalar in
      "0123456789.eE+-".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace
    }
    guard isDecimal, kinds.count == 1, case .number(let number)? = kinds.first else { return nil }
    return isNegative ? number.negated : number
  }

  private static func string(_ value: Value) -> Value {
    switch value {
    case .string: value
    case .number, .bool, .date: .string(value.plainText)
    default: .null
    }
  }

  /// Dates from ISO 8601 text and from seconds since 1970.
  private static func date(_ value: Value) -> Value {
    switch value {
    case .date: return value
    case .number(let number): return .date(Instant(secondsSince1970: number.double))
    case .string(let text):
      guard let instant = Instant(iso8601: text) else { return .null }
      return .date(instant)
    default: return .null
    }
  }
}
