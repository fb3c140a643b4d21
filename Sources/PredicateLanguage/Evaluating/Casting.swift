import TableModel

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
