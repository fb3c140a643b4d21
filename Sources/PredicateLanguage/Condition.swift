package import TableModel

/// A predicate that was read, checked and made ready to be asked of many items.
///
///     let cheap = try Condition(parsing: "price < 5 AND name BEGINSWITH[c] 'a'")
///     var context = EvaluationContext()
///     let chosen = try items.filter { try cheap.evaluate($0, in: &context) }
package struct Condition: Sendable {
  /// The text as it was given.
  package let source: String
  /// The syntax tree, with the places of its parts in the source.
  package let clause: ClauseNode
  /// What is probably not meant; none of it keeps the condition from being used.
  package let warnings: [Diagnostic]
  /// True when the condition asks where a record stands.
  package let readsPlaces: Bool
  /// The tree of what was typed, where keys have not yet found their levels.
  let typed: ClauseNode
  let test: Test

  /// Reads a predicate.
  ///
  /// - Parameters:
  ///   - source: the predicate's text.
  ///   - options: what it may refer to.
  ///   - keys: the keys that items have, to warn of others.
  ///   - arguments: what the placeholders `%@`, `%K` (a key path as text), `%d` and their like
  ///     stand for, in their order; nil where the text is not a format string.
  /// - Throws: `ConditionError` with everything that is wrong.
  package init(
    parsing source: String, options: ConditionOptions = ConditionOptions(),
    keys: KeyCatalog? = nil, arguments: [Value]? = nil
  ) throws(ConditionError) {
    var parser = Parser(source, arguments: arguments)
    let parsed = parser.run()
    try self.init(parsed, parser, of: source, options, keys)
  }

  /// What was parsed, once it is checked.
  init(
    _ parsed: ClauseNode?, _ parser: Parser, of source: String,
    _ options: ConditionOptions, _ keys: KeyCatalog?
  ) throws(ConditionError) {
    if let error = ConditionError(source: source, diagnostics: parser.diagnostics) { throw error }
    guard let clause = parsed else { throw ConditionError(unreadable: source) }
    var checker = Checker(lexer: parser.lexer, options: options, keys: keys)
    checker.run(clause)
    if let error = ConditionError(source: source, diagnostics: checker.diagnostics) { throw error }
    self.source = source
    self.clause = clause
    warnings = checker.diagnostics.sorted { $0.position < $1.position }
    readsPlaces = clause.syntax.readsPlaces
    typed = clause
    test = Compiler().test(clause)
  }

  /// The same with other warnings.
  func warned(of warnings: [Diagnostic]) -> Condition {
    Condition(clause, insteadOf: self, warnings: warnings)
  }

  /// Another clause for what was typed.
  init(_ clause: ClauseNode, insteadOf other: Condition, warnings: [Diagnostic]? = nil) {
    source = other.source
    self.clause = clause
    self.warnings = warnings ?? other.warnings
    readsPlaces = clause.syntax.readsPlaces
    typed = other.typed
    test = Compiler().test(clause)
  }

  /// A part of a condition that was checked as a whole.
  init(_ part: ClauseNode, of whole: Condition) {
    source = whole.source
    clause = part
    warnings = []
    readsPlaces = part.syntax.readsPlaces
    typed = part
    test = Compiler().test(part)
  }

  /// A path of keys in canonical form, as messages have it.
  package static func spelling(of keys: [String]) -> String { Printer.spell(keys) }

  /// The canonical printing of what was typed, which parses to the same tree.
  package var format: String { Printer.print(typed.syntax) }

  /// Whether an item fulfils the condition.
  ///
  /// - Parameters:
  ///   - item: the record, or the scalar in a table of scalars.
  ///   - context: variables, limits and the count of mismatches, for all items of a filter.
  package func evaluate(
    _ item: Value, in context: inout EvaluationContext
  ) throws(EvaluationError) -> Bool {
    try context.begin()
    return try test(item, &context)
  }

  /// The paths that the condition reads from an item, each once, in the order of the text.
  ///
  /// A path ends where something else than keys and fixed indexes begins.
  package var keyPaths: [FieldPath] {
    var paths: [FieldPath] = []
    clause.syntax.forEachTerm { term in
      guard let path = term.syntax.fieldPath else { return true }
      if !paths.contains(path) { paths.append(path) }
      return false
    }
    return paths
  }

  /// The ways to all that the condition reads from an item, in the order of the text.
  package var askedPaths: [AskedPath] { clause.syntax.askedPaths.map(\.path) }

  /// Whether it asks for the elements of collections, by a key operator or SUBQUERY.
  package var asksElements: Bool {
    var found = false
    clause.syntax.forEachTerm { term in
      switch term.syntax {
      case .collected, .subquery: found = true
      default: break
      }
      return !found
    }
    return found
  }

  /// Words with a meaning of their own, such as `no` and `SELF`, as they are written.
  package var wordsWithMeaning: [String] {
    let lexer = Lexer(source)
    var words: [String] = []
    clause.syntax.forEachTerm { term in
      if let word = lexer.wordWithMeaning(of: term) { words.append(word) }
      return true
    }
    return words
  }

  /// The paths that are asked whether they are nil, each once, as wholes and not element by element.
  ///
  /// - Parameter isEqual: only those that are to be nil.
  package func pathsComparedWithNil(isEqual: Bool = false) -> [FieldPath] {
    var paths: [FieldPath] = []
    clause.syntax.forEachComparison { comparison in
      guard comparison.quantifier == nil,
        (isEqual ? [.equal] : [.equal, .notEqual]).contains(comparison.relation.syntax)
      else { return }
      for (term, other) in [
        (comparison.left, comparison.right), (comparison.right, comparison.left),
      ] {
        guard case .null = other.syntax, let keys = term.syntax.plainKeys else {
          continue
        }
        let path = FieldPath(keys: keys)
        if !paths.contains(path) { paths.append(path) }
      }
    }
    return paths
  }
}

