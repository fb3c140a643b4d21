import TableModel

extension Parser {
  /// expr = sum { ( "UNION" | "INTERSECT" | "MINUS" ) sum }
  mutating func parseTerm() throws(Failure) -> Phrase {
    var left = try parseSum()
    while let operation = lexSetOperator() {
      left = try join(left, parseSum()) { .combined($0, operation, $1) }
    }
    return left
  }

  private mutating func lexSetOperator() -> SetOperator? {
    guard let word = current.word.map(Keyword.asciiUppercased) else { return nil }
    guard let operation = SetOperator(rawValue: word) else { return nil }
    take()
    return operation
  }

  /// sum = product { ( "+" | "-" ) product }
  private mutating func parseSum() throws(Failure) -> Phrase {
    var left = try parseProduct()
    while let symbol = current.symbol, symbol == .plus || symbol == .minus {
      take()
      let operation: ArithmeticOperator = symbol == .plus ? .plus : .minus
      left = try join(left, parseProduct()) { .arithmetic($0, operation, $1) }
    }
    return left
  }

  /// product = unary { ( "*" | "/" | "%" ) unary }
  private mutating func parseProduct() throws(Failure) -> Phrase {
    var left = try parseUnary()
    while let symbol = current.symbol, symbol == .star || symbol == .slash || symbol == .percent {
      let place = take().span
      left = try join(left, parseUnary()) { a, b in
        switch symbol {
        case .star: .arithmetic(a, .times, b)
        case .slash: .arithmetic(a, .dividedBy, b)
        default: .call(Located(.modulus, place), [a, b])
        }
      }
    }
    return left
  }

  /// unary = "-" unary | power
  private mutating func parseUnary() throws(Failure) -> Phrase {
    guard current.symbol == .minus else { return try parsePower() }
    try descend()
    let minus = take()
    let operand = try requireTerm(parseUnary())
    ascend()
    return .term(Self.negate(operand, minus.span))
  }

  private static func negate(_ operand: Built<Term>, _ minus: SourceSpan) -> Built<Term> {
    let span = minus.through(operand.span)
    if case .number(let number) = operand.node.syntax {
      return Built(.number(number.negated), span)
    }
    return Built(
      .negated(operand.node), span, size: TreeSize(around: [operand.size], levels: 1))
  }

  /// power = postfix { "**" [ "-" ] postfix }
  private mutating func parsePower() throws(Failure) -> Phrase {
    var left = try parsePostfix()
    while lexSymbol(.power) != nil {
      let minus = lexSymbol(.minus)
      var right = try parsePostfix()
      if let minus { right = .term(Self.negate(try requireTerm(right), minus.span)) }
      left = try join(left, right) { .arithmetic($0, .power, $1) }
    }
    return left
  }

  /// A term of two; both sides have to be terms.
  private mutating func join(
    _ left: Phrase, _ right: Phrase, _ make: (TermNode, TermNode) -> Term
  ) throws(Failure) -> Phrase {
    let a = try requireTerm(left)
    let b = try requireTerm(right)
    let term = make(a.node, b.node)
    var size = TreeSize(around: [a.size, b.size])
    if case .call = term { size.levels += 1 }
    if size.height > Self.heightLimit { throw fail(.tooDeep(limit: Self.heightLimit), at: b.span) }
    return .term(Built(term, a.span.through(b.span), size: size))
  }

  /// postfix = atom { "." key | "." key-op | "[" index "]" }
  private mutating func parsePostfix() throws(Failure) -> Phrase {
    var phrase = try parseAtom()
    while current.symbol == .point || current.symbol == .leftBracket {
      let base = try requireTerm(phrase)
      if base.size.height > Self.heightLimit { throw fail(.tooDeep(limit: Self.heightLimit)) }
      phrase = .term(
        current.symbol == .point ? try parseMember(of: base) : try parseIndex(of: base))
    }
    return phrase
  }

  /// "." key | "." key-op
  private mutating func parseMember(of base: Built<Term>) throws(Failure) -> Built<Term> {
    let point = take()
    if case .keyOperator = current.kind { return try parseKeyOperator(of: base) }
    let key = try expectKey(after: point)
    let span = base.span.through(tokens[index - 1].span)
    return Built(.member(base.node, key: key), span, size: TreeSize(around: [base.size]))
  }

  /// key = word | "#" word | quoted; behind a point every word is a key.
  private mutating func expectKey(after point: Token) throws(Failure) -> String {
    switch current.kind {
    case .word(let key), .escapedWord(let key), .quotedKey(let key):
      take()
      return key
    case .number(let number) where current.span.start == point.span.end:
      throw fail(.indexForKey(number.text))
    default:
      throw fail(.expectedKey(after: ".", found: currentText))
    }
  }

  /// key-op = "@" name { "." key }
  ///
  /// The keys belong to the operator only where it asks for them.
  mutating func parseKeyOperator(of base: Built<Term>) throws(Failure) -> Built<Term> {
    guard case .keyOperator(let name) = current.kind else {
      throw fail(.expectedKey(after: ".", found: currentText))
    }
    guard let keyOperator = KeyOperator(rawValue: name) else {
      let near = Spelling.nearest(to: name, in: KeyOperator.allCases.map(\.rawValue))
      throw fail(.unknownKeyOperator(name, suggestion: near ?? Self.keySynonyms[name.lowercased()]))
    }
    let start = base.node.syntax == .itself ? current.span : base.span
    take()
    var path: [String] = []
    while keyOperator.takesPath, current.symbol == .point {
      if case .keyOperator = token(ahead: 1).kind { break }
      let point = take()
      path.append(try expectKey(after: point))
    }
    let span = start.through(tokens[index - 1].span)
    return Built(
      .collected(base.node, keyOperator, path: path), span,
      size: TreeSize(around: [base.size]))
  }

  private static let keySynonyms = [
    "average": "avg", "mean": "avg", "total": "sum", "minimum": "min", "maximum": "max",
    "length": "count", "size": "count", "first": "firstObject", "last": "lastObject",
    "keys": "allKeys", "values": "allValues",
  ]

  /// index = "FIRST" | "LAST" | "SIZE" | expr
  private mutating func parseIndex(of base: Built<Term>) throws(Failure) -> Built<Term> {
    try descend()
    let opener = take().span
    let (index, size) = try parseSubscript()
    ascend()
    let closer = try expectCloser(.rightBracket, of: opener)
    return Built(
      .element(base.node, index), base.span.through(closer),
      size: TreeSize(around: [base.size, size], levels: 1))
  }

  private mutating func parseSubscript() throws(Failure) -> (Subscript, TreeSize) {
    let words: [(String, Subscript)] = [("FIRST", .first), ("LAST", .last), ("SIZE", .size)]
    if token(ahead: 1).symbol == .rightBracket,
      let (_, index) = words.first(where: { isSoftWord(current, $0.0) })
    {
      take()
      return (index, TreeSize())
    }
    let term = try requireTerm(parseTerm())
    return (.at(term.node), term.size)
  }
}
