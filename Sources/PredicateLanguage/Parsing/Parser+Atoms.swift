import TableModel

extension Parser {
  /// atom = literal | "SELF" | list | parenthesis | variable | key-op | call | key | argument
  mutating func parseAtom() throws(Failure) -> Phrase {
    let token = current
    switch token.kind {
    case .number(let number): return takeTerm(.number(number))
    case .string(let text): return takeTerm(.string(text))
    case .variable(let name): return takeTerm(.variable(name))
    case .escapedWord(let key), .quotedKey(let key): return takeTerm(Self.headKey(key, token.span))
    case .keyOperator:
      return .term(try parseKeyOperator(of: Built(.itself, token.span)))
    case .functionName(let name): return .term(try parseCall(named: name))
    case .symbol(.leftParenthesis): return try parseParentheses()
    case .symbol(.leftBrace): return .term(try parseList())
    case .symbol(.percent), .argument: return try parseArgument()
    case .word(let word): return try parseWord(word)
    default: throw missingTerm()
    }
  }

  private mutating func takeTerm(_ term: Term) -> Phrase {
    .term(Built(term, take().span))
  }

  /// A key without a base is one of the record.
  private static func headKey(_ key: String, _ span: SourceSpan) -> Term {
    .member(Located(.itself, span), key: key)
  }

  /// A word: a reserved one that is a value, the name of a call, or a key.
  private mutating func parseWord(_ word: String) throws(Failure) -> Phrase {
    guard current.isReserved else {
      if token(ahead: 1).symbol == .leftParenthesis {
        return .term(try parseCall(named: word))
      }
      return takeTerm(Self.headKey(word, current.span))
    }
    switch current.keyword {
    case .true, .yes: return takeTerm(.bool(true))
    case .false, .no: return takeTerm(.bool(false))
    case .null, .nil: return takeTerm(.null)
    case .itself: return takeTerm(.itself)
    default: throw isMeantAsKey ? fail(.reservedWord(word)) : missingTerm()
    }
  }

  /// True when a reserved word stands where only a key makes sense of what follows.
  private var isMeantAsKey: Bool {
    let next = token(ahead: 1)
    if next.symbolRelation != nil || next.symbol == .point { return true }
    if current.keyword == .and || current.keyword == .or { return false }
    return next.kind == .end || next.symbol?.isCloser == true || next.symbol == .comma
      || next.wordRelation != nil || next.keyword == .and || next.keyword == .or
  }

  private mutating func missingTerm() -> Failure {
    if let symbol = current.symbol, symbol.isCloser, openBrackets == 0 {
      return fail(.unexpectedCloser(symbol.rawValue))
    }
    return fail(.expectedExpression(after: previousText, found: currentText))
  }

  /// "(" predicate ")" | "(" expr ")"
  private mutating func parseParentheses() throws(Failure) -> Phrase {
    let isList = tokens[max(0, index - 1)].relation == .in
    try descend()
    let opener = take().span
    let phrase = parsePredicate()
    ascend()
    if case .broken = phrase, current.symbol != .rightParenthesis { throw Failure() }
    let isUnfinished = current.kind != .end && current.symbol?.isCloser != true
    if case .term(let term) = phrase, isUnfinished, current.symbol != .comma {
      throw missingRelation(after: term.node, startedAt: nil)
    }
    if case .term = phrase { endsInTerm = current.kind == .end }
    if case .clause = phrase, current.relation != nil { throw fail(.chainedComparison) }
    try expectCloser(.rightParenthesis, of: opener, isList: isList)
    if case .term(var term) = phrase {
      term.size.levels += 1
      return .term(term)
    }
    return phrase
  }

  /// "{" [ expr { "," expr } ] "}"
  private mutating func parseList() throws(Failure) -> Built<Term> {
    try descend()
    let opener = take().span
    let elements = try parseElements(until: .rightBrace)
    ascend()
    let closer = try expectCloser(.rightBrace, of: opener)
    return Built(
      .list(elements.map(\.node)), opener.through(closer),
      size: TreeSize(around: elements.map(\.size), levels: 1))
  }

  /// [ expr { "," expr } ], up to the closer, which is left.
  mutating func parseElements(
    until closer: Token.Symbol
  ) throws(Failure) -> [Built<Term>] {
    var elements: [Built<Term>] = []
    if current.symbol == closer { return [] }
    repeat {
      elements.append(try requireTerm(parseTerm()))
    } while try lexComma(orCloser: closer)
    return elements
  }

  /// Takes the comma between two elements; false before the closer or where one is missing.
  private mutating func lexComma(orCloser closer: Token.Symbol) throws(Failure) -> Bool {
    if lexSymbol(.comma) != nil { return true }
    if current.symbol == closer || !startsTerm { return false }
    throw fail(.expectedComma(found: currentText))
  }

  /// True where a value begins, so that a comma before it was forgotten.
  private var startsTerm: Bool {
    switch current.kind {
    case .number, .string, .variable, .escapedWord, .quotedKey, .keyOperator, .functionName: true
    case .symbol(.leftBrace), .symbol(.leftParenthesis): true
    case .word: current.keyword?.isValue ?? !current.isReserved
    default: false
    }
  }
}
