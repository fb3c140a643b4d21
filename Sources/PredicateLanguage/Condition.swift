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
