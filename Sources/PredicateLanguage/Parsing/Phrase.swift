import TableModel

/// What was parsed where both a predicate and an expression may stand.
enum Phrase {
  case clause(Built<Clause>)
  case term(Built<Term>)
  /// What could not be understood; it was reported, and no more is said of it.
  case broken
}

/// A node with the size of its tree.
struct Built<Syntax: Sendable & Equatable> {
  var node: Located<Syntax>
  var size: TreeSize

  init(_ syntax: Syntax, _ span: SourceSpan, size: TreeSize = TreeSize()) {
    node = Located(syntax, span)
    self.size = size
  }

  var span: SourceSpan { node.span }
}

/// How large a tree is, because everything that walks one is recursive.
struct TreeSize {
  /// The nodes on the longest way down.
  var height = 1
  /// The brackets within each other when the tree is printed, which must be allowed to be read.
  var levels = 0

  init(height: Int = 1, levels: Int = 0) {
    self.height = height
    self.levels = levels
  }

  /// - Parameter levels: the brackets that the node itself adds.
  init(around parts: [TreeSize], levels: Int = 0) {
    height = 1 + (parts.map(\.height).max() ?? 0)
    self.levels = levels + (parts.map(\.levels).max() ?? 0)
  }
}

extension Parser {
  /// The clause that a phrase is; a term lacks its comparison.
  mutating func requireClause(_ phrase: Phrase) throws(Failure) -> Built<Clause> {
    switch phrase {
    case .clause(let clause): return clause
    case .term(let term): throw missingRelation(after: term.node, startedAt: nil)
    case .broken: throw Failure()
    }
  }

  /// The term that a phrase is; a condition in its place is a problem.
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
      && (current.kind == .end || current.symbol?.isCloser == true || Self.isConnective(current))
    let advice =
      keyWithBlanks(startingWith: term.syntax).map(RelationAdvice.key)
      ?? meantRelation.map(RelationAdvice.relation) ?? (isBareKey ? .truth : nil)
    return fail(
      .expectedRelation(after: text(term.span), found: currentText, advice: advice))
  }

  /// The key that a term and the words behind it were meant to be, where a comparison follows them.
  private func keyWithBlanks(startingWith term: Term) -> String? {
    guard case .member(let base, let key) = term, let words = words(upTo: { $0.relation != nil })
    else { return nil }
    let place = SourceSpan(0, 0)
    return Printer.print(
      TermNode(.member(base, key: ([key] + words).joined(separator: " ")), place))
  }

  /// The text that a key at the end of a comparison and the words behind it were meant to be.
  var textWithoutQuotes: String? {
    guard let last = lastRight, last.next == index, case .member(let base, _) = last.term.syntax,
      case .itself = base.syntax,
      let words = words(upTo: { $0.kind == .end || Self.isConnective($0) })
    else { return nil }
    let end = tokens[index + words.count - 1].span.end
    return lexer.text(from: last.term.span.start, to: end)
  }

  /// The words from the token at hand on; nil where there are none, or something else comes before
  /// what is to follow them.
  private func words(upTo isEnd: (Token) -> Bool) -> [String]? {
    var words: [String] = []
    for token in tokens[index...] {
      if isEnd(token) { break }
      guard let word = token.word, !token.isReserved else { return nil }
      words.append(word)
    }
    return words.isEmpty ? nil : words
  }

  private static func isConnective(_ token: Token) -> Bool {
    token.symbol == .and || token.symbol == .or || token.keyword == .and || token.keyword == .or
  }

  private func isTerm(_ term: TermNode, at index: Int) -> Bool {
    index < tokens.count && tokens[index].span.start == term.span.start
  }

  private func isKeyPath(_ term: Term) -> Bool {
    if case .member = term { true } else { false }
  }

  /// The comparison that a misspelt word was meant to be.
  private var meantRelation: String? {
    guard let word = current.word, !current.isReserved else { return nil }
    if let synonym = Self.synonyms[word.lowercased()] { return synonym }
    return Spelling.nearest(to: word, in: Relation.words)
  }

  private static let synonyms = [
    "is": "`==`", "ne": "`!=`", "gt": "`>`", "lt": "`<`", "ge": "`>=`", "le": "`<=`",
    "equals": "`==`", "eq": "`==`", "ilike": "LIKE[c]", "startswith": "BEGINSWITH",
    "regexp": "MATCHES", "rlike": "MATCHES", "has": "CONTAINS", "includes": "CONTAINS",
  ]
}
