package import TableModel

extension Condition {
  /// What the clause that is asked first says of one field, where an index can answer it.
  ///
  /// A record that does not lie within it does not fulfil the condition, and nothing else is asked
  /// of it. Nil for clauses of any other form.
  package var leadingBound: (key: String, bound: FieldBound)? {
    guard case .comparison(let comparison)? = conjuncts.first?.syntax, comparison.quantifier == nil
    else { return nil }
    let compiler = Compiler()
    let relation = comparison.relation.syntax
    let options = comparison.options.syntax.effective
    if let key = comparison.left.onlyKey, let value = compiler.constant(comparison.right) {
      return FieldBound(relation, value, options).map { (key, $0) }
    }
    if let flipped = relation.flipped, let key = comparison.right.onlyKey,
      let value = compiler.constant(comparison.left)
    {
      return FieldBound(flipped, value, options).map { (key, $0) }
    }
    return nil
  }
}

extension TermNode {
  /// The key of a term that is nothing but a key of the record.
  fileprivate var onlyKey: String? {
    guard let keys = syntax.plainKeys, keys.count == 1, keys[0] != "self" else { return nil }
    return keys[0]
  }
}

extension FieldBound {
  fileprivate init?(_ relation: Relation, _ value: Value, _ options: TextOptions) {
    switch (relation, value) {
    case (.equal, .string(let text)):
      guard options == .literal || options.isEmpty, SQLTranslator.hasOneSpelling(text) else {
        return nil
      }
      self = .text(text)
    case (.between, .array(let bounds)):
      guard bounds.count == 2, let lower = Number(bounds[0]), let upper = Number(bounds[1]) else {
        return nil
      }
      self = .numbers(
        lower: Limit(lower, isIncluded: true), upper: Limit(upper, isIncluded: true))
    default:
      guard let number = Number(value) else { return nil }
      self.init(relation, number)
    }
  }

  private init?(_ relation: Relation, _ number: Number) {
    let (limit, open) = (Limit(number, isIncluded: true), Limit(number, isIncluded: false))
    switch relation {
    case .equal: self = .numbers(lower: limit, upper: limit)
    case .less: self = .numbers(lower: nil, upper: open)
    case .lessOrEqual: self = .numbers(lower: nil, upper: limit)
    case .greater: self = .numbers(lower: open, upper: nil)
    case .greaterOrEqual: self = .numbers(lower: limit, upper: nil)
    default: return nil
    }
  }
}

extension FieldBound.Number {
  /// - Returns: nil for other kinds, and for numbers with more digits than doubles distinguish.
  fileprivate init?(_ value: Value) {
    guard case .number(let number) = value, number.isExactInDouble else { return nil }
    switch number.numeric {
    case .int(let value): self = .integer(Int64(value))
    case .double(let value): self = .real(value)
    }
  }
}
