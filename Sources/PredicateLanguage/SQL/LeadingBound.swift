package import TableModel

extension Condition {
  /// What the clause that is asked first says of one field, where an index can answer it.
  ///
  /// A record that does not lie within it does not fulfil the condition, and nothing else is asked
  /// of it. Nil for clauses of any other form.
  package var leadingBound: (key: String, bound: FieldBound)? {
    guard case .comparison(let comparison)? = conjuncts.first?.syntax,
      let filter = Clause.comparison(comparison).fieldFilter?.filter
    else { return nil }
    switch filter {
    case .compare(let path, let relation, let operand):
      guard path.count == 1 else { return nil }
      return FieldBound(relation, operand).map { (path[0], $0) }
    case .between(let path, let lower, let upper):
      guard path.count == 1, let lower = FieldBound.Number(lower),
        let upper = FieldBound.Number(upper)
      else { return nil }
      let limits = [lower, upper].map { FieldBound.Limit($0, isIncluded: true) }
      return (path[0], .numbers(lower: limits[0], upper: limits[1]))
    default: return nil
    }
  }
}

extension FieldBound {
  fileprivate init?(_ relation: FieldFilter.Relation, _ operand: FieldFilter.Operand) {
    if case .text(let text) = operand {
      guard relation == .equal, text.isFoundByBytes, FieldText.hasOneSpelling(text.text) else {
        return nil
      }
      self = .text(text.text)
      return
    }
    guard let number = Number(operand) else { return nil }
    let (limit, open) = (Limit(number, isIncluded: true), Limit(number, isIncluded: false))
    switch relation {
    case .equal: self = .numbers(lower: limit, upper: limit)
    case .less: self = .numbers(lower: nil, upper: open)
    case .lessOrEqual: self = .numbers(lower: nil, upper: limit)
    case .greater: self = .numbers(lower: open, upper: nil)
    case .greaterOrEqual: self = .numbers(lower: limit, upper: nil)
    }
  }
}

extension FieldBound.Number {
  /// - Returns: nil for other kinds, and for numbers with more digits than doubles distinguish.
  fileprivate init?(_ operand: FieldFilter.Operand) {
    guard case .value(.number(let number)) = operand, number.isExactInDouble else { return nil }
    switch number.numeric {
    case .int(let value): self = .integer(Int64(value))
    case .double(let value): self = .real(value)
    }
  }
}
