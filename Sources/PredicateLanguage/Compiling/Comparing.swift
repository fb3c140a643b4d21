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

// MARK: - Comparisons compiled

/// Whether a value stands in a relation whose other side is known.
typealias Check =
  @Sendable (_ value: Value, inout EvaluationContext) throws(EvaluationError) -> Bool

extension Compiler {
  func test(_ comparison: Comparison) -> Test {
    let comparing = comparing(comparison)
    let left = folded(comparison.left)
    let right: Reader
    switch operand(comparison.right) {
    case .constant(let value):
      return bound(comparing, left, value, quantifier: comparison.quantifier)
    case .reader(let reader): right = reader
    }
    guard let quantifier = comparison.quantifier else {
      return { (item, context) throws(EvaluationError) in
        let value = try left(item, &context)
        return try comparing.holds(value, try right(item, &context), &context)
      }
    }
    return { (item, context) throws(EvaluationError) in
      let value = try left(item, &context)
      let other = try right(item, &context)
      let check: Check = { (element, context) throws(EvaluationError) in
        try comparing.holds(element, other, &context)
      }
      let search = Search(
        quantifier: quantifier, check: check, site: comparing.leftSite,
        opensLists: Search.opensLists(comparing.relation, against: other))
      return try search.run(value, &context)
    }
  }

  func comparing(_ comparison: Comparison) -> Comparing {
    Comparing(
      relation: comparison.relation.syntax, options: comparison.options.syntax,
      leftSite: site(comparison.left), rightSite: site(comparison.right),
      blamesRight: comparison.left.syntax.isConstant && !comparison.right.syntax.isConstant)
  }

  /// A test whose right side is the same for every item.
  private func bound(
    _ comparing: Comparing, _ left: @escaping Reader, _ right: Value, quantifier: Quantifier?
  ) -> Test {
    let check = wholeCheck(comparing, right, quantifier: quantifier)
    return { (item, context) throws(EvaluationError) in
      try check(try left(item, &context), &context)
    }
  }

  /// Asks a value, or its elements where there is a quantifier.
  func wholeCheck(_ comparing: Comparing, _ right: Value, quantifier: Quantifier?) -> Check {
    let check = check(comparing, right)
    guard let quantifier else { return check }
    let search = Search(
      quantifier: quantifier, check: check, site: comparing.leftSite,
      opensLists: Search.opensLists(comparing.relation, against: right))
    return { (value, context) throws(EvaluationError) in try search.run(value, &context) }
  }

  /// The fastest way to compare with a value that never changes.
  ///
  /// A special way gives nil for values of other kinds than its own, which `Comparing` then takes.
  func check(_ comparing: Comparing, _ right: Value) -> Check {
    let special: (@Sendable (Value) -> Bool?)? =
      switch right {
      case .string(let text): textCheck(comparing, text)
      case .number(let number): numberCheck(comparing, number)
      case .array(let list) where comparing.relation == .in: listCheck(comparing, list)
      default: nil
      }
    if let special {
      return { (value, context) throws(EvaluationError) in
        if let verdict = special(value) { return verdict }
        return try comparing.holds(value, right, &context)
      }
    }
    if comparing.relation == .matches, case .string(let pattern) = right,
      let regex = try? RegexPattern(pattern, options: comparing.options)
    {
      return { (value, context) throws(EvaluationError) in
        guard case .string(let text) = value else {
          return try comparing.holds(value, right, &context)
        }
        return try context.match(text, regex, site: comparing.rightSite)
      }
    }
    return { (value, context) throws(EvaluationError) in
      try comparing.holds(value, right, &context)
    }
  }

  private func textCheck(
    _ comparing: Comparing, _ text: String
  ) -> (@Sendable (Value) -> Bool?)? {
    let needle = TextNeedle(text, options: comparing.options)
    let place: TextNeedle.Place
    switch comparing.relation {
    case .equal: place = .whole
    case .notEqual:
      return { if case .string(let text) = $0 { !needle.matches(text, .whole) } else { nil } }
    case .beginsWith: place = .prefix
    case .endsWith: place = .suffix
    case .contains: place = .anywhere
    case .like:
      let pattern = WildcardPattern(text, options: comparing.options)
      return { if case .string(let text) = $0 { pattern.matches(text) } else { nil } }
    default: return nil
    }
    return { if case .string(let text) = $0 { needle.matches(text, place) } else { nil } }
  }

  private func numberCheck(
    _ comparing: Comparing, _ number: NumberText
  ) -> (@Sendable (Value) -> Bool?)? {
    let relation = comparing.relation
    switch relation {
    case .equal:
      return { if case .number(let value) = $0 { value.compare(number) == 0 } else { nil } }
    case .notEqual:
      return { if case .number(let value) = $0 { value.compare(number) != 0 } else { nil } }
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return {
        guard case .number(let value) = $0, let order = value.compare(number) else { return nil }
        return Comparing.verdict(order, relation)
      }
    default: return nil
    }
  }

  private func listCheck(
    _ comparing: Comparing, _ list: [Value]
  ) -> (@Sendable (Value) -> Bool?)? {
    let options = comparing.options.effective
    if options == .literal { return nil }
    var index = ValueIndex()
    for value in list { _ = index.place(of: Self.fold(value, options)) }
    let members = index
    return { value in
      value.isNil || value.isContainer ? nil : members.contains(Self.fold(value, options))
    }
  }

  private static func fold(_ value: Value, _ options: TextOptions) -> Value {
    guard !options.isEmpty, case .string(let text) = value else { return value }
    return .string(TextFolding.fold(text, options))
  }
}

/// ANY and ALL: a check of the elements of a collection.
struct Search: Sendable {
  let quantifier: Quantifier
  let check: Check
  let site: Site
  /// True when lists within the list are searched too.
  let opensLists: Bool

  /// Lists within lists come from key paths across two lists, unless lists are what is looked for.
  static func opensLists(_ relation: Relation, against right: Value) -> Bool {
    switch (relation, right) {
    case (.contains, _): false
    case (.between, _): true
    case (.in, .array(let members)): !members.contains { $0.array != nil }
    case (.in, _): true
    case (_, .array): false
    default: true
    }
  }

  /// For nil, or a collection without elements, ANY is false and ALL is true. A value that is no
  /// collection counts as one element.
  func run(_ value: Value, _ context: inout EvaluationContext) throws(EvaluationError) -> Bool {
    guard let elements = try context.elements(of: value, site) else { return quantifier == .all }
    return try run(elements, &context)
  }

  private func run(
    _ elements: [Value], _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Bool {
    let decisive = quantifier == .any
    for element in elements {
      try context.step()
      let verdict: Bool
      if opensLists, case .array(let inner) = element {
        verdict = try run(inner, &context)
      } else {
        verdict = try check(element, &context)
      }
      if verdict == decisive { return decisive }
    }
    return !decisive
  }
}
