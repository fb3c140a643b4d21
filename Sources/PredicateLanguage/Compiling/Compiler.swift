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

// MARK: - Terms

extension Compiler {
  func reader(_ term: TermNode) -> Reader {
    switch term.syntax {
    case .null: return { _, _ in .null }
    case .bool(let value): return { _, _ in .bool(value) }
    case .number(let number): return { _, _ in .number(number) }
    case .string(let text): return { _, _ in .string(text) }
    case .itself: return { item, _ in item }
    case .variable(let name): return variable(name, term.span)
    case .list(let elements): return list(elements)
    case .member(let base, let key): return member(key, of: base, whole: term)
    case .element(let base, let index): return element(of: base, index, whole: term)
    case .collected(let base, let keyOperator, let path):
      return collected(base, keyOperator, path)
    case .negated(let operand): return negated(operand)
    case .arithmetic(let a, let operation, let b): return arithmetic(a, operation, b)
    case .combined(let a, let operation, let b): return combined(a, operation, b)
    case .call(let function, let arguments): return call(function.syntax, arguments)
    case .subquery(let collection, let variable, let clause):
      return subquery(collection, variable, clause)
    case .ternary(let clause, let a, let b): return ternary(clause, a, b)
    case .cast(let value, let type):
      let (reader, site) = (reader(value), site(value))
      return { (item, context) throws(EvaluationError) in
        try context.cast(try reader(item, &context), to: type.syntax, site)
      }
    }
  }

  private func variable(_ name: String, _ span: SourceSpan) -> Reader {
    if let slot = locals.lastIndex(of: name) {
      return { _, context in context.locals.indices.contains(slot) ? context.locals[slot] : .null }
    }
    return { (_, context) throws(EvaluationError) in
      guard let value = context.variable(name) else { throw .unboundVariable(name, at: span) }
      return value
    }
  }

  private func list(_ elements: [TermNode]) -> Reader {
    let readers = elements.map(reader)
    return { (item, context) throws(EvaluationError) in
      var values: [Value] = []
      for reader in readers { values.append(try reader(item, &context)) }
      return .array(values)
    }
  }

  private func member(_ key: String, of base: TermNode, whole: TermNode) -> Reader {
    if let keys = whole.syntax.plainKeys {
      if keys.count == 1 { return { item, _ in KeyReading.member(key, of: item) } }
      return { item, _ in KeyReading.members(keys, of: item) }
    }
    let reader = reader(base)
    return { (item, context) throws(EvaluationError) in
      KeyReading.member(key, of: try reader(item, &context))
    }
  }

  private func element(of base: TermNode, _ index: Subscript, whole: TermNode) -> Reader {
    let (reader, site) = (reader(base), site(whole))
    guard case .at(let index) = index else {
      let (isSize, isFirst) = (index == .size, index == .first)
      return { (item, context) throws(EvaluationError) in
        let value = try reader(item, &context)
        guard let elements = value.elements else {
          if !value.isNil { try context.report(.index, value.kind, site, as: .nothing) }
          return .null
        }
        if isSize { return .integer(elements.count) }
        return (isFirst ? elements.first : elements.last) ?? .null
      }
    }
    let position = self.reader(index)
    return { (item, context) throws(EvaluationError) in
      let value = try reader(item, &context)
      return try context.element(of: value, at: try position(item, &context), site)
    }
  }

  private func collected(
    _ base: TermNode, _ keyOperator: KeyOperator, _ path: [String]
  ) -> Reader {
    let (reader, site) = (reader(base), site(base))
    return { (item, context) throws(EvaluationError) in
      let value = try reader(item, &context)
      let (result, strangers) = keyOperator.apply(to: value, path: path)
      for kind in strangers {
        let purpose: Mismatch.Purpose = value.elements == nil ? .collection : .arithmetic
        try context.report(purpose, kind, site, as: .nothing)
      }
      return result
    }
  }

  private func negated(_ operand: TermNode) -> Reader {
    let (reader, site) = (reader(operand), site(operand))
    return { (item, context) throws(EvaluationError) in
      Arithmetic.value(
        try context.number(try reader(item, &context), site).map(Arithmetic.negate))
    }
  }

  private func arithmetic(
    _ a: TermNode, _ operation: ArithmeticOperator, _ b: TermNode
  ) -> Reader {
    let (left, right) = (folded(a), folded(b))
    let (leftSite, rightSite) = (site(a), site(b))
    return { (item, context) throws(EvaluationError) in
      let a = try context.number(try left(item, &context), leftSite)
      let b = try context.number(try right(item, &context), rightSite)
      guard let a, let b else { return .null }
      return Arithmetic.value(Arithmetic.calculate(a, operation, b))
    }
  }

  /// A term's reader, which gives the value at once when that never changes.
  func folded(_ term: TermNode) -> Reader {
    operand(term).reader
  }

  private func combined(
    _ a: TermNode, _ operation: SetOperator, _ b: TermNode
  ) -> Reader {
    let (left, right) = (folded(a), folded(b))
    let (leftSite, rightSite) = (site(a), site(b))
    return { (item, context) throws(EvaluationError) in
      let left = try left(item, &context)
      let right = try right(item, &context)
      guard let a = try context.elements(of: left, leftSite) else { return .null }
      guard let b = try context.elements(of: right, rightSite) else { return .null }
      return .array(Self.combine(a, operation, b))
    }
  }

  /// Each value once, in the order of the left side and then the right.
  private static func combine(_ a: [Value], _ operation: SetOperator, _ b: [Value]) -> [Value] {
    if operation == .union { return CollectionFunctions.distinct(a + b) }
    var index = ValueIndex()
    for value in b { _ = index.place(of: value) }
    let keepsCommon = operation == .intersect
    return CollectionFunctions.distinct(a.filter { index.contains($0) == keepsCommon })
  }

  private func call(_ function: Function, _ arguments: [TermNode]) -> Reader {
    let (readers, sites) = (arguments.map(folded), arguments.map(site))
    if let call = DateCall(function, arguments), let reader = readers.first {
      let site = sites[0]
      return { (item, context) throws(EvaluationError) in
        try call.value(of: try reader(item, &context), site, &context)
      }
    }
    return { (item, context) throws(EvaluationError) in
      var values: [Value] = []
      for reader in readers { values.append(try reader(item, &context)) }
      return try FunctionCall(function: function, arguments: values, sites: sites).value(&context)
    }
  }

  private func subquery(
    _ collection: TermNode, _ variable: String, _ clause: ClauseNode
  ) -> Reader {
    let (reader, site) = (reader(collection), site(collection))
    var inner = self
    inner.locals.append(variable)
    let test = inner.test(clause)
    let depth = locals.count
    return { (item, context) throws(EvaluationError) in
      let value = try reader(item, &context)
      guard let elements = try context.elements(of: value, site) else { return .null }
      var found: [Value] = []
      for element in elements {
        try context.step()
        context.locals.removeSubrange(min(depth, context.locals.count)...)
        context.locals.append(element)
        if try test(item, &context) { found.append(element) }
      }
      context.locals.removeSubrange(min(depth, context.locals.count)...)
      return .array(found)
    }
  }

  private func ternary(_ clause: ClauseNode, _ a: TermNode, _ b: TermNode) -> Reader {
    let test = test(clause)
    let (first, second) = (folded(a), folded(b))
    return { (item, context) throws(EvaluationError) in
      try test(item, &context) ? try first(item, &context) : try second(item, &context)
    }
  }
}
