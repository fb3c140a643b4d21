package import TableModel

/// An expression that was read, checked and made ready to be computed of many items: what may stand on
/// either side of a comparison. A predicate in its place is computed as true or false.
///
///     let total = try ValueExpression(parsing: "price * quantity")
///     var context = EvaluationContext()
///     let totals = try items.map { try total.value(of: $0, in: &context) }
package struct ValueExpression: Sendable {
  /// What the expression reads, to be asked of it as of a condition. Its verdict means nothing.
  package let condition: Condition
  private let term: TermNode
  private let reader: Reader

  /// - Parameters:
  ///   - source: the expression's text.
  ///   - keys: the keys that items have, to warn of others.
  /// - Throws: `ConditionError` with everything that is wrong; what gives another value each time, the
  ///   clock and chance, is wrong here.
  package init(parsing source: String, keys: KeyCatalog? = nil) throws(ConditionError) {
    var parser = Parser(source)
    let parsed = parser.runExpression().map { term in
      let end = SourceSpan(term.span.end, term.span.end)
      return ClauseNode(
        .comparison(
          Comparison(
            left: term, relation: Located(.less, end), options: Located([], end),
            right: Located(.null, end))), term.span)
    }
    self.init(of: try Condition(parsed, parser, of: source, ConditionOptions(), keys))
    if let changing = term.changing {
      throw ConditionError(refusing: changing, in: source)
    }
  }

  /// The expression whose condition was made to ask other levels.
  package init(of condition: Condition) {
    self.condition = condition
    term = condition.clause.expression
    reader = Compiler().folded(term)
  }

  private init(_ part: TermNode, of whole: ValueExpression) {
    condition = whole.condition
    term = part
    reader = Compiler().folded(part)
  }

  /// The canonical printing of what was typed.
  package var format: String { Printer.print(condition.typed.expression) }

  /// The value for an item; nil, where something is missing or fits no operation, is null.
  package func value(
    of item: Value, in context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    try context.begin()
    return try reader(item, &context)
  }
}

// MARK: - Division

extension ValueExpression {
  /// A division within an expression.
  package struct Division: Sendable {
    package let text: String
    /// How it is written where fractions are wanted.
    package let withFractions: String
    fileprivate let sides: [ValueExpression]

    /// The two numbers where both are integers and the divisor is not 0; nil otherwise.
    package func integers(
      of item: Value, in context: inout EvaluationContext
    ) -> (dividend: Int64, divisor: Int64)? {
      let numbers = sides.compactMap { side -> Int64? in
        guard let value = try? side.value(of: item, in: &context),
          case .int(let number)? = value.numberText?.numeric
        else { return nil }
        return number
      }
      return numbers.count == 2 && numbers[1] != 0 ? (numbers[0], numbers[1]) : nil
    }
  }

  /// The divisions in the expression, those within its conditions included, in the order of the text.
  package var divisions: [Division] {
    var divisions: [Division] = []
    term.forEachTerm { term in
      guard let (dividend, divisor) = term.syntax.division else { return true }
      let one = Located(Term.number(NumberText(text: "1.0")), term.span)
      let real = Located(Term.arithmetic(dividend, .times, one), term.span)
      divisions.append(
        Division(
          text: Printer.print(term),
          withFractions: Printer.print(Located(.arithmetic(real, .dividedBy, divisor), term.span)),
          sides: [dividend, divisor].map { ValueExpression($0, of: self) }))
      return true
    }
    return divisions
  }
}

extension Term {
  /// The truth of a clause as a value.
  static func truth(of clause: ClauseNode) -> Term {
    .ternary(clause, Located(.bool(true), clause.span), Located(.bool(false), clause.span))
  }

  fileprivate var division: (TermNode, TermNode)? {
    switch self {
    case .arithmetic(let a, .dividedBy, let b): return (a, b)
    case .call(let function, let arguments) where function.syntax == .divide:
      return arguments.count == 2 ? (arguments[0], arguments[1]) : nil
    default: return nil
    }
  }
}

extension ClauseNode {
  /// The expression that a clause was made of.
  fileprivate var expression: TermNode {
    if case .comparison(let comparison) = syntax { return comparison.left }
    return TermNode(.truth(of: self), span)
  }
}

extension TermNode {
  /// A function in the term whose value is another one each time.
  fileprivate var changing: Diagnostic? {
    var found: Diagnostic?
    forEachTerm { term in
      if case .call(let function, _) = term.syntax, !function.syntax.isPure, found == nil {
        found = Diagnostic(.changingFunction(function.syntax.rawValue), function.span)
      }
      return found == nil
    }
    return found
  }
}
