import TableModel

extension Parser {
  /// The clause that a phrase is; a term lacks its comparison.
  mutating func requireClause(_ phrase: Phrase) throws(Failure) -> Built<Clause> {
    switch phrase {
    case .clause(let clause): return clause
    case .term(let term): throw missingRelation(after: term.node, startedAt: nil)
    case .broken: throw Failure()
    }
  }

  /// The term that a phrase is; a condition is no value.
  mutating func requireTerm(_ phrase: Phrase) throws(Failure) -> Built<Term> {
    switch phrase {
    case .term(let term): return term
    case .clause(let clause): throw fail(.clauseForTerm, at: clause.span)
    case .broken: throw Failure()
    }
  }

  /// Reports that no comparison follows a term, with what might have been meant.
  ///
  /// - Parameter start: the token at which the comparison began, if not at the term.
  mutating func missingRelation(after term: TermNode, startedAt start: Int?) -> Failure {
    if let bounds = looseBounds, isTerm(term, at: bounds.next) {
      return fail(.wrongType(.boundsNeeded), at: bounds.span)
    }
    if let symbol = current.symbol, symbol.isCloser, openBrackets == 0 {
      return fail(.unexpectedCloser(symbol.rawValue))
    }
    let isBareKey =
      start == nil && isKeyPath(term.syntax)
      && (current.kind == .end || current.symbol?.isCloser == true || isConnective)
    return fail(
      .expectedRelation(
        after: text(term.span), found: currentText, suggestion: meantRelation,
        isBareKey: isBareKey))
  }

  private var isConnective: Bool {
    current.symbol == .and || current.symbol == .or || current.keyword == .and
      || current.keyword == .or
  }

  private func isTerm(_ term: TermNode, at index: Int) -> Bool {
    index < tokens.count && tokens[index].span.start == term.span.start
  }

  private func isKeyPath(_ term: Term) -> Bool {
    if case .member = term { true } else { false }
  }

  /// The comparison that a misspelt word was meant to be.
  private var meantRelation: String? {
    guard let word = current.word, current.keyword == nil else { return nil }
    let words = Relation.allCases.map(\.rawValue).filter { $0.first?.isLetter == true }
    if let synonym = Self.synonyms[word.lowercased()] { return synonym }
    return Spelling.nearest(to: word, in: words)
  }

  private static let synonyms = [
    "is": "`==`", "equals": "`==`", "eq": "`==`", "ilike": "LIKE[c]", "startswith": "BEGINSWITH",
    "regexp": "MATCHES", "rlike": "MATCHES", "has": "CONTAINS", "includes": "CONTAINS",
  ]
}
