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
