import TableModel

/// Turns tokens into a syntax tree by recursive descent, without backtracking.
///
///     predicate  = and-pred { ( "OR" | "||" ) and-pred }
///     and-pred   = not-pred { ( "AND" | "&&" ) not-pred }
///     not-pred   = ( "NOT" | "!" ) not-pred | primary
///     primary    = "TRUEPREDICATE" | "FALSEPREDICATE" | comparison
///     comparison = [ "ANY" | "SOME" | "ALL" | "NONE" ] expr operator [ options ] expr
///     operator   = "=" | "==" | "!=" | "<>" | "<" | "<=" | "=<" | ">" | ">=" | "=>"
///                | [ "NOT" ] word-op
///     word-op    = "BETWEEN" | "IN" | "CONTAINS" | "BEGINSWITH" | "ENDSWITH" | "LIKE" | "MATCHES"
///     options    = "[" letter { letter } "]"
///     expr       = sum { ( "UNION" | "INTERSECT" | "MINUS" ) sum }
///     sum        = product { ( "+" | "-" ) product }
///     product    = unary { ( "*" | "/" | "%" ) unary }
///     unary      = "-" unary | power
///     power      = postfix { "**" [ "-" ] postfix }
///     postfix    = atom { "." key | "." key-op | "[" index "]" }
///     index      = "FIRST" | "LAST" | "SIZE" | expr
///     key-op     = "@" name { "." key }
///     key        = word | "#" word | "`" characters "`"
///     atom       = number | string | "NULL" | "NIL" | "TRUE" | "YES" | "FALSE" | "NO" | "SELF"
///                | "{" [ expr { "," expr } ] "}" | "(" predicate ")" | "(" expr ")"
///                | "$" word | key-op | call | key | argument
///     call       = function "(" [ expr { "," expr } ] ")"
///                | "SUBQUERY" "(" expr "," "$" word "," predicate ")"
///                | "TERNARY" "(" predicate "," expr "," expr ")"
///                | "CAST" "(" expr "," string ")"
///     argument   = "%@" | "%K" | "%" number-letters | "%s"
///
/// A parenthesis may hold a predicate or an expression, and which one shows only at its end:
/// `(a + b) * 2 > c`, `(a > b) AND c`. Its inside is parsed once into a `Phrase`, which is either;
/// the caller then requires the one that it needs.
struct Parser {
  /// Deeper nesting is refused, so that no text can exhaust the stack.
  static let depthLimit = 200
  /// Longer chains of left-associative operators are refused for the same reason.
  static let heightLimit = 1000

  let lexer: Lexer
  let tokens: [Token]
  var index = 0
  var depth = 0
  /// How many brackets are open, to find the end of what is skipped after an error.
  var openBrackets = 0
  var diagnostics: [Diagnostic]
  /// True when the text ended behind a value in parentheses, where a comparison may follow.
  var endsInTerm = false
  /// The right side of the last BETWEEN when it is not a list, to recognise `BETWEEN 1 AND 5`.
  var looseBounds: (span: SourceSpan, next: Int)?
  /// The right side of the last comparison and the token behind it, to recognise text without quotes.
  var lastRight: (term: TermNode, next: Int)?

  /// Thrown after a problem was reported, to get to where parsing can go on.
  struct Failure: Error {}

  /// What placeholders stand for; nil where there is no argument list.
  let arguments: [Value]?
  var argumentsTaken = 0

  init(_ source: String, arguments: [Value]? = nil) {
    self.arguments = arguments
    var lexer = Lexer(source)
    lexer.run()
    self.lexer = lexer
    tokens = lexer.tokens
    diagnostics = lexer.diagnostics
  }

  /// Parses everything.
  ///
  /// - Returns: the tree; with diagnostics only what could be understood, nil when nothing was.
  mutating func run() -> ClauseNode? {
    whole { (parser) throws(Failure) in try parser.requireClause(parser.parsePredicate()) }
  }

  /// The same for an expression; a predicate in its place stands for its truth.
  mutating func runExpression() -> TermNode? {
    whole { (parser) throws(Failure) in
      let phrase = parser.parsePredicate()
      guard case .clause(let clause) = phrase else { return try parser.requireTerm(phrase) }
      return Built(
        Term.truth(of: clause.node), clause.span,
        size: TreeSize(around: [clause.size], levels: 1))
    }
  }

  private mutating func whole<Syntax>(
    _ parse: (inout Parser) throws(Failure) -> Built<Syntax>
  ) -> Located<Syntax>? {
    if tokens.count == 1 {
      report(.empty, SourceSpan(0, 0))
      return nil
    }
    do {
      let built = try parse(&self)
      try expectEnd()
      if built.size.levels > Self.depthLimit {
        throw fail(.tooDeep(limit: Self.depthLimit), at: built.span)
      }
      return built.node
    } catch {
      return nil
    }
  }

  private mutating func expectEnd() throws(Failure) {
    switch current.kind {
    case .end: return
    case .invalid: throw Failure()
    case .symbol(let symbol) where symbol.isCloser: throw fail(.unexpectedCloser(symbol.rawValue))
    case .symbol(.leftBracket): throw fail(.trailingInput(currentText ?? "", text: nil))
    case _ where current.relation != nil: throw fail(.chainedComparison)
    default: throw fail(.trailingInput(currentText ?? "", text: textWithoutQuotes))
    }
  }

  // MARK: Tokens

  var current: Token { tokens[index] }

  /// The token some places ahead; the end when there are not as many.
  func token(ahead: Int) -> Token {
    tokens[min(index + ahead, tokens.count - 1)]
  }

  /// The text of the token at hand; nil at the end.
  var currentText: String? {
    current.kind == .end ? nil : text(current.span)
  }

  /// The text of the token before; nil at the start.
  var previousText: String? {
    index == 0 ? nil : text(tokens[index - 1].span)
  }

  func text(_ span: SourceSpan) -> String {
    lexer.text(from: span.start, to: span.end)
  }

  /// Takes the token at hand; the end is never taken.
  @discardableResult
  mutating func take() -> Token {
    let token = current
    if index < tokens.count - 1 { index += 1 }
    if token.symbol?.isOpener == true { openBrackets += 1 }
    if token.symbol?.isCloser == true { openBrackets -= 1 }
    return token
  }

  mutating func lexSymbol(_ symbol: Token.Symbol) -> Token? {
    current.symbol == symbol ? take() : nil
  }

  mutating func lexKeyword(_ keyword: Keyword) -> Token? {
    current.keyword == keyword ? take() : nil
  }

  /// A word that means something only in its place.
  func isSoftWord(_ token: Token, _ word: String) -> Bool {
    token.word.map { Keyword.asciiUppercased($0) == word } ?? false
  }

  // MARK: Depth

  mutating func descend() throws(Failure) {
    depth += 1
    if depth > Self.depthLimit { throw fail(.tooDeep(limit: Self.depthLimit)) }
  }

  mutating func ascend() {
    depth -= 1
  }

  // MARK: Problems

  mutating func report(_ problem: Problem, _ span: SourceSpan, related: SourceSpan? = nil) {
    diagnostics.append(Diagnostic(problem, span, related: related))
  }

  /// Reports a problem with the token at hand, unless the lexer has already reported it.
  mutating func fail(
    _ problem: Problem, at span: SourceSpan? = nil, related: SourceSpan? = nil
  ) -> Failure {
    if span == nil, current.kind == .invalid { return Failure() }
    if span == nil, current.kind == .argument {
      report(.formatArgument("%@"), current.span)
    } else {
      report(problem, span ?? current.span, related: related)
    }
    return Failure()
  }
}
