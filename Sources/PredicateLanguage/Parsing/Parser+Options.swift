extension Parser {
  /// options = "[" letter { letter } "]"
  mutating func parseOptions(of relation: Relation) throws(Failure) -> Located<TextOptions> {
    let opener = current.span
    guard lexSymbol(.leftBracket) != nil else {
      return Located([], SourceSpan(opener.start, opener.start))
    }
    var options: TextOptions = []
    repeat {
      options.formUnion(try expectLetters(isListLikely: relation == .in || relation == .between))
    } while current.word != nil && token(ahead: 1).symbol == .rightBracket
    let closer = try expectCloser(.rightBracket, of: opener)
    return Located(options, opener.through(closer))
  }

  /// A word of option letters, in any case and order.
  private mutating func expectLetters(isListLikely: Bool) throws(Failure) -> TextOptions {
    guard let word = current.word else {
      let isValue = current.kind != .end && current.symbol == nil
      if isListLikely && isValue { throw fail(.listInBrackets) }
      throw current.kind == .end
        ? fail(.missingCloser("]", found: nil, isList: false), related: tokens[index - 1].span)
        : fail(.badOption(currentText ?? ""))
    }
    var options: TextOptions = []
    for (offset, scalar) in word.unicodeScalars.enumerated() {
      let lowered = scalar.properties.lowercaseMapping
      guard let entry = TextOptions.letters.first(where: { String($0.letter) == lowered }) else {
        let place = current.span.start + offset
        throw fail(
          isListLikely ? .listInBrackets : .badOption(String(scalar)),
          at: SourceSpan(place, place + 1))
      }
      options.insert(entry.option)
    }
    take()
    return options
  }

  /// The bracket that closes what was opened; nothing else will do.
  @discardableResult
  mutating func expectCloser(
    _ closer: Token.Symbol, of opener: SourceSpan, isList: Bool = false
  ) throws(Failure) -> SourceSpan {
    guard let token = lexSymbol(closer) else {
      throw fail(
        .missingCloser(closer.rawValue, found: currentText, isList: isList), related: opener)
    }
    return token.span
  }
}
