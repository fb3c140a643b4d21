package import TableModel

/// What may be written at a place of a predicate.
package struct Completion: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case key
    case keyOperator
    case comparison
    case option
    case connective
    case quantifier
    case function
    case value
    case variable
    case bracket
  }

  package struct Proposal: Sendable, Hashable {
    /// The text as it is to be inserted, in canonical spelling.
    package let text: String
    package let kind: Kind
  }

  /// What of the predicate the proposals replace: the word that was begun.
  package let replaced: SourceSpan
  package let proposals: [Proposal]
}

extension Condition {
  /// What may come at a place, likeliest first.
  ///
  /// Only the text before the place counts; it may be unfinished and even wrong.
  /// - Parameters:
  ///   - offset: the place in Unicode scalars; the end of the text when it is behind it.
  ///   - keys: the keys to propose.
  ///   - valuesOfKey: finds values of a key that begin like a word, beside those of `keys`.
  package static func completion(
    of source: String, at offset: Int, options: ConditionOptions = ConditionOptions(),
    keys: KeyCatalog? = nil,
    valuesOfKey: @escaping (_ path: [String], _ prefix: String) -> [Value] = { _, _ in [] }
  ) -> Completion {
    let scalars = Array(source.unicodeScalars.prefix(max(0, offset)))
    let completer = Completer(
      scalars: scalars, options: options, keys: keys, valuesOfKey: valuesOfKey)
    return completer.run()
  }
}

/// Finds out from the text before a place what may come there.
struct Completer {
  let options: ConditionOptions
  let keys: KeyCatalog?
  /// Values of a key that begin in some way, where the catalog has none.
  let valuesOfKey: (_ path: [String], _ prefix: String) -> [Value]
  /// The text before the word that was begun, in tokens without the end.
  private let tokens: [Token]
  private let prefix: String
  /// The word that was begun, and what it was begun with: nothing, `$`, `@`, a back-quote, or the
  /// quote of a text.
  private let fragment: String
  private let sigil: Unicode.Scalar?
  private let replaced: SourceSpan

  init(
    scalars: [Unicode.Scalar], options: ConditionOptions, keys: KeyCatalog?,
    valuesOfKey: @escaping (_ path: [String], _ prefix: String) -> [Value]
  ) {
    self.options = options
    self.keys = keys
    self.valuesOfKey = valuesOfKey
    let word: Int
    if let quote = Self.openQuote(in: scalars) {
      word = quote + 1
      sigil = scalars[quote]
    } else {
      word = Self.wordStart(in: scalars)
      let before = word > 0 ? scalars[word - 1] : " "
      sigil = "$@#`".unicodeScalars.contains(before) ? before : nil
    }
    let start = sigil == nil ? word : word - 1
    fragment = String(String.UnicodeScalarView(scalars[word...]))
    replaced = SourceSpan(start, scalars.count)
    prefix = String(String.UnicodeScalarView(scalars[..<start]))
    var lexer = Lexer(prefix)
    lexer.run()
    tokens = lexer.tokens.dropLast()
  }

  private static func wordStart(in scalars: [Unicode.Scalar]) -> Int {
    var start = scalars.count
    while start > 0, Lexer.isWordPart(scalars[start - 1]) { start -= 1 }
    if start < scalars.count, !Lexer.isWordStart(scalars[start]) { return scalars.count }
    return start
  }

  /// Where the text or the quoted key begins that the end of the source lies in.
  private static func openQuote(in scalars: [Unicode.Scalar]) -> Int? {
    var lexer = Lexer(String(String.UnicodeScalarView(scalars)))
    lexer.run()
    let open = lexer.diagnostics.first {
      $0.problem == .unterminatedString || $0.problem == .unterminatedKey
    }
    return open.map(\.position)
  }

  func run() -> Completion {
    let wanted = fragment.lowercased()
    let proposals = candidates()
    return Completion(
      replaced: replaced,
      proposals: proposals.filter { proposal in
        let name = proposal.text.drop { "$@#`\"'".contains($0) }
        return wanted.isEmpty || name.lowercased().hasPrefix(wanted)
      })
  }

  private func candidates() -> [Completion.Proposal] {
    let last = tokens.last
    if sigil == "$" { return variables() }
    if let sigil, sigil == "\"" || sigil == "'" { return values(quotedWith: sigil) }
    if last?.symbol == .point {
      let below = keyProposals(below: path(before: tokens.count - 1))
      return sigil == "@" ? keyOperators() : below + (sigil == nil ? keyOperators() : [])
    }
    if sigil == "@" { return keyOperators() }
    if last?.symbol == .leftBracket { return inBrackets() }
    if sigil != nil { return keyProposals(below: []) }
    return grammatical()
  }

  // MARK: Kinds of proposals

  private func proposals(
    _ texts: some Sequence<String>, _ kind: Completion.Kind
  ) -> [Completion.Proposal] {
    texts.map { Completion.Proposal(text: $0, kind: kind) }
  }

  private func variables() -> [Completion.Proposal] {
    proposals((options.variables ?? []).sorted().map { "$" + $0 }, .variable)
  }

  private func keyOperators() -> [Completion.Proposal] {
    proposals(KeyOperator.allCases.map { "@" + $0.rawValue }, .keyOperator)
  }

  private func keyProposals(below path: [String]?) -> [Completion.Proposal] {
    guard let path, let keys else { return [] }
    return proposals(keys.keys(below: path).map(Printer.spell), .key)
  }

  private func inBrackets() -> [Completion.Proposal] {
    let isOption = tokens.dropLast().last?.relation != nil
    return isOption
      ? proposals(["c]", "d]", "cd]", "n]"], .option)
      : proposals(["FIRST]", "LAST]", "SIZE]"], .value)
  }

