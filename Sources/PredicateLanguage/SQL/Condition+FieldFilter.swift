package import TableModel

extension Condition {
  /// What the condition says of fields, for sources that can answer it.
  ///
  /// - Returns: a filter that every record passes that fulfils the condition; where it is whole, no
  ///   other record passes. Nil where nothing can be said: of quantifiers, of what is computed from
  ///   fields, and of what is no field of the record.
  package var fieldFilter: (filter: FieldFilter, isWhole: Bool)? {
    clause.syntax.fieldFilter.map { ($0.filter, $0.isWhole) }
  }

  /// The clauses that all have to hold.
  var conjuncts: [ClauseNode] {
    if case .and(let parts) = clause.syntax { parts } else { [clause] }
  }
}

/// What is said of a clause.
struct SaidFilter {
  var filter: FieldFilter
  /// False when records pass that don't fulfil the clause.
  var isWhole = true
}

extension Clause {
  var fieldFilter: SaidFilter? {
    switch self {
    case .constant(let value): return SaidFilter(filter: .constant(value))
    case .comparison(let comparison):
      return comparison.fieldFilter.map { SaidFilter(filter: $0) }
    case .not(let inner):
      // Records that pass without fulfilling the clause may fulfil its negation.
      guard let inner = inner.syntax.fieldFilter, inner.isWhole else { return nil }
      return SaidFilter(filter: .not(inner.filter))
    case .and(let parts):
      let said = parts.compactMap(\.syntax.fieldFilter)
      if said.isEmpty { return nil }
      return SaidFilter(
        filter: .all(said.map(\.filter)),
        isWhole: said.count == parts.count && said.allSatisfy(\.isWhole))
    case .or(let parts):
      let said = parts.compactMap(\.syntax.fieldFilter)
      guard said.count == parts.count else { return nil }
      return SaidFilter(filter: .any(said.map(\.filter)), isWhole: said.allSatisfy(\.isWhole))
    }
  }
}

extension Comparison {
  /// The whole comparison, where one side is a field and the other one never changes.
  fileprivate var fieldFilter: FieldFilter? {
    let compiler = Compiler()
    guard quantifier == nil else { return nil }
    let options = options.syntax.effective
    if let path = left.fieldKeys, let value = compiler.constant(right) {
      return FieldFilter(path, relation.syntax, value, options)
    }
    if let mirrored = relation.syntax.mirrored, let path = right.fieldKeys,
      let value = compiler.constant(left)
    {
      return FieldFilter(path, mirrored, value, options)
    }
    return nil
  }
}

extension Relation {
  /// The relation of the right side to the left one, where there is one.
  fileprivate var mirrored: Relation? {
    switch self {
    case .in: .contains
    case .contains: .in
    default: flipped
    }
  }
}

extension TermNode {
  /// The keys of a term that is a field. Keys that any value may have, `self` and `length`, are
  /// computed rather than read.
  fileprivate var fieldKeys: [String]? {
    guard let keys = syntax.plainKeys, let first = keys.first, first != "self",
      !keys.dropFirst().contains(where: { $0 == "self" || $0 == "length" })
    else { return nil }
    return keys
  }
}

extension FieldFilter {
  fileprivate init?(
    _ path: Path, _ relation: PredicateLanguage.Relation, _ value: Value, _ options: TextOptions
  ) {
    if let order = Relation(relation) {
      self.init(path, order, value, options)
      return
    }
    switch relation {
    case .notEqual: self = .not(FieldFilter(path, Relation.equal, value, options))
    case .between: self.init(path, within: value, options)
    case .in:
      switch value {
      case .null: self = .constant(false)
      // Nil is a member of no list, and nil in a list equals no value.
      case .array(let members): self = .oneOf(path, members.compactMap { Operand($0, options) })
      default: return nil
      }
    case .contains:
      switch value {
      case .null: self = .constant(false)
      case .string(let text): self = .search(path, .anywhere, FieldText(text, options))
      default: self = .contains(path, value)
      }
    case .beginsWith, .endsWith, .like, .matches:
      guard case .string(let text) = value else {
        self = .constant(false)
        return
      }
      self.init(path, relation, text, options)
    default: return nil
    }
  }

  private init(
    _ path: Path, _ relation: Relation, _ value: Value, _ options: TextOptions
  ) {
    if let operand = Operand(value, options) {
      self = .compare(path, relation, operand)
    } else {
      // Nil is equal to nil, and neither before nor behind it.
      let isEqual = relation != .less && relation != .greater
      self = isEqual ? .isNil(path) : .constant(false)
    }
  }

  private init(_ path: Path, within value: Value, _ options: TextOptions) {
    guard case .array(let bounds) = value, bounds.count == 2,
      let lower = Operand(bounds[0], options), let upper = Operand(bounds[1], options)
    else {
      self = .constant(false)
      return
    }
    self = .between(path, lower, upper)
  }

  private init?(
    _ path: Path, _ relation: PredicateLanguage.Relation, _ text: String, _ options: TextOptions
  ) {
    switch relation {
    case .beginsWith: self = .search(path, .prefix, FieldText(text, options))
    case .endsWith: self = .search(path, .suffix, FieldText(text, options))
    case .like: self = .search(path, .like, FieldText(pattern: text, options))
    case .matches:
      self = .search(path, .matches, FieldText(text, folded: "", comparison: .init(options)))
    default: return nil
    }
  }
}

extension FieldFilter.Relation {
  fileprivate init?(_ relation: PredicateLanguage.Relation) {
    switch relation {
    case .equal: self = .equal
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    default: return nil
    }
  }
}

extension FieldFilter.Operand {
  /// - Returns: nil for nil.
  fileprivate init?(_ value: Value, _ options: TextOptions) {
    switch value {
    case .null: return nil
    case .string(let text): self = .text(FieldText(text, options))
    default: self = .value(value)
    }
  }
}

extension FieldText {
  fileprivate init(_ text: String, _ options: TextOptions) {
    self.init(text, folded: TextFolding.fold(text, options), comparison: Comparison(options))
  }

  /// Patterns are matched character by character, also where bytes were asked for.
  fileprivate init(pattern: String, _ options: TextOptions) {
    let options = options == .literal ? [] : options
    let start = WildcardPattern.start(of: pattern)
    self.init(
      pattern, folded: TextFolding.fold(start, options), comparison: Comparison(options))
  }
}

extension FieldText.Comparison {
  /// - Parameter options: as `TextOptions.effective` gives them.
  fileprivate init(_ options: TextOptions) {
    self =
      options == .literal
      ? .bytes
      : options.isEmpty
        ? .characters
        : .folded(
          ignoringCase: options.contains(.ignoringCase),
          ignoringMarks: options.contains(.ignoringMarks))
  }
}

// MARK: - Bounds for an index

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
