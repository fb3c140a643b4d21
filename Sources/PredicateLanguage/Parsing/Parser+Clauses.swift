extension Parser {
  /// predicate = and-pred { ( "OR" | "||" ) and-pred }
  mutating func parsePredicate() -> Phrase {
    let first = parseConjunction()
    guard isConnective(.or, .or) else { return first }
    var clauses = [clauseOrPlaceholder(first)]
    while isConnective(.or, .or) {
      take()
      clauses.append(clauseOrPlaceholder(parseConjunction()))
    }
    return .clause(
      Self.join(clauses, Clause.or) { if case .or(let inner) = $0 { inner } else { nil } })
  }

  /// and-pred = not-pred { ( "AND" | "&&" ) not-pred }
  mutating func parseConjunction() -> Phrase {
    let first = parseNegationOrSkip()
    guard isConnective(.and, .and) else { return first }
    var clauses = [clauseOrPlaceholder(first)]
    while isConnective(.and, .and) {
      take()
      clauses.append(clauseOrPlaceholder(parseNegationOrSkip()))
    }
    return .clause(
      Self.join(clauses, Clause.and) { if case .and(let inner) = $0 { inner } else { nil } })
  }

  private func isConnective(_ keyword: Keyword, _ symbol: Token.Symbol) -> Bool {
    current.symbol == symbol || current.keyword == keyword
  }

  /// One flat node for a chain of the same connective, also where parentheses grouped it.
  private static func join(
    _ clauses: [Built<Clause>], _ make: ([ClauseNode]) -> Clause,
    parts: (Clause) -> [ClauseNode]?
  ) -> Built<Clause> {
    let nodes = clauses.flatMap { parts($0.node.syntax) ?? [$0.node] }
    let span = clauses.reduce(clauses[0].span) { $0.through($1.span) }
    return Built(make(nodes), span, size: TreeSize(around: clauses.map(Self.operandSize)))
  }

  /// A clause, or something in its place when it was in error, so that the rest is parsed too.
  ///
  /// A term that lacks its comparison is in error here, because a connective follows.
  private mutating func clauseOrPlaceholder(_ phrase: Phrase) -> Built<Clause> {
    if case .broken = phrase { return Built(.constant(true), current.span) }
    do {
      return try requireClause(phrase)
    } catch {
      skip(toDepth: openBrackets)
      return Built(.constant(true), current.span)
    }
  }

  /// A not-pred; after an error in it, what stands before the next connective is skipped.
  private mutating func parseNegationOrSkip() -> Phrase {
    let (brackets, level) = (openBrackets, depth)
    do {
      return try parseNegation()
    } catch {
      depth = level
      skip(toDepth: brackets)
      return .broken
    }
  }

  /// Skips to the next connective or closing bracket that is outside any bracket opened since.
  private mutating func skip(toDepth brackets: Int) {
    while current.kind != .end {
      let isOutside = openBrackets <= brackets
      if isOutside, current.symbol?.isCloser == true { return }
      if isOutside, isConnective(.and, .and) || isConnective(.or, .or) { return }
      take()
    }
    openBrackets = brackets
  }

  /// not-pred = ( "NOT" | "!" ) not-pred | primary
  mutating func parseNegation() throws(Failure) -> Phrase {
    if isKeyInDisguise { throw fail(.reservedWord(currentText ?? "")) }
    guard current.symbol == .not || current.keyword == .not else { return try parsePrimary() }
    // A parenthesis behind NOT counts for both, as canonical text has many of them.
    let counts = token(ahead: 1).symbol != .leftParenthesis
    if counts { try descend() }
    let token = take()
    let operand = try requireClause(parseNegation())
    if counts { ascend() }
    let span = token.span.through(operand.span)
    return .clause(Self.negation(of: operand, span))
  }

  /// A reserved word in front of a comparison, `not == 3`, is meant as a key.
  private var isKeyInDisguise: Bool {
    guard current.isReserved, current.keyword?.isValue != true else { return false }
    let next = token(ahead: 1)
    return next.symbolRelation != nil || next.symbol == .point
  }

  /// primary = "TRUEPREDICATE" | "FALSEPREDICATE" | comparison
  mutating func parsePrimary() throws(Failure) -> Phrase {
    if let token = lexKeyword(.truePredicate) { return .clause(Built(.constant(true), token.span)) }
    if let token = lexKeyword(.falsePredicate) {
      return .clause(Built(.constant(false), token.span))
    }
    return try parseComparison()
  }

  /// comparison = [ "ANY" | "SOME" | "ALL" | "NONE" ] expr operator [ options ] expr
  ///
  /// An expression that no operator follows is returned as it is: a parenthesis may hold it.
  mutating func parseComparison() throws(Failure) -> Phrase {
    let (start, first) = (index, current.span)
    let quantifier = lexQuantifier()
    let phrase = try parseTerm()
    if quantifier == nil, case .clause = phrase { return try checkedClause(phrase) }
    let left = try requireTerm(phrase)
    guard let (relation, isNegated) = try lexRelation() else {
      if quantifier != nil { throw missingRelation(after: left.node, startedAt: start) }
      return .term(left)
    }
    let options = try parseOptions(of: relation.syntax)
    let right = try requireTerm(parseTerm())
    lastRight = (right.node, index)
    if relation.syntax == .between { noteBounds(right.node) }
    if current.relation != nil { throw fail(.chainedComparison) }
    let span = first.through(right.span)
    var (asked, negations) = (quantifier?.quantifier, quantifier?.isNegated == true ? 1 : 0)
    if isNegated {
      // Some element is not in the list: not all of them are in it.
      asked = asked.map { $0 == .any ? .all : .any }
      negations += 1
    }
    let comparison = Comparison(
      quantifier: asked, left: left.node, relation: relation, options: options,
      right: right.node)
    let size = TreeSize(around: [left.size, right.size])
    return .clause(
      Self.negate(Built(.comparison(comparison), span, size: size), times: negations))
  }

  /// A predicate in parentheses where an expression could have been: nothing may follow that
  /// wants an expression.
  private mutating func checkedClause(_ phrase: Phrase) throws(Failure) -> Phrase {
    if current.relation != nil { throw fail(.chainedComparison) }
    return phrase
  }

  private static func negate(_ clause: Built<Clause>, times: Int) -> Built<Clause> {
    (0..<times).reduce(clause) { inner, _ in negation(of: inner, inner.span) }
  }

  private static func negation(
    of clause: Built<Clause>, _ span: SourceSpan
  ) -> Built<Clause> {
    Built(.not(clause.node), span, size: TreeSize(around: [operandSize(clause)]))
  }

  /// The size of a clause within another one: compound clauses are printed in parentheses.
  private static func operandSize(_ clause: Built<Clause>) -> TreeSize {
    switch clause.node.syntax {
    case .constant, .comparison: clause.size
    case .not, .and, .or: TreeSize(height: clause.size.height, levels: clause.size.levels + 1)
    }
  }

  private mutating func lexQuantifier() -> (quantifier: Quantifier, isNegated: Bool)? {
    if lexKeyword(.any) != nil || lexKeyword(.some) != nil { return (.any, false) }
    if lexKeyword(.all) != nil { return (.all, false) }
    if lexKeyword(.none) != nil { return (.any, true) }
    return nil
  }

  /// operator = "=" | ... | [ "NOT" ] word-op
  private mutating func lexRelation() throws(Failure) -> (Located<Relation>, isNegated: Bool)? {
    if isSoftWord(current, "UTI"), token(ahead: 1).symbol == .minus {
      throw fail(.unsupportedOperator(hyphenatedWord))
    }
    let isNegated = current.keyword == .not && token(ahead: 1).wordRelation != nil
    let first = current.span
    if isNegated { take() }
    guard let relation = current.relation else { return nil }
    return (Located(relation, first.through(take().span)), isNegated)
  }

  /// The word at hand with those that hyphens join to it, as other languages' operators are written.
  private var hyphenatedWord: String {
    var word = text(current.span)
    var ahead = 1
    while token(ahead: ahead).symbol == .minus,
      token(ahead: ahead + 1).span.end > token(ahead: ahead).span.end
    {
      word += "-" + text(token(ahead: ahead + 1).span)
      ahead += 2
    }
    return word
  }

  /// Remembers the right side of BETWEEN when it is not a list.
  private mutating func noteBounds(_ bounds: TermNode) {
    if case .list = bounds.syntax { return }
    looseBounds = (bounds.span, index + 1)
  }
}

