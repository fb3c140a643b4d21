import TableModel

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
    /// Something that was diagnosed when it was read.
    case invalid
    case end
  }

  enum Symbol: String, Sendable {
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
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case and = "&&"
    case or = "||"
    case not = "!"

    var isOpener: Bool { self == .leftParenthesis || self == .leftBracket || self == .leftBrace }
    var isCloser: Bool { self == .rightParenthesis || self == .rightBracket || self == .rightBrace }

    var relation: Relation? { Relation(rawValue: rawValue) }
  }

  let kind: Kind
  let span: SourceSpan
  /// The reserved word that the token is.
  let keyword: Keyword?

  init(kind: Kind, span: SourceSpan) {
    self.kind = kind
    self.span = span
    if case .word(let word) = kind { keyword = Keyword(word: word) } else { keyword = nil }
  }

  var symbol: Symbol? {
    if case .symbol(let symbol) = kind { symbol } else { nil }
  }

  /// The word, when it is written without an escape.
  var word: String? {
    if case .word(let word) = kind { word } else { nil }
  }

  /// The comparison that the token begins, spelled as a symbol or as a word.
  var relation: Relation? { symbol?.relation ?? keyword?.relation }
}
