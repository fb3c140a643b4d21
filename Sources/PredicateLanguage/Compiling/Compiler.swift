import TableModel

/// Whether an item fulfils a clause.
typealias Test =
  @Sendable (_ item: Value, inout EvaluationContext) throws(EvaluationError) -> Bool
/// The value of a term for an item; null stands for nil.
typealias Reader =
  @Sendable (_ item: Value, inout EvaluationContext) throws(EvaluationError) -> Value

/// Turns a checked syntax tree into closures that answer for one item after the other.
///
/// Whatever does not depend on the item is computed once, here: in `price > 2 * 10` the closure
/// compares with 20, and `name LIKE "a*"` reads its pattern before the first record.
struct Compiler {
  /// The variables of the subqueries around, outermost first.
  var locals: [String] = []

  func test(_ clause: ClauseNode) -> Test {
    switch clause.syntax {
    case .constant(let value): return { _, _ in value }
    case .comparison(let comparison): return test(comparison)
    case .not(let inner):
      let test = test(inner)
      return { (item, context) throws(EvaluationError) in try !test(item, &context) }
    case .and(let parts): return chain(parts.map(test), stopsAt: false)
    case .or(let parts): return chain(parts.map(test), stopsAt: true)
    }
  }

  /// Asks one test after the other until one gives the verdict that decides.
  private func chain(_ tests: [Test], stopsAt decisive: Bool) -> Test {
    if tests.count == 2 {
      let (first, second) = (tests[0], tests[1])
      return { (item, context) throws(EvaluationError) in
        if try first(item, &context) == decisive { return decisive }
        return try second(item, &context)
      }
    }
    return { (item, context) throws(EvaluationError) in
      for test in tests where try test(item, &context) == decisive { return decisive }
      return !decisive
    }
  }

  func site(_ term: TermNode) -> Site {
    Site(term: term)
  }

  // MARK: Constants

  /// A side of an operation: its value when that never changes, otherwise how to read it.
  enum Operand {
    case constant(Value)
    case reader(Reader)

    var reader: Reader {
      switch self {
      case .constant(let value): { _, _ in value }
      case .reader(let reader): reader
      }
    }
  }

  /// A constant is computed here; one that has no proper value is left to be reported per item.
  func operand(_ term: TermNode) -> Operand {
    switch term.syntax {
    case .null: return .constant(.null)
    case .bool(let value): return .constant(.bool(value))
    case .number(let number): return .constant(.number(number))
    case .string(let text): return .constant(.string(text))
    default: break
    }
    let reader = reader(term)
    guard term.syntax.isConstant else { return .reader(reader) }
    var context = EvaluationContext(isStrict: true)
    guard let value = try? reader(.null, &context) else { return .reader(reader) }
    return .constant(value)
  }

  /// The value of a term that is the same for every item; nil where it is not.
  func constant(_ term: TermNode) -> Value? {
    guard term.syntax.isConstant, case .constant(let value) = operand(term) else { return nil }
    return value
  }
}

extension Term {
  /// True when neither the item, nor a variable, nor chance or the clock can change the value.
  ///
  /// Subqueries and conditions within terms are rare enough to be computed each time.
  var isConstant: Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .itself, .variable, .subquery, .ternary: false
    case .list(let elements): elements.allSatisfy(\.syntax.isConstant)
    case .member(let base, _), .collected(let base, _, _), .negated(let base), .cast(let base, _):
      base.syntax.isConstant
    case .element(let base, .at(let index)):
      base.syntax.isConstant && index.syntax.isConstant
    case .element(let base, _): base.syntax.isConstant
    case .arithmetic(let a, _, let b), .combined(let a, _, let b):
      a.syntax.isConstant && b.syntax.isConstant
    case .call(let function, let arguments):
      function.syntax.isPure && arguments.allSatisfy(\.syntax.isConstant)
    }
  }
}
