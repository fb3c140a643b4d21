package import TableModel

extension Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "nothing to filter by"
    case .strayCharacter(let scalar): "unexpected \(Self.name(scalar))"
    case .comment: "a condition cannot contain comments"
    case .unterminatedString: "this string is not closed"
    case .unterminatedKey: "this key is not closed"
    case .badEscape(let letter, let digits): "`\\\(letter)` needs \(Self.word(digits)) hex digits"
    case .loneSurrogate: "half of a surrogate pair is not a character"
    case .malformedNumber(let text): "malformed number `\(text)`"
    case .keyStartsWithDigit(let text): "a key cannot start with a digit: `\(text)`"
    case .expectedExpression(let after, let found):
      "expected a value\(Self.after(after)), found \(Self.quote(found))"
    case .clauseForTerm: "this is a condition, but a value is needed here"
    case .expectedRelation(let after, let found, _):
      "expected a comparison after `\(after)`, found \(Self.quote(found))"
    case .reservedWord(let word): "`\(word)` is a reserved word"
    case .missingCloser(let closer, let found, _):
      "expected `\(closer)`, found \(Self.quote(found))"
    case .unexpectedCloser(let closer): "there is nothing for `\(closer)` to close"
    case .trailingInput(let found, _): "expected AND, OR or the end, found `\(found)`"
    case .chainedComparison: "comparisons do not chain"
    case .badOption(let letter): "unknown option `\(letter)`"
    case .listInBrackets: "brackets hold options, not values"
    case .wrongType(let mistake): mistake.description
    case .wrongCount(let name, let least, let most, let got):
      Self.count(name, least, most, got)
    case .badRegex(let fault): "the regex is invalid: \(fault)"
    default: laterDescription
    }
  }

  /// The second half of the messages: names, places and warnings.
  private var laterDescription: String {
    switch self {
    case .expectedKey(let after, let found):
      "expected a key after `\(after)`, found \(Self.quote(found))"
    case .indexForKey(let number): "expected a key after `.`, found the number \(number)"
    case .expectedComma(let found): "expected `,`, found \(Self.quote(found))"
    case .unknownKeyOperator(let name, _): "unknown `@\(name)`"
    case .unknownFunction(let name, _): "unknown function `\(name)`"
    case .unboundVariable(let name, _): "`$\(name)` has no value"
    case .badSubquery: "a subquery's second argument names its element"
    case .castNeedsName: "CAST needs the name of a type"
    case .unknownType(let name): "unknown type `\(name)`"
    case .failedCast(let text, let type): "`\(text)` cannot be read as \(type.words)"
    case .patternNeeded(let function): function.needsPattern
    case .badPattern(let fault): fault.description
    case .unknownUnit(let text): "unknown unit \(Printer.quote(text))"
    case .unfitDate(let text, let pattern):
      "\(Printer.quote(text)) is no date by the pattern \(Printer.quote(pattern))"
    case .textOfText(let text): "\(Printer.quote(text)) is text, not a date"
    case .formatArgument(let text): "`\(text)` needs an argument list"
    case .missingArgument(let text, let given):
      "no argument for `\(text)`: \(given) given"
    case .unfitArgument(let text, let need): "the argument for `\(text)` must be \(need)"
    case .unsupportedOperator(let text): "`\(text)` is not supported"
    case .changingFunction(let name):
      "`\(name)` gives another value each time, and a key has to keep its own"
    case .tooDeep(let limit): "nested more than \(limit) levels deep"
    case .unknownEscape(let letter), .lostBackslash(let letter):
      "`\\\(letter)` in a string is just `\(letter)`"
    case .reversedBounds: "nothing lies between these bounds: the lower one comes first"
    case .unknownKey(let path, _, _): "no item has the key \(Self.code(Printer.spell(path.keys)))"
    case .unknownPlaceKey(let place, let key, _): "`\(place)` has no key \(Self.code(key))"
    case .countOfLevel(let level):
      "`\(level.variable).@count` counts the keys of the \(level.rawValue)'s own record"
    case .wordForKey(let word): "`\(word)` has a meaning of its own here, and is not the key"
    case .recordAmongLists(let key):
      "`\(key)` is a list in some records and one record in others, where its fields are the elements"
    case .nilAsElement: "`nil` is no element of any list"
    case .countOfMissing(let key): "the count of a missing `\(key)` is nil, not 0"
    case .quotedKey(let key, true):
      "`\(Printer.quote(key))` is text, and has no order beside the other side"
    case .quotedKey(let key, false): "`\(Printer.quote(key))` is text, the same for every item"
    case .sqlWildcard: "`%` in a pattern is just a percent sign"
    case .hyphenatedKey(let text, _): "`\(text)` is a subtraction, not a key"
    case .otherKind(let other):
      "\(Self.code(Printer.spell(other.path))) is \(other.found.phrase) in the first records, which"
        + " never equals \(other.literal.phrase)"
    case .subtractedDate(let text): "`\(text)` is a subtraction, not a date"
    case .uselessOption(let letters): "`[\(letters)]` has no effect on a number"
    default: ""
    }
  }

  private static func after(_ text: String?) -> String {
    text.map { " after `\($0)`" } ?? ""
  }

  private static func quote(_ found: String?) -> String {
    found.map { "`\($0)`" } ?? "the end"
  }

  /// A character that can be shown as itself, any other by its number.
  private static func name(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
      .spaceSeparator:
      let number = String(scalar.value, radix: 16, uppercase: true)
      return "character U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
    default: return "`\(scalar)`"
    }
  }

  private static func count(_ name: String, _ least: Int, _ most: Int?, _ got: Int) -> String {
    if name == Relation.between.rawValue { return "BETWEEN takes two bounds, got \(got)" }
    let number = most == nil ? "at least \(word(least))" : word(least)
    return "`\(name)` takes \(number) argument\(least == 1 ? "" : "s"), got \(got)"
  }

  static func word(_ number: Int) -> String {
    let words = ["no", "one", "two", "three", "four"]
    return words.indices.contains(number) ? words[number] : String(number)
  }
}

