package import TableModel

/// The keys that are read on the way from a record to a value, where lists may stand in the way.
///
/// A key of a list is that of its elements, as in conditions. What asks a collection, `@max.price`
/// or SUBQUERY, goes on from its elements, which are the values where it is a record.
package struct AskedPath: Sendable, Hashable {
  package enum Step: Sendable, Hashable {
    case key(String)
    /// From a collection to what it consists of.
    case elements
    /// From values to the list of them.
    case list
  }

  package private(set) var steps: [Step]

  package init(keys: [String] = []) {
    steps = keys.map(Step.key)
  }

  private init(steps: [Step]) {
    self.steps = steps
  }

  /// The keys alone.
  package var keys: [String] {
    steps.compactMap { if case .key(let key) = $0 { key } else { nil } }
  }

  /// True when the path is nothing but keys.
  package var isPlain: Bool { keys.count == steps.count }

  /// The path from what its first step leads to.
  func dropFirst() -> AskedPath { AskedPath(steps: Array(steps.dropFirst())) }

  /// The path up to a step.
  package func through(_ step: Int) -> AskedPath { AskedPath(steps: Array(steps[...step])) }

  /// The positions of its keys among the steps, up to the first `length` or `self` behind another
  /// key: those are answered for any value, and nothing is known of what follows them.
  package var places: [Int] {
    var places: [Int] = []
    for (place, step) in steps.enumerated() {
      guard case .key(let key) = step else { continue }
      if place > 0, key == "length" || key == "self" { break }
      places.append(place)
    }
    return places
  }

  /// Whether something stands at the end of the path, null included.
  package func isFound(in value: Value) -> Bool { Self.finds(steps[...], in: value, depth: 0) }

  /// - Parameter depth: how many lists were entered to get from key to key, and not left since.
  private static func finds(_ steps: ArraySlice<Step>, in value: Value, depth: Int) -> Bool {
    guard let step = steps.first else { return true }
    let rest = steps.dropFirst()
    switch (step, value) {
    case (.key(let key), .record(let record)):
      return record[key].map { finds(rest, in: $0, depth: depth) } ?? false
    case (.key, .array(let elements)):
      return elements.contains { finds(steps, in: $0, depth: depth + 1) }
    case (.key, _): return false
    case (.list, _): return finds(rest, in: value, depth: depth + 1)
    case (.elements, _) where depth > 0: return finds(rest, in: value, depth: depth - 1)
    case (.elements, _):
      guard let elements = value.elements else { return finds(rest, in: value, depth: 0) }
      return elements.contains { finds(rest, in: $0, depth: 0) }
    }
  }
}

// MARK: - Where paths come from

extension AskedPath {
  /// - Parameter hasOperators: whether keys that begin with `@` are operators.
  /// - Returns: nil for what is computed, and for an unknown operator.
  package init?(_ path: FieldPath, hasOperators: Bool) {
    self.init()
    var rest = path.steps[...]
    while let step = rest.popFirst() {
      switch step {
      case .index: break
      case .computed: return nil
      case .key(let key) where hasOperators && key.hasPrefix("@"):
        guard let keyOperator = KeyOperator(rawValue: String(key.dropFirst())) else { return nil }
        // What is counted or listed is worked out, and no key leads on from it.
        guard keyOperator.hasElements else { return }
        let keys = rest.prefix { keyOperator.takesPath && $0.key != nil }.compactMap(\.key)
        rest = rest.dropFirst(keys.count)
        append(keyOperator, keys)
      case .key(let key): steps.append(.key(key))
      }
    }
  }

  fileprivate mutating func append(_ keyOperator: KeyOperator, _ keys: [String]) {
    steps.append(.elements)
    steps += keys.filter { $0 != "self" }.map(Step.key)
    switch keyOperator {
    case .unionOfObjects, .distinctUnionOfObjects, .allValues: steps.append(.list)
    case .unionOfArrays, .distinctUnionOfArrays: steps += [.elements, .list]
    default: break
    }
  }

