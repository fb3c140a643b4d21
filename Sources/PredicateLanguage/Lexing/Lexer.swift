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

/// The smallest piece of a predicate that means something.
struct Token: Sendable {
  enum Kind: Sendable, Equatable {
    case word(String)
    /// `#word`: a key, whatever the word means elsewhere.
    case escapedWord(String)
    /// A key between back-quotes.
    case quotedKey(String)
    case string(String)
    case number(NumberText)
    /// `$name`, without the `$`.
    case variable(String)
    /// `@name`, without the `@`.
    case keyOperator(String)
    /// A function's name with colons, `modulus:by:`; there is a `(` behind it.
    case functionName(String)
    /// `%@`, which stands for an argument where there are arguments.
    case argument
    case symbol(Symbol)
    /// A comparison that is written as a symbol: `==`, `<`. One that is a word is a `word`.
    case relation(Relation)
    /// Something that was diagnosed when it was read.
    case invalid
    case end
  }

  enum Symbol: String, CaseIterable, Sendable {
    case leftParenthesis = "("
    case rightParenthesis = ")"
    case leftBracket = "["
    case rightBracket = "]"
    case leftBrace = "{"
    case rightBrace = "}"
    case comma = ","
    case point = "."
    case plus = "+"
    case minus = "-"
    case star = "*"
    case power = "**"
    case slash = "/"
    case percent = "%"
    case and = "&&"
    case or = "||"
    case not = "!"

    var isOpener: Bool { self == .leftParenthesis || self == .leftBracket || self == .leftBrace }
    var isCloser: Bool { self == .rightParenthesis || self == .rightBracket || self == .rightBrace }
  }

  let kind: Kind
  let span: SourceSpan
  /// The reserved word that the token is, unless it is a comparison.
  let keyword: Keyword?
  /// The comparison that the token is, spelled as a symbol or as a word.
  let relation: Relation?

  init(kind: Kind, span: SourceSpan) {
    self.kind = kind
    self.span = span
    switch kind {
    case .word(let word): (keyword, relation) = Keyword.meaning(of: word)
    case .relation(let relation): (keyword, self.relation) = (nil, relation)
    default: (keyword, relation) = (nil, nil)
    }
  }

  var symbol: Symbol? {
    if case .symbol(let symbol) = kind { symbol } else { nil }
  }

  /// The word, when it is written without an escape.
  var word: String? {
    if case .word(let word) = kind { word } else { nil }
  }

  /// True for a word that cannot be a key unless it is escaped.
  var isReserved: Bool { keyword != nil || wordRelation != nil }

  /// The comparison that the token is, where it is a word.
  var wordRelation: Relation? { word == nil ? nil : relation }

  /// The comparison that the token is, where it is a symbol.
  var symbolRelation: Relation? { word == nil ? relation : nil }
}

/// The words that, besides the comparisons, cannot be keys unless they are escaped: `#any`.
///
/// All other words that mean something (`FIRST`, `SUBQUERY`, `UNION`...) do so only in their
/// place, because data is full of keys called `first` and `size`.
enum Keyword: String, CaseIterable, Sendable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case any = "ANY"
  case some = "SOME"
  case all = "ALL"
  case none = "NONE"
  case `true` = "TRUE"
  case yes = "YES"
  case `false` = "FALSE"
  case no = "NO"
  case null = "NULL"
  case `nil` = "NIL"
  case itself = "SELF"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"

  /// What a word is besides a key: a keyword, a comparison or neither.
  ///
  /// - Parameter word: in any case.
  static func meaning(of word: String) -> (keyword: Keyword?, relation: Relation?) {
    guard word.utf8.count <= longest else { return (nil, nil) }
    return meanings[asciiUppercased(word)] ?? (nil, nil)
  }

  /// True when a word, in any case, cannot be a key unless it is escaped.
  static func isReserved(_ word: String) -> Bool {
    let (keyword, relation) = meaning(of: word)
    return keyword != nil || relation != nil
  }

  private static let longest =
    (allCases.map(\.rawValue) + Relation.words).map(\.utf8.count).max() ?? 0

  private static let meanings: [String: (keyword: Keyword?, relation: Relation?)] = {
    var meanings: [String: (keyword: Keyword?, relation: Relation?)] = [:]
    for keyword in allCases { meanings[keyword.rawValue] = (keyword, nil) }
    for word in Relation.words { meanings[word] = (nil, Relation.ofSpelling[word]) }
    return meanings
  }()

  /// Upper case by ASCII only: `ı` and `ſ`, whose capitals are `I` and `S`, are not letters of a
  /// keyword.
  static func asciiUppercased(_ word: String) -> String {
    String(
      decoding: word.utf8.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }, as: UTF8.self)
  }

  /// True for words that are a value: `YES`, `nil`, `SELF`.
  var isValue: Bool {
    switch self {
    case .true, .yes, .false, .no, .null, .nil, .itself: true
    default: false
    }
  }
}
