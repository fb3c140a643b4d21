extension Term {
  /// The terms and clauses right within this one, in the order of the text.
  var children: (terms: [TermNode], clauses: [ClauseNode]) {
    switch self {
    case .null, .bool, .number, .string, .itself, .variable: ([], [])
    case .list(let elements), .call(_, let elements): (elements, [])
    case .member(let base, _), .collected(let base, _, _), .negated(let base), .cast(let base, _):
      ([base], [])
    case .element(let base, .at(let index)): ([base, index], [])
    case .element(let base, _): ([base], [])
    case .arithmetic(let a, _, let b), .combined(let a, _, let b): ([a, b], [])
    case .subquery(let collection, _, let clause): ([collection], [clause])
    case .ternary(let clause, let a, let b): ([a, b], [clause])
    }
  }
}

extension Clause {
  /// True when a variable for the place of a record is read, or looks as if it were.
  var readsPlaces: Bool {
    var found = false
    forEachTerm { term in
      if case .variable(let name) = term.syntax, ConditionOptions.placeVariables.contains(name) {
        found = true
      }
      return !found
    }
    return found
  }

  /// Visits the terms in the order of the text, those in subqueries and in conditions included.
  ///
  /// - Parameter visit: returns whether the terms within are to be visited too.
  func forEachTerm(_ visit: (TermNode) -> Bool) {
    switch self {
    case .constant: break
    case .comparison(let comparison):
      comparison.left.forEachTerm(visit)
      comparison.right.forEachTerm(visit)
    case .not(let inner): inner.syntax.forEachTerm(visit)
    case .and(let parts), .or(let parts): for part in parts { part.syntax.forEachTerm(visit) }
    }
  }
}

extension TermNode {
  func forEachTerm(_ visit: (TermNode) -> Bool) {
    guard visit(self) else { return }
    let children = syntax.children
    for term in children.terms { term.forEachTerm(visit) }
    for clause in children.clauses { clause.syntax.forEachTerm(visit) }
  }
}