  /// The path of a term; nil for one that is more than a way through values.
  ///
  /// - Parameters:
  ///   - locals: what the variables of subqueries are elements of.
  ///   - isOfItem: whether paths begin at the item; others begin at one of the variables.
  init?(_ term: Term, locals: [String: AskedPath], isOfItem: Bool = true) {
    switch term {
    case .itself:
      guard isOfItem else { return nil }
      self.init()
    case .variable(let name):
      guard let path = locals[name] else { return nil }
      self = path
    case .member(let base, let key):
      self.init(base.syntax, locals: locals, isOfItem: isOfItem)
      steps.append(.key(key))
    case .element(let base, let index):
      self.init(base.syntax, locals: locals, isOfItem: isOfItem)
      switch index {
      case .size: return nil
      case .first, .last: steps.append(.elements)
      case .at(let term):
        switch term.syntax {
        case .number: break
        case .string(let key): steps.append(.key(key))
        default: return nil
        }
      }
    case .collected(let base, let keyOperator, let keys):
      guard keyOperator.hasElements else { return nil }
      self.init(base.syntax, locals: locals, isOfItem: isOfItem)
      append(keyOperator, keys)
    case .subquery(let collection, _, _):
      self.init(collection.syntax, locals: locals, isOfItem: isOfItem)
      steps += [.elements, .list]
    default: return nil
    }
  }
}

extension KeyOperator {
  /// False for those whose result no keys of the data lead to.
  fileprivate var hasElements: Bool { self != .count && self != .allKeys }
}

// MARK: - Finding paths in conditions

extension Clause {
  /// The paths that are read from an item, the longest ones, with their places in the text.
  var askedPaths: [(path: AskedPath, span: SourceSpan)] {
    var finder = AskedPathFinder()
    finder.visit(self)
    return finder.found
  }

  /// The paths that are read from the value of a variable, likewise.
  func askedPaths(ofVariable name: String) -> [(path: AskedPath, span: SourceSpan)] {
    var finder = AskedPathFinder(locals: [name: AskedPath()], isOfItem: false)
    finder.visit(self)
    return finder.found
  }
}

private struct AskedPathFinder {
  var found: [(path: AskedPath, span: SourceSpan)] = []
  fileprivate var locals: [String: AskedPath] = [:]
  fileprivate var isOfItem = true

  mutating func visit(_ clause: Clause) {
    switch clause {
    case .constant: break
    case .comparison(let comparison):
      visit(comparison.left)
      visit(comparison.right)
    case .not(let inner): visit(inner.syntax)
    case .and(let parts), .or(let parts): for part in parts { visit(part.syntax) }
    }
  }

  private mutating func visit(_ term: TermNode) {
    if let path = AskedPath(term.syntax, locals: locals, isOfItem: isOfItem) {
      if !path.places.isEmpty { found.append((path, term.span)) }
      return visitAround(term)
    }
    let children = term.syntax.children
    if case .subquery(let collection, let variable, let clause) = term.syntax {
      visit(collection)
      return visit(clause.syntax, with: variable, in: collection)
    }
    for child in children.terms { visit(child) }
    for clause in children.clauses { visit(clause.syntax) }
  }

  /// The conditions in subqueries that a path leads through.
  private mutating func visitAround(_ term: TermNode) {
    switch term.syntax {
    case .member(let base, _), .collected(let base, _, _), .element(let base, _):
      visitAround(base)
    case .subquery(let collection, let variable, let clause):
      visitAround(collection)
      visit(clause.syntax, with: variable, in: collection)
    default: break
    }
  }

  private mutating func visit(_ clause: Clause, with variable: String, in collection: TermNode) {
    let outer = locals[variable]
    locals[variable] = AskedPath(collection.syntax, locals: locals, isOfItem: isOfItem)?.ofElements
    visit(clause)
    locals[variable] = outer
  }
}

extension AskedPath {
  /// The path to each element of what is at the end.
  fileprivate var ofElements: AskedPath { AskedPath(steps: steps + [.elements]) }
}
