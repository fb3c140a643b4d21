import TableModel

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
