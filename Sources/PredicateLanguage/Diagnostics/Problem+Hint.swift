import TableModel

extension Problem {
  /// The next step, when there is one to name.
  package var hint: String? {
    switch self {
    case .empty: "try `name == \"x\"`"
    case .strayCharacter(let scalar): Self.hint(for: scalar)
    case .keyStartsWithDigit(let text): "for a key of that name write `` `\(text)` ``"
    case .expectedRelation(let after, _, let advice): advice.map { Self.hint($0, after) }
    case .expectedExpression(let after?, let found?): Self.equalityHint(after, found)
    case .trailingInput(_, let text?): "text is written in quotes: \(Printer.quote(text))"
    case .reservedWord(let word): "for a key of that name write `#\(word)`"
    case .missingCloser(_, _, true), .listInBrackets: "lists are written `{1, 2}`"
    case .chainedComparison: "write `a BETWEEN {1, 3}` or `1 < a AND a < 3`"
    case .badOption: "the options are c d n l"
    case .wrongType(.boundsNeeded): "SQL's `BETWEEN 1 AND 5` is `BETWEEN {1, 5}`"
    case .wrongType(.listOrTextNeeded): "lists are written `{1, 2}`"
    case .indexForKey(let number): "an index is written `[\(number)]`"
    case .unknownKeyOperator(let name, let suggestion):
      suggestion.map { "did you mean `@\($0)`?" }
        ?? "the operators are \(Self.keyOperators); for a key of that name write `` `@\(name)` ``"
    case .unknownFunction(_, let suggestion): suggestion.map { "did you mean `\($0)`?" }
    case .unboundVariable(_, let known):
      known.isEmpty
        ? nil : "the variables are " + known.map { "$" + $0 }.joined(separator: " ")
    case .badSubquery: "write SUBQUERY(list, $x, condition)"
    case .castNeedsName, .unknownType: "the types are 'number' 'string' 'date'"
    case .failedCast(_, .number): "numbers are written '12.5', '-3' or '1e6'"
    case .failedCast(_, .date):
      "dates are written '2024-05-01', '2024-05-01T12:30' or '2024-05-01T12:30:15+02:00'"
    case .failedCast: "numbers, truth values and dates have a text"
    case .formatArgument: "write the value itself"
    case .unknownEscape(let letter), .lostBackslash(let letter): "write `\\\\\(letter)`"
    case .unknownKey(_, _, .key(let key)): "did you mean \(Self.code(key))?"
    case .unknownKey(_, _, .text(let text)): "text is written in quotes: \(Printer.quote(text))"
    case .quotedKey(let key, _): "for the key write \(Self.code(Printer.spell(key)))"
    case .sqlWildcard(let pattern): "the wildcards are `*` and `?`: LIKE \(Printer.quote(pattern))"
    case .hyphenatedKey(_, let key): "for the key write \(Self.code(key))"
    case .otherKind(let other) where other.found == .array:
      "ANY \(Printer.spell(other.path)) asks its elements"
    case .otherKind(let other) where other.found == .text: "text is written in quotes"
    case .otherKind(let other) where other.literal == .text:
      "numbers and truth values are written without quotes"
    case .subtractedDate(let text):
      "write \(Printer.quote(text)), or CAST(\(Printer.quote(text)), \"NSDate\") for a date"
    case .unknownPlaceKey(let place, _, let nearest):
      nearest.map { "did you mean `\($0)`?" } ?? "it has `\(place).title` and `\(place).index`"
    case .countOfMissing(let key): "add `OR \(key) == nil`"
    default: nil
    }
  }

  /// What is to be written as it stands, between backquotes; those that are part of it are kept apart.
  static func code(_ text: String) -> String {
    text.contains("`") ? "`` \(text) ``" : "`\(text)`"
  }

  private static let keyOperators =
    KeyOperator.allCases.map { "@" + $0.rawValue }.joined(separator: " ")

  private static func hint(for scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "&": "did you mean `&&`?"
    case "|": "did you mean `||`?"
    case "~": "did you mean CONTAINS or MATCHES?"
    case "^": "powers are written `**`"
    case "?": "did you mean TERNARY(condition, a, b)?"
    case ";": "one condition at a time; join conditions with AND or OR"
    case "#": "`#` escapes a reserved word: `#in`"
    case "$": "a variable is `$` and a name: `$index`"
    case "@": "an operator is `@` and a name: `@count`"
    case "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}":
      "strings are written with straight quotes"
    case "\u{2264}": "write `<=`"
    case "\u{2265}": "write `>=`"
    case "\u{2260}": "write `!=`"
    default: nil
    }
  }

  private static func hint(_ advice: RelationAdvice, _ after: String) -> String {
    switch advice {
    case .relation(let relation): "did you mean \(relation)?"
    case .key(let key): "a key with blanks is written in backquotes: \(Self.code(key))"
    case .truth: "for a truth value write `\(after) == YES`"
    }
  }

  /// Equality in the notation of other languages: `===`, `!==`, `=!`.
  private static func equalityHint(_ after: String, _ found: String) -> String? {
    switch (after, found) {
    case ("=", "="), ("==", "="), ("==", "=="): "equality is written `==`"
    case ("!=", "="), ("!=", "=="), ("=", "!"): "inequality is written `!=`"
    default: nil
    }
  }
}
