import TableModel

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
