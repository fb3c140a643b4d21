import TableModel

/// What the operators mean, for any two values. The faster ways for a side that is known beforehand
/// (`Compiler.check`, `ColumnLeaf`, `Condition.fieldFilter`) have to agree with it.
struct Comparing: Sendable {
  let relation: Relation
  let options: TextOptions
  let leftSite: Site
  let rightSite: Site
  /// Which side a mismatch of kinds is reported for: the one that is not a literal.
  let blamesRight: Bool

  func holds(
    _ a: Value, _ b: Value, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Bool {
    switch relation {
    case .equal: ValueComparison.areEqual(a, b, options)
    case .notEqual: !ValueComparison.areEqual(a, b, options)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: try isOrdered(a, relation, b, &context)
    case .between: try isBetween(a, b, &context)
    case .in: try isMember(a, of: b, memberSite: leftSite, containerSite: rightSite, &context)
    case .contains:
      try isMember(b, of: a, memberSite: rightSite, containerSite: leftSite, &context)
    case .beginsWith:
      try isTextual(a, b, &context) { text, part, _ in
        TextNeedle(part, options: options).matches(text, .prefix)
      }
    case .endsWith:
      try isTextual(a, b, &context) { text, part, _ in
        TextNeedle(part, options: options).matches(text, .suffix)
      }
    case .like:
      try isTextual(a, b, &context) { text, pattern, _ in
        WildcardPattern(pattern, options: options).matches(text)
      }
    case .matches:
      try isTextual(a, b, &context) { (text, pattern, context) throws(EvaluationError) in
        try context.match(text, pattern: pattern, options: options, site: rightSite)
      }
    }
  }

  // MARK: Order

  private func isOrdered(
    _ a: Value, _ relation: Relation, _ b: Value, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Bool {
    if a.isNil || b.isNil {
      return a.isNil && b.isNil && (relation == .lessOrEqual || relation == .greaterOrEqual)
    }
    guard let order = ValueComparison.order(a, b, options) else {
      if !ValueComparison.areOrdered(a.kind, b.kind) {
        let (kind, site) = blamesRight ? (b.kind, rightSite) : (a.kind, leftSite)
        try context.report(.order, kind, site, as: .noMatch)
      }
      return false
    }
    return Self.verdict(order, relation)
  }

  static func verdict(_ order: Int, _ relation: Relation) -> Bool {
    switch relation {
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    default: order >= 0
    }
  }

  private func isBetween(
    _ a: Value, _ bounds: Value, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Bool {
    if bounds.isNil { return false }
    guard case .array(let bounds) = bounds, bounds.count == 2 else {
      try context.report(.bounds, bounds.kind, rightSite, as: .noMatch)
      return false
    }
    if a.isNil || bounds[0].isNil || bounds[1].isNil { return false }
    guard try isOrdered(a, .greaterOrEqual, bounds[0], &context) else { return false }
    return try isOrdered(a, .lessOrEqual, bounds[1], &context)
  }

  // MARK: Membership

  /// Membership of a list or of a record's values; in text, the text within.
  private func isMember(
    _ member: Value, of container: Value, memberSite: Site, containerSite: Site,
    _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Bool {
    if member.isNil || container.isNil { return false }
    if case .string(let text) = container {
      guard case .string(let part) = member else {
        try context.report(.text, member.kind, memberSite, as: .noMatch)
        return false
      }
      return TextNeedle(part, options: options).matches(text, .anywhere)
    }
    guard let elements = container.elements else {
      try context.report(.collection, container.kind, containerSite, as: .noMatch)
      return false
    }
    return elements.contains { ValueComparison.areEqual($0, member, options) }
  }

  // MARK: Text

  /// - Parameter holds: the verdict on two texts.
  private func isTextual(
    _ a: Value, _ b: Value, _ context: inout EvaluationContext,
    _ holds: (_ text: String, _ other: String, inout EvaluationContext) throws(EvaluationError) ->
      Bool
  ) throws(EvaluationError) -> Bool {
    if a.isNil || b.isNil { return false }
    guard case .string(let text) = a else {
      try context.report(.text, a.kind, leftSite, as: .noMatch)
      return false
    }
    guard case .string(let pattern) = b else {
      try context.report(.text, b.kind, rightSite, as: .noMatch)
      return false
    }
    return try holds(text, pattern, &context)
  }
}