  // MARK: Keys

  /// The keys of the path that ends in front of a token; nil for anything but keys.
  private func path(before end: Int) -> [String]? {
    var path: [String] = []
    var index = end - 1
    while index >= 0 {
      switch tokens[index].kind {
      case .word(let key) where Keyword.meaning(of: key).keyword == .itself:
        return index > 0 && tokens[index - 1].symbol == .point ? nil : path
      case .word(let key), .escapedWord(let key), .quotedKey(let key): path.insert(key, at: 0)
      default: return nil
      }
      guard index > 0, tokens[index - 1].symbol == .point else { return path }
      index -= 2
    }
    return nil
  }

  /// The path that the value at the end is compared with: behind `level ==`, `level IN {1,`.
  private var comparedPath: [String]? {
    var end = tokens.count
    if let last = tokens.last, last.symbol == .comma || last.symbol == .leftBrace {
      guard let open = tokens.lastIndex(where: { $0.symbol == .leftBrace }) else { return nil }
      end = open
    }
    if end > 0, tokens[end - 1].symbol == .rightBracket {
      guard let open = tokens[..<end].lastIndex(where: { $0.symbol == .leftBracket }) else {
        return nil
      }
      end = open
    }
    guard end > 0, tokens[end - 1].relation != nil else { return nil }
    let isNegated = end > 1 && tokens[end - 2].keyword == .not
    return path(before: isNegated ? end - 2 : end - 1)
  }

  /// The values that the compared key has, as they are written: those of the catalog, and behind them
  /// others that begin like the word, if a word or a text was begun.
  private func values(quotedWith quote: Unicode.Scalar = "\"") -> [Completion.Proposal] {
    guard let path = comparedPath else { return [] }
    let known = keys?[path]?.values ?? []
    let isBegun = !fragment.isEmpty || sigil != nil
    let others = isBegun ? valuesOfKey(path, fragment).filter { !known.contains($0) } : []
    return proposals(
      (known + others).compactMap { value in
        switch value {
        case .number(let number): sigil == nil ? number.text : nil
        case .string(let text): Printer.quote(text, with: quote)
        default: nil
        }
      }, .value)
  }

  // MARK: Grammar

  /// What the grammar allows behind the tokens, which the parser says where they end too early.
  private func grammatical() -> [Completion.Proposal] {
    var parser = Parser(prefix)
    _ = parser.run()
    let end = tokens.last?.span.end ?? 0
    let atEnd = parser.diagnostics.first { $0.position >= end }
    switch atEnd?.problem {
    case .empty: return clauseStart()
    case .expectedExpression: return isAtClauseStart ? clauseStart() : operands()
    case .expectedRelation: return relations()
    case .missingCloser(let closer, _, _):
      let closing = proposals([closer], .bracket)
      if closer != ")" { return closing }
      return (parser.endsInTerm ? relations() : connectives()) + closing
    case nil: return parser.diagnostics.isEmpty ? connectives() : []
    default: return []
    }
  }

  private var isAtClauseStart: Bool {
    guard let last = tokens.last else { return true }
    return last.symbol == .and || last.symbol == .or || last.symbol == .not
      || last.symbol == .leftParenthesis || last.keyword == .and || last.keyword == .or
      || last.keyword == .not
  }

  private func clauseStart() -> [Completion.Proposal] {
    keyProposals(below: []) + proposals(["NOT"], .connective)
      + proposals(["ANY", "ALL", "NONE"], .quantifier)
      + proposals(["TRUEPREDICATE", "FALSEPREDICATE"], .value) + functions() + variables()
  }

  private func operands() -> [Completion.Proposal] {
    let last = tokens.last
    let listFirst = last?.relation == .in || last?.relation == .between
    let isTruth = path(before: tokens.count - 1).flatMap { keys?[$0]?.kinds } == [.bool]
    return (listFirst ? proposals(["{"], .bracket) : values())
      + (isTruth ? proposals(["YES", "NO"], .value) : []) + keyProposals(below: [])
      + proposals(isTruth ? ["nil", "SELF"] : ["nil", "YES", "NO", "SELF"], .value) + functions()
      + variables()
  }

  private func functions() -> [Completion.Proposal] {
    proposals(["SUBQUERY(", "TERNARY(", "CAST("], .function)
      + proposals(Function.allCases.map { $0.rawValue + "(" }.sorted(), .function)
  }

  private func connectives() -> [Completion.Proposal] {
    proposals(["AND", "OR"], .connective)
  }

  /// The comparisons that make sense for what is on the left.
  private func relations() -> [Completion.Proposal] {
    let kinds = path(before: tokens.count).flatMap { keys?[$0]?.kinds }?.subtracting([.null]) ?? []
    let orders: [Relation] = [.less, .lessOrEqual, .greater, .greaterOrEqual, .between]
    let texts: [Relation] = [.beginsWith, .endsWith, .contains, .like, .matches]
    let sensible: [Relation]
    switch (kinds.count, kinds.first) {
    case (1, .text): sensible = [.equal, .notEqual] + texts + [.in] + orders
    case (1, .number), (1, .date): sensible = [.equal, .notEqual] + orders + [.in]
    case (1, .bool): sensible = [.equal, .notEqual, .in]
    case (1, .array), (1, .record): sensible = [.contains, .equal, .notEqual]
    default: sensible = [.equal, .notEqual] + orders + texts + [.in]
    }
    return proposals(sensible.map(\.rawValue), .comparison)
  }
}
