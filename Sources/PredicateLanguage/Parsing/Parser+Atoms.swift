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

// MARK: - Calls

extension Parser {
  /// call = function "(" [ expr { "," expr } ] ")" | SUBQUERY | TERNARY | CAST
  mutating func parseCall(named name: String) throws(Failure) -> Built<Term> {
    switch Keyword.asciiUppercased(name) {
    case "SUBQUERY": return try parseSubquery()
    case "TERNARY": return try parseTernary()
    case "CAST": return try parseCast()
    default: break
    }
    guard let function = Function(name: name) else {
      throw fail(.unknownFunction(name, suggestion: Self.meantFunction(name)))
    }
    try descend()
    let (place, opener) = (take().span, take().span)
    let arguments = try parseElements(until: .rightParenthesis)
    ascend()
    let closer = try expectCloser(.rightParenthesis, of: opener)
    let size = TreeSize(around: arguments.map(\.size), levels: 1)
    let span = place.through(closer)
    guard let infix = function.infix, arguments.count == 2 else {
      return Built(.call(Located(function, place), arguments.map(\.node)), span, size: size)
    }
    if size.height > Self.heightLimit { throw fail(.tooDeep(limit: Self.heightLimit), at: span) }
    return Built(
      .arithmetic(arguments[0].node, infix, arguments[1].node), span, size: size)
  }

  private static func meantFunction(_ name: String) -> String? {
    let synonyms = [
      "avg": "average", "mean": "average", "upper": "uppercase", "lower": "lowercase",
      "len": "length", "size": "count", "ceil": "ceiling", "pow": "raise:toPower:",
      "round": "floor", "mod": "modulus:by:", "total": "sum",
    ]
    if let synonym = synonyms[name.lowercased()] { return synonym }
    let names = Function.allCases.map(\.rawValue) + ["SUBQUERY", "TERNARY", "CAST"]
    return Spelling.nearest(to: name, in: names)
  }

  /// "SUBQUERY" "(" expr "," "$" word "," predicate ")"
  private mutating func parseSubquery() throws(Failure) -> Built<Term> {
    try descend()
    let (place, opener) = (take().span, take().span)
    let collection = try requireTerm(parseTerm())
    try expectComma(closing: opener, else: .badSubquery)
    guard case .variable(let name) = current.kind else { throw fail(.badSubquery) }
    take()
    try expectComma(closing: opener, else: .badSubquery)
    let clause = try requireClause(parsePredicate())
    ascend()
    let closer = try expectCloser(.rightParenthesis, of: opener)
    return Built(
      .subquery(collection.node, variable: name, clause.node), place.through(closer),
      size: TreeSize(around: [collection.size, clause.size], levels: 1))
  }

  /// "TERNARY" "(" predicate "," expr "," expr ")"
  private mutating func parseTernary() throws(Failure) -> Built<Term> {
    try descend()
    let (place, opener) = (take().span, take().span)
    let clause = try requireClause(parsePredicate())
    try expectComma(closing: opener, else: Self.ternaryCount(1), at: place)
    let first = try requireTerm(parseTerm())
    try expectComma(closing: opener, else: Self.ternaryCount(2), at: place)
    let second = try requireTerm(parseTerm())
    ascend()
    let closer = try expectCloser(.rightParenthesis, of: opener)
    return Built(
      .ternary(clause.node, first.node, second.node), place.through(closer),
      size: TreeSize(around: [clause.size, first.size, second.size], levels: 1))
  }

  /// "CAST" "(" expr "," string ")"
  private mutating func parseCast() throws(Failure) -> Built<Term> {
    try descend()
    let (place, opener) = (take().span, take().span)
    let value = try requireTerm(parseTerm())
    try expectComma(closing: opener, else: .castNeedsName)
    guard case .string(let name) = current.kind else { throw fail(.castNeedsName) }
    guard let type = CastType(name: name) else { throw fail(.unknownType(name)) }
    let target = Located(type, take().span)
    ascend()
    let closer = try expectCloser(.rightParenthesis, of: opener)
    return Built(
      .cast(value.node, target), place.through(closer),
      size: TreeSize(around: [value.size], levels: 1))
  }

  /// The comma before the next argument.
  ///
  /// - Parameter problem: what to report when the call ends instead.
  private mutating func expectComma(
    closing opener: SourceSpan, else problem: Problem, at place: SourceSpan? = nil
  ) throws(Failure) {
    if lexSymbol(.comma) != nil { return }
    switch current.kind {
    case .end: throw fail(.missingCloser(")", found: nil, isList: false), related: opener)
    case .symbol(.rightParenthesis): throw fail(problem, at: place)
    default: throw fail(.expectedComma(found: currentText))
    }
  }

