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
    case .formatArgument(let text): "`\(text)` needs an argument list"
    case .missingArgument(let text, let given):
      "no argument for `\(text)`: \(given) given"
    case .unfitArgument(let text, let need): "the argument for `\(text)` must be \(need)"
    case .unsupportedOperator(let text): "`\(text)` is not supported"
    case .tooDeep(let limit): "nested more than \(limit) levels deep"
    case .unknownEscape(let letter), .lostBackslash(let letter):
      "`\\\(letter)` in a string is just `\(letter)`"
    case .reversedBounds: "nothing lies between these bounds: the lower one comes first"
    case .unknownKey(let path, _, _): "no item has the key \(Self.code(Printer.spell(path.keys)))"
    case .unknownPlaceKey(let place, let key, _): "`\(place)` has no key `\(key)`"
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
