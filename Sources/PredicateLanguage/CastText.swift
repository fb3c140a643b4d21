package import TableModel

/// Values that other notations have no word for, written as in predicates:
/// `CAST("2024-05-01", "NSDate")`.
package enum CastText {
  /// The value of a `CAST` of a literal; nil for any other text, and for what can't be cast.
  package static func value(of text: String) -> Value? {
    guard begins(text), let condition = try? Condition(parsing: "\(text) == nil"),
      case .comparison(let comparison) = condition.clause.syntax,
      case .cast(let operand, let type) = comparison.left.syntax,
      let literal = literal(operand.syntax)
    else { return nil }
    let value = Casting.cast(literal, to: type.syntax)
    return value.isNull ? nil : value
  }

  /// True for a text that begins as a `CAST` does, in any case.
  package static func begins(_ text: some StringProtocol) -> Bool {
    text.prefix(5).lowercased() == "cast("
  }

  /// The date that a text is, as ISO 8601 writes it.
  package static func date(of text: String) -> Value? {
    let value = Casting.cast(.string(text), to: .date)
    return value.isNull ? nil : value
  }

  private static func literal(_ term: Term) -> Value? {
    switch term {
    case .string(let text): .string(text)
    case .number(let number): .number(number)
    case .bool(let flag): .bool(flag)
    default: nil
    }
  }
}