  private static func ternaryCount(_ got: Int) -> Problem {
    .wrongCount(name: "TERNARY", least: 3, most: 3, got: got)
  }
}

// MARK: - Arguments

/// Placeholders of format strings, which stand for the values of an argument list.
extension Parser {
  /// argument = "%@" | "%K" | "%" number-letters | "%s"
  ///
  /// A value is put in as the literal that it is, so that the tree and its printing hold no
  /// placeholders.
  mutating func parseArgument() throws(Failure) -> Phrase {
    let span = takePlaceholder()
    let name = text(span)
    guard let arguments, let kind = Placeholder(name) else {
      throw fail(.formatArgument(name), at: span)
    }
    guard argumentsTaken < arguments.count else {
      throw fail(.missingArgument(name, given: arguments.count), at: span)
    }
    let value = arguments[argumentsTaken]
    argumentsTaken += 1
    guard let term = kind.term(for: value, span) else {
      throw fail(.unfitArgument(name, needs: kind.need), at: span)
    }
    return .term(term)
  }

  /// Takes `%@`, or `%` and the letters right behind it.
  private mutating func takePlaceholder() -> SourceSpan {
    let sign = take()
    guard sign.kind != .argument, current.word != nil, current.span.start == sign.span.end else {
      return sign.span
    }
    return sign.span.through(take().span)
  }
}

/// What a placeholder may be filled with.
private enum Placeholder {
  case anything
  case keyPath
  case number
  case text

  private static let numberLetters: Set<String> = [
    "d", "i", "u", "x", "X", "o", "hd", "hi", "hu", "ld", "li", "lu", "lld", "lli", "llu", "qd",
    "qi", "qu", "zd", "zu", "f", "F", "g", "G", "e", "E", "a", "A", "lf", "Lf",
  ]

  init?(_ name: String) {
    switch name {
    case "%@": self = .anything
    case "%K": self = .keyPath
    case "%s": self = .text
    case _ where Self.numberLetters.contains(String(name.dropFirst())): self = .number
    default: return nil
    }
  }

  var need: String {
    switch self {
    case .anything: "null, a truth value, a number, text, a date or a list of them"
    case .keyPath: "a key path as text"
    case .number: "a number"
    case .text: "text"
    }
  }

  func term(for value: Value, _ span: SourceSpan) -> Built<Term>? {
    switch (self, value) {
    case (.keyPath, .string(let path)): Self.keyPath(path, span)
    case (.number, .number), (.text, .string), (.anything, _): Self.literal(value, span)
    default: nil
    }
  }

  /// The term that is written for a value; nil for what has no literal.
  private static func literal(_ value: Value, _ span: SourceSpan) -> Built<Term>? {
    switch value {
    case .null: return Built(.null, span)
    case .bool(let flag): return Built(.bool(flag), span)
    case .number(let number): return Built(.number(number), span)
    case .string(let text): return Built(.string(text), span)
    case .date(let instant):
      let text = Located(Term.string(instant.iso8601), span)
      return Built(
        .cast(text, Located(.date, span)), span, size: TreeSize(height: 2, levels: 1))
    case .array(let elements):
      let terms = elements.compactMap { literal($0, span) }
      guard terms.count == elements.count else { return nil }
      return Built(
        .list(terms.map(\.node)), span, size: TreeSize(around: terms.map(\.size), levels: 1))
    case .data, .record: return nil
    }
  }

  /// `a.b`, and `a.@sum.b` where the name is one of an operator; nil for a path without a key.
  private static func keyPath(_ text: String, _ span: SourceSpan) -> Built<Term>? {
    let keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard keys.count <= Parser.depthLimit, keys.allSatisfy({ !$0.isEmpty }) else { return nil }
    var rest = keys[...]
    var path = Located(Term.itself, span)
    while let key = rest.popFirst() {
      if key.first == "@", let operation = KeyOperator(rawValue: String(key.dropFirst())) {
        let operand = operation.takesPath ? Array(rest) : []
        rest = operation.takesPath ? [] : rest
        path = Located(.collected(path, operation, path: operand), span)
      } else {
        path = Located(.member(path, key: key), span)
      }
    }
    return Built(path.syntax, span, size: TreeSize(height: keys.count))
  }
}
