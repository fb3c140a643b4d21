import TableModel

/// Turns a predicate's text into tokens.
///
/// `lexX` takes what is there or gives nil and takes nothing; `expectX` diagnoses what is missing.
/// Lexing goes on after every problem, so that all of them are reported.
struct Lexer {
  let scalars: [Unicode.Scalar]
  var position = 0
  var tokens: [Token] = []
  var diagnostics: [Diagnostic] = []
  /// Backslashes before letters that need none, which is usually a regex's mistake.
  var unknownEscapes: [UnknownEscape] = []

  struct UnknownEscape: Sendable {
    var letter: Unicode.Scalar
    var span: SourceSpan
  }

  init(_ source: String) {
    scalars = Array(source.unicodeScalars)
  }

  /// Reads everything; the last token is the end, right behind the last character but blanks.
  mutating func run() {
    skipBlanks()
    while position < scalars.count {
      let start = position
      let kind = lexToken()
      tokens.append(Token(kind: kind, span: SourceSpan(start, position)))
      skipBlanks()
    }
    let end = tokens.last?.span.end ?? 0
    tokens.append(Token(kind: .end, span: SourceSpan(end, end)))
  }

  private mutating func lexToken() -> Token.Kind {
    if lexComment() { return .invalid }
    if let kind = lexString() ?? lexQuotedKey() ?? lexNumber() ?? lexWordOrFunction() {
      return kind
    }
    return lexSigil() ?? lexSymbol() ?? diagnoseCharacter()
  }

  // MARK: Characters

  /// The scalar some places ahead, nil behind the end.
  func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
    let index = position + ahead
    return index < scalars.count ? scalars[index] : nil
  }

  func text(from start: Int, to end: Int? = nil) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<(end ?? position)])
    return String(text)
  }

  mutating func report(_ problem: Problem, from start: Int, to end: Int? = nil) {
    diagnostics.append(Diagnostic(problem, SourceSpan(start, end ?? position)))
  }

  private mutating func skipBlanks() {
    while let scalar = peek(), scalar.properties.isWhitespace { position += 1 }
  }

  // MARK: Words

  static func isWordStart(_ scalar: Unicode.Scalar) -> Bool { SpelledKey.isWordStart(scalar) }
  static func isWordPart(_ scalar: Unicode.Scalar) -> Bool { SpelledKey.isWordPart(scalar) }
  static let asciiDigits = SpelledKey.asciiDigits

  /// A word some places ahead; takes it and what is before it when there is one.
  mutating func lexWord(ahead: Int = 0) -> String? {
    guard let first = peek(ahead), Self.isWordStart(first) else { return nil }
    position += ahead
    let start = position
    while let scalar = peek(), Self.isWordPart(scalar) { position += 1 }
    return text(from: start)
  }

  /// `word`, or `word:word:` where a `(` follows.
  private mutating func lexWordOrFunction() -> Token.Kind? {
    let start = position
    guard let word = lexWord() else { return nil }
    guard peek() == ":", peek(1) != "=" else { return .word(word) }
    let end = position
    while peek() == ":" {
      position += 1
      if lexWord() == nil { break }
    }
    let name = text(from: start)
    var ahead = 0
    while let scalar = peek(ahead), scalar.properties.isWhitespace { ahead += 1 }
    if peek(ahead) == "(" { return .functionName(name) }
    position = end
    return .word(word)
  }

  /// `#word`, `$word`, `@word`, `%@`.
  private mutating func lexSigil() -> Token.Kind? {
    switch peek() {
    case "#": lexWord(ahead: 1).map(Token.Kind.escapedWord)
    case "$": lexWord(ahead: 1).map(Token.Kind.variable)
    case "@": lexWord(ahead: 1).map(Token.Kind.keyOperator)
    case "%": lexArgument()
    default: nil
    }
  }

  /// `%@`, unless it is a remainder by an operator: `a %@count`.
  private mutating func lexArgument() -> Token.Kind? {
    guard peek(1) == "@" else { return nil }
    if let next = peek(2), Self.isWordStart(next) { return nil }
    position += 2
    return .argument
  }

  /// A key between backquotes, with the escapes of strings.
  mutating func lexQuotedKey() -> Token.Kind? {
    guard peek() == "`" else { return nil }
    return .quotedKey(lexQuoted(until: "`", orElse: .unterminatedKey))
  }

  // MARK: Symbols

  /// The longest symbol that begins here: `<=` rather than `<`.
  private mutating func lexSymbol() -> Token.Kind? {
    guard let first = peek(), first.isASCII else { return nil }
    let single = String(first)
    if let second = peek(1), let kind = Self.symbols[single + String(second)] {
      position += 2
      return kind
    }
    guard let kind = Self.symbols[single] else { return nil }
    position += 1
    return kind
  }

  private static let symbols: [String: Token.Kind] = {
    let relations = Relation.ofSpelling.mapValues(Token.Kind.relation)
    return relations.merging(
      Token.Symbol.allCases.map { ($0.rawValue, .symbol($0)) }, uniquingKeysWith: { a, _ in a })
  }()

  /// `/* ... */` and `//` to the end of the line: diagnosed, and skipped whole.
  private mutating func lexComment() -> Bool {
    guard peek() == "/", let next = peek(1), next == "*" || next == "/" else { return false }
    let start = position
    position += 2
    report(.comment, from: start)
    while let scalar = peek() {
      if next == "*", scalar == "*", peek(1) == "/" {
        position += 2
        break
      }
      if next == "/", scalar == "\n" { break }
      position += 1
    }
    return true
  }

  /// Something that begins no token; what was probably meant stands for it.
  private mutating func diagnoseCharacter() -> Token.Kind {
    let start = position
    guard let scalar = peek() else { return .end }
    position += 1
    if scalar == ":", peek() == "=" {
      position += 1
      report(.unsupportedOperator(":="), from: start)
      return .invalid
    }
    report(.strayCharacter(scalar), from: start)
    switch scalar {
    case "&": return .symbol(.and)
    case "|": return .symbol(.or)
    default: return .invalid
    }
  }
}