extension Clause {
  fileprivate func forEachComparison(_ visit: (Comparison) -> Void) {
    switch self {
    case .constant: break
    case .comparison(let comparison): visit(comparison)
    case .not(let inner): inner.syntax.forEachComparison(visit)
    case .and(let parts), .or(let parts):
      for part in parts { part.syntax.forEachComparison(visit) }
    }
  }
}

extension Condition: Equatable {
  /// The same text, read in the same way; what it was warned of does not count.
  package static func == (a: Condition, b: Condition) -> Bool {
    a.source == b.source && a.clause == b.clause
  }
}

// MARK: - Scopes

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
  /// themselves nor their places in it are asked, but what stands around them, and where that is shown.
  package var asksOuterLevelsOnly: Bool {
    guard !askedLevels.isEmpty else { return false }
    var isOuter = true
    clause.syntax.forEachTerm { term in
      switch term.syntax {
      case .itself, .variable("index"): isOuter = false
      case .variable(let name) where OuterLevel(rawValue: name) != nil && name != "document":
        isOuter = false
      case .member(let base, _):
        guard case .variable(let name) = base.syntax, OuterLevel(rawValue: name) != nil
        else { return true }
        return false
      default: break
      }
      return isOuter
    }
    return isOuter
  }

  /// True when the title or the number of a row or a section is asked, which are those of the screen.
  package var asksTitlesOrNumbers: Bool {
    var isAsked = false
    clause.syntax.forEachTerm { term in
      switch term.syntax {
      case .variable("rowIndex"), .variable("sectionIndex"): isAsked = true
      case .member(let base, let key):
        guard case .variable(let name) = base.syntax, let level = OuterLevel(rawValue: name)
        else { return true }
        if level.showsOnScreen(key) { isAsked = true }
      default: break
      }
      return !isAsked
    }
    return isAsked
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
