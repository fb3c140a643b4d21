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
