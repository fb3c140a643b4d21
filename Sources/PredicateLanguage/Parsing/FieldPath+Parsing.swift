package import TableModel

extension FieldPath {
  /// Reads a path as people write it: keys as in conditions with points between them, and places
  /// in lists, `[FIRST]` and `[LAST]` among them. `$row`, `$section` and `$document` at the head, without
  /// backquotes, are the levels.
  ///
  /// - Parameter hasSizes: whether `[SIZE]` is read, as `@count`.
  /// - Returns: nil when a backquote or a bracket is not closed, an escape is malformed, a step is
  ///   empty or an index is not a whole number.
  package init?(parsing text: String, hasSizes: Bool = false) {
    self.init()
    if text == "SELF" || text == "." { return }
    var lexer = Lexer(text)
    var expectsKey = true
    while let first = lexer.peek() {
      if first == "." {
        guard !expectsKey else { return nil }
        lexer.position += 1
        expectsKey = true
        continue
      }
      let isIndex = first == "["
      guard expectsKey ? !isIndex || steps.isEmpty : isIndex,
        var step = isIndex ? lexer.lexIndex(hasSizes: hasSizes) : lexer.lexPathKey()
      else { return nil }
      if first == "$", steps.isEmpty, case .key(let key) = step,
        let level = OuterLevel(variable: key)
      {
        step = .key(level.fieldKey)
      }
      steps.append(step)
      expectsKey = false
    }
    if expectsKey { return nil }
  }
}

extension Lexer {
  /// A key in backquotes, `#word`, or everything up to a point or a bracket.
  fileprivate mutating func lexPathKey() -> FieldPath.Step? {
    if let quoted = lexQuotedKey() {
      guard case .quotedKey(let key) = quoted, diagnostics.isEmpty else { return nil }
      return .key(key)
    }
    let start = position
    while let scalar = peek(), scalar != ".", scalar != "[" { position += 1 }
    let key = text(from: start)
    let word = key.dropFirst()
    return .key(key.hasPrefix("#") && SpelledKey.isWord(String(word)) ? String(word) : key)
  }

  /// `[0]`, `['key']`, `[LAST]`.
  fileprivate mutating func lexIndex(hasSizes: Bool) -> FieldPath.Step? {
    position += 1
    let start = position
    if let string = lexString() {
      guard case .string(let key) = string, diagnostics.isEmpty, peek() == "]" else { return nil }
      position += 1
      return .key(key)
    }
    while let scalar = peek(), scalar != "]" { position += 1 }
    guard peek() == "]" else { return nil }
    let text = text(from: start)
    position += 1
    switch Keyword.asciiUppercased(text) {
    case "FIRST": return .index(0)
    case "LAST": return .index(-1)
    case "SIZE" where hasSizes: return .key("@" + KeyOperator.count.rawValue)
    default: return Int(text).map { .index($0) }
    }
  }
}