extension CastType {
  fileprivate var words: String {
    switch self {
    case .number: "a number"
    case .string: "text"
    case .date: "a date"
    }
  }
}

extension WrongType: CustomStringConvertible {
  package var description: String {
    switch self {
    case .boundsNeeded: "BETWEEN needs `{lower, upper}`"
    case .listOrTextNeeded(let name): "\(name) needs a list or text"
    case .textNeeded(let name, let found): "\(name) needs text, not \(found.phrase)"
    case .numberNeeded(let name, let found): "`\(name)` needs a number, not \(found.phrase)"
    case .collectionNeeded(let name, let found): "\(name) needs a list, not \(found.phrase)"
    case .indexNeeded(let found): "an index is a whole number or a key, not \(found.phrase)"
    case .noOrder(let a, let b):
      a == b ? "\(a.plural) have no order" : "\(a.phrase) and \(b.phrase) have no order"
    }
  }
}

extension RegexFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let closer): "missing `\(closer)`"
    case .unopened(let closer): "nothing for `\(closer)` to close"
    case .nothingToRepeat(let mark): "nothing for `\(mark)` to repeat"
    case .endsInBackslash: "it ends in a backslash"
    case .badRepetition: "malformed repetition `{...}`"
    case .reversedRange: "a range whose end is before its start"
    case .unreadable: "it cannot be read"
    }
  }
}

extension ValueKind {
  /// The kind as a sentence names one value of it.
  package var phrase: String {
    switch self {
    case .null: "nil"
    case .bool: "a truth value"
    case .number: "a number"
    case .text: "text"
    case .date: "a date"
    case .data: "data"
    case .array: "a list"
    case .record: "a record"
    }
  }

  /// The kind as a sentence names many values of it.
  var plural: String {
    switch self {
    case .null: "nil values"
    case .bool: "truth values"
    case .number: "numbers"
    case .text: "text"
    case .date: "dates"
    case .data: "data"
    case .array: "lists"
    case .record: "records"
    }
  }
}

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
    case .patternNeeded(.epoch), .unknownUnit:
      "the units are \"s\" \"ms\" \"us\": seconds, milliseconds and microseconds since 1970"
    case .patternNeeded: "patterns are like \"yyyy-MM-dd HH:mm\", in quotes"
    case .badPattern(let fault): fault.hint
    case .textOfText: "text becomes a date with date(text, pattern), or CAST(text, \"NSDate\")"
    case .formatArgument: "write the value itself"
    case .changingFunction(Function.now.rawValue):
      "write the time itself: CAST(\"2024-05-01\", \"NSDate\")"
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
      if let nearest {
        "did you mean `\(nearest)`?"
      } else {
        place == OuterLevel.document.variable
          ? nil : "it has `\(place).title` and `\(place).index`"
      }
    case .countOfLevel(let level):
      "the list in it is none of them; 'show \(level == .row ? "0.0" : "0")' prints the record"
    case .wordForKey(let word): "for the key write `#\(word)`"
    case .recordAmongLists(let key): "`ANY \(key).KEY == ...` asks both alike"
    case .nilAsElement(let advice): "`\(advice)` asks for it"
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

extension Function {
  fileprivate var needsPattern: String {
    self == .epoch ? "`epoch` needs a unit in quotes" : "`\(rawValue)` needs a pattern in quotes"
  }
}