extension Parser {
  /// options = "[" letter { letter } "]"
  mutating func parseOptions(of relation: Relation) throws(Failure) -> Located<TextOptions> {
    let opener = current.span
    guard lexSymbol(.leftBracket) != nil else {
      return Located([], SourceSpan(opener.start, opener.start))
    }
    var options: TextOptions = []
    repeat {
      options.formUnion(try expectLetters(isListLikely: relation == .in || relation == .between))
    } while current.word != nil && token(ahead: 1).symbol == .rightBracket
    let closer = try expectCloser(.rightBracket, of: opener)
    return Located(options, opener.through(closer))
  }

  /// A word of option letters, in any case and order.
  private mutating func expectLetters(isListLikely: Bool) throws(Failure) -> TextOptions {
    guard let word = current.word else {
      let isValue =
        current.kind != .end && current.symbol == nil && current.symbolRelation == nil
      if isListLikely && isValue { throw fail(.listInBrackets) }
      throw current.kind == .end
        ? fail(.missingCloser("]", found: nil, isList: false), related: tokens[index - 1].span)
        : fail(.badOption(currentText ?? ""))
    }
    var options: TextOptions = []
    for (offset, scalar) in word.unicodeScalars.enumerated() {
      let lowered = scalar.properties.lowercaseMapping
      guard let entry = TextOptions.letters.first(where: { String($0.letter) == lowered }) else {
        let place = current.span.start + offset
        throw fail(
          isListLikely ? .listInBrackets : .badOption(String(scalar)),
          at: SourceSpan(place, place + 1))
      }
      options.insert(entry.option)
    }
    take()
    return options
  }

  /// The bracket that closes what was opened; anything else is a problem.
  @discardableResult
  mutating func expectCloser(
    _ closer: Token.Symbol, of opener: SourceSpan, isList: Bool = false
  ) throws(Failure) -> SourceSpan {
    guard let token = lexSymbol(closer) else {
      throw fail(
        .missingCloser(closer.rawValue, found: currentText, isList: isList), related: opener)
    }
    return token.span
  }
}
