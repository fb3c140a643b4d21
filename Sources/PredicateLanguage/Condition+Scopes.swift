package import TableModel

// Keys are looked up like names in a program: those that the record does not have may be those of
// what stands around it. Which level a key belongs to is up to the data; here a condition is made
// to ask that level.

extension Condition {
  /// The first keys of what the condition reads from a record by keys without `SELF`, each once, in
  /// the order of the text.
  package var headKeys: [String] {
    var keys: [String] = []
    clause.syntax.forEachTerm { term in
      if let key = term.headKey, !keys.contains(key) { keys.append(key) }
      return true
    }
    return keys
  }

  /// The ways from the record of an outer level to all that the condition reads of it, with their
  /// places in the text. What the screen shows, `$section.title`, is not of the record.
  package func askedPaths(of level: OuterLevel) -> [(path: AskedPath, span: SourceSpan)] {
    clause.syntax.askedPaths(ofVariable: level.rawValue).compactMap { path, span in
      level.recordPath(path).map { ($0, span) }
    }
  }

  /// The levels whose records, or places, the condition reads.
  package var askedLevels: Set<OuterLevel> {
    var levels: Set<OuterLevel> = []
    clause.syntax.forEachTerm { term in
      guard case .variable(let name) = term.syntax else { return true }
      switch name {
      case "rowIndex": levels.insert(.row)
      case "sectionIndex": levels.insert(.section)
      default: if let level = OuterLevel(rawValue: name) { levels.insert(level) }
      }
      return true
    }
    return levels
  }

  /// True when the verdict is the same for all records of a row or a section: neither the records
  /// themselves nor their places in it are asked, and of the levels around them only their records.
  package var asksOuterRecordsOnly: Bool {
    guard !askedLevels.isEmpty else { return false }
    var isOuter = true
    clause.syntax.forEachTerm { term in
      switch term.syntax {
      case .itself: isOuter = false
      case .variable("index"), .variable("rowIndex"), .variable("sectionIndex"): isOuter = false
      case .variable(let name) where OuterLevel(rawValue: name) != nil && name != "document":
        isOuter = false
      case .member(let base, let key):
        guard case .variable(let name) = base.syntax, let level = OuterLevel(rawValue: name)
        else { return true }
        if level.showsOnScreen(key) { isOuter = false }
        return false
      default: break
      }
      return isOuter
    }
    return isOuter
  }

  /// The same condition with each head key asked of the level that it belongs to.
  ///
  /// - Parameter level: the level of a head key; nil for keys of the record itself.
  package func scoped(_ level: (_ key: String) -> OuterLevel?) -> Condition {
    let scoped = replacing { term in
      guard let key = term.headKey, let level = level(key) else { return nil }
      return Located(
        .member(Located(level.record(at: term.span), term.span), key: key), term.span)
    }
    // What was remarked of records without the key is not true of the level that has it.
    return scoped.warned(
      of: warnings.filter { warning in
        guard let key = warning.problem.askedKey else { return true }
        return level(key) == nil
      })
  }

  /// The same condition in a table of plain rows, where `$row` is the record itself; its title and its
  /// number stay those of the screen.
  package var takingRowsForRecords: Condition {
    replacing { term in
      guard case .member(let base, let key) = term.syntax,
        base.syntax == .variable(OuterLevel.row.rawValue)
      else { return nil }
      if OuterLevel.row.showsOnScreen(key) { return term }
      let record = Located(Term.itself, base.span)
      return key == OuterLevel.recordKey ? record : Located(.member(record, key: key), term.span)
    }
  }

  /// The same condition to be asked of the records of one level themselves.
  package func asked(of level: OuterLevel) -> Condition {
    replacing { term in
      switch term.syntax {
      case .variable(level.rawValue): Located(.itself, term.span)
      case level.record(at: term.span) where level != .document: Located(.itself, term.span)
      default: nil
      }
    }
  }

  private func replacing(_ replacement: (TermNode) -> TermNode?) -> Condition {
    Condition(clause.replacingTerms(replacement), insteadOf: self)
  }
}

extension Problem {
  /// The first key of the path that the records were found not to have, or not of such a kind.
  fileprivate var askedKey: String? {
    switch self {
    case .unknownKey(_, let path, _): path.keys.first
    case .otherKind(let other): other.path.first
    default: nil
    }
  }
}

extension OuterLevel {
  /// The term for the level's record.
  fileprivate func record(at span: SourceSpan) -> Term {
    let variable = Term.variable(rawValue)
    return self == .document
      ? variable : .member(Located(variable, span), key: Self.recordKey)
  }

  /// The path within the record that a path from the variable means; nil for none.
  fileprivate func recordPath(_ path: AskedPath) -> AskedPath? {
    guard self != .document, case .key(let first)? = path.steps.first else { return path }
    if showsOnScreen(first) { return nil }
    return first == Self.recordKey ? path.dropFirst() : path
  }
}

extension TermNode {
  /// The key of a record at which a path begins, where it does not begin with `SELF`.
  fileprivate var headKey: String? {
    // A head key has no base in the text: the place of its base is its own.
    guard case .member(let base, let key) = syntax, base.syntax == .itself, base.span == span
    else { return nil }
    return key
  }

  fileprivate func replacingTerms(_ replacement: (TermNode) -> TermNode?) -> TermNode {
    if let replaced = replacement(self) { return replaced }
    func term(_ node: TermNode) -> TermNode { node.replacingTerms(replacement) }
    func clause(_ node: ClauseNode) -> ClauseNode { node.replacingTerms(replacement) }
    let syntax: Term =
      switch syntax {
      case .null, .bool, .number, .string, .itself, .variable: syntax
      case .list(let elements): .list(elements.map(term))
      case .member(let base, let key): .member(term(base), key: key)
      case .element(let base, .at(let index)): .element(term(base), .at(term(index)))
      case .element(let base, let index): .element(term(base), index)
      case .collected(let base, let keyOperator, let path):
        .collected(term(base), keyOperator, path: path)
      case .negated(let operand): .negated(term(operand))
      case .arithmetic(let a, let operation, let b): .arithmetic(term(a), operation, term(b))
      case .combined(let a, let operation, let b): .combined(term(a), operation, term(b))
      case .call(let function, let arguments): .call(function, arguments.map(term))
      case .subquery(let collection, let variable, let inner):
        .subquery(term(collection), variable: variable, clause(inner))
      case .ternary(let condition, let a, let b): .ternary(clause(condition), term(a), term(b))
      case .cast(let value, let type): .cast(term(value), type)
      }
    return Located(syntax, span)
  }
}

extension ClauseNode {
  fileprivate func replacingTerms(_ replacement: (TermNode) -> TermNode?) -> ClauseNode {
    let syntax: Clause =
      switch syntax {
      case .constant: syntax
      case .comparison(var comparison):
        {
          comparison.left = comparison.left.replacingTerms(replacement)
          comparison.right = comparison.right.replacingTerms(replacement)
          return .comparison(comparison)
        }()
      case .not(let inner): .not(inner.replacingTerms(replacement))
      case .and(let parts): .and(parts.map { $0.replacingTerms(replacement) })
      case .or(let parts): .or(parts.map { $0.replacingTerms(replacement) })
      }
    return Located(syntax, span)
  }
}
