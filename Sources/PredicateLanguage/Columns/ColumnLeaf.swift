import TableModel

/// A comparison of one field with a value that never changes, made ready for a column:
/// `price > 20`, `'new' IN tags`, `ANY tags LIKE "a*"`.
///
/// Only `whole` decides the verdict on a value and what is remarked about it. The tests beside it
/// are faster ways to the same verdict for some kinds of values.
struct ColumnLeaf: Sendable {
  /// The keys that lead to the field.
  let path: [String]
  /// The verdict on a value of any kind.
  let whole: Check
  /// The verdict on a list of texts, by its elements; nil where the list is asked as a whole.
  let element: Element?
  let numbers: NumberTest
  let texts: TextTest
  /// True when no text can be of the wrong kind.
  let textsAreProper: Bool

  /// How the elements of a list decide about it.
  struct Element: Sendable {
    let check: Check
    let texts: TextTest
    /// True when one element is enough, false when all are needed.
    let isAny: Bool
    /// True when no text can be of the wrong kind.
    let isProper: Bool
  }

  /// What an evaluation costs compared to that of other leaves.
  var cost: Int {
    if case .probe(let probe) = texts { return probe.cost }
    if case .each = numbers { return 50 }
    return element == nil ? 1 : 8
  }
}

extension ColumnLeaf {
  /// The leaf that a comparison is; nil when it is more than a field against a constant.
  init?(_ comparison: Comparison) {
    let compiler = Compiler()
    let comparing = compiler.comparing(comparison)
    if let path = comparison.left.syntax.plainKeys,
      case .constant(let right) = compiler.operand(comparison.right)
    {
      self.init(path, comparing, right, comparison.quantifier, compiler)
    } else if comparison.quantifier == nil, let path = comparison.right.syntax.plainKeys,
      case .constant(let left) = compiler.operand(comparison.left)
    {
      self.init(path, left, comparing)
    } else {
      return nil
    }
  }

  private init(
    _ path: [String], _ comparing: Comparing, _ right: Value, _ quantifier: Quantifier?,
    _ compiler: Compiler
  ) {
    let check = compiler.check(comparing, right)
    let texts = TextTest(comparing, right)
    self.path = path
    whole = compiler.wholeCheck(comparing, right, quantifier: quantifier)
    numbers = quantifier == nil ? NumberTest(comparing.relation, right) : .each
    self.texts = quantifier == nil ? texts : .each
    textsAreProper = Self.acceptsTexts(comparing.relation, right) && quantifier == nil
    if let quantifier {
      element = Element(
        check: check, texts: texts, isAny: quantifier == .any,
        isProper: Self.acceptsTexts(comparing.relation, right))
    } else if comparing.relation == .contains {
      element = Self.membership(of: right, comparing.options)
    } else {
      element = nil
    }
  }

  /// A constant on the left: `20 < price`, `'new' IN tags`.
  private init(_ path: [String], _ left: Value, _ comparing: Comparing) {
    self.path = path
    whole = { (value, context) throws(EvaluationError) in
      try comparing.holds(left, value, &context)
    }
    let flipped = comparing.relation.flipped
    numbers = flipped.map { NumberTest($0, left) } ?? .each
    if comparing.relation == .in, case .string(let text) = left {
      texts = .probe(
        .needle(TextNeedle(text, options: comparing.options), .anywhere, negated: false))
      textsAreProper = true
    } else {
      texts = flipped.map { TextTest($0, left, comparing.options) } ?? .each
      textsAreProper = flipped.map { Self.acceptsTexts($0, left) } ?? false
    }
    element = comparing.relation == .in ? Self.membership(of: left, comparing.options) : nil
  }

  /// Whether a list has a member.
  private static func membership(of member: Value, _ options: TextOptions) -> Element? {
    if member.isNil { return nil }
    let texts: TextTest
    if case .string(let text) = member {
      texts = .probe(.needle(TextNeedle(text, options: options), .whole, negated: false))
    } else {
      texts = .each
    }
    return Element(
      check: { (value, _) throws(EvaluationError) in
        ValueComparison.areEqual(value, member, options)
      }, texts: texts, isAny: true, isProper: true)
  }

  /// True when text on the left never is of the wrong kind.
  private static func acceptsTexts(_ relation: Relation, _ right: Value) -> Bool {
    switch (relation, right) {
    case (.equal, _), (.notEqual, _), (_, .null), (.in, .array): true
    case (.between, _): false
    case (_, .string): true
    default: false
    }
  }
}
