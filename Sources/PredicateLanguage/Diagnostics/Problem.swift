package import TableModel

/// Everything that can be wrong with a predicate, with what its message needs.
///
/// Text in the cases is quoted from the predicate; `found` is nil at its end.
package enum Problem: Sendable, Hashable {
  case empty
  case strayCharacter(Unicode.Scalar)
  case comment
  case unterminatedString
  case unterminatedKey
  case badEscape(letter: Unicode.Scalar, digits: Int)
  case loneSurrogate
  case malformedNumber(String)
  case keyStartsWithDigit(String)
  case expectedExpression(after: String?, found: String?)
  case clauseForTerm
  case expectedRelation(after: String, found: String?, advice: RelationAdvice?)
  case reservedWord(String)
  case missingCloser(String, found: String?, isList: Bool)
  case unexpectedCloser(String)
  /// - Parameter text: what several words were probably meant to be.
  case trailingInput(String, text: String?)
  case chainedComparison
  case badOption(String)
  case listInBrackets
  case wrongType(WrongType)
  case wrongCount(name: String, least: Int, most: Int?, got: Int)
  case badRegex(RegexFault)
  case expectedKey(after: String, found: String?)
  case indexForKey(String)
  case expectedComma(found: String?)
  case unknownKeyOperator(String, suggestion: String?)
  case unknownFunction(String, suggestion: String?)
  case unboundVariable(String, known: [String])
  case badSubquery
  case castNeedsName
  case unknownType(String)
  case failedCast(String, to: CastType)
  /// A function of dates without a pattern, or a unit, in quotes.
  case patternNeeded(Function)
  case badPattern(DatePatternFault)
  case unknownUnit(String)
  /// A text that is no date by its pattern.
  case unfitDate(String, pattern: String)
  /// A text where a date is written.
  case textOfText(String)
  case formatArgument(String)
  case missingArgument(String, given: Int)
  case unfitArgument(String, needs: String)
  case unsupportedOperator(String)
  case tooDeep(limit: Int)
  /// A function whose value is another one each time, where a value has to stay.
  case changingFunction(String)

  case unknownEscape(letter: Unicode.Scalar)
  case lostBackslash(letter: Unicode.Scalar)
  case reversedBounds
  /// A path that no item has something at, and the whole one that it begins.
  case unknownKey(AskedPath, of: AskedPath, advice: KeyAdvice?)
  case unknownPlaceKey(String, key: String, nearest: String?)
  case countOfMissing(String)
  case uselessOption(String)
  /// A text that is compared with a literal, and has the name of a key.
  case quotedKey(String, isOrder: Bool)
  /// The wildcards of another language, and the pattern with ours.
  case sqlWildcard(pattern: String)
  /// A date that is read as two subtractions.
  case subtractedDate(String)
  /// A key with hyphens that is read as a subtraction, as it is written.
  case hyphenatedKey(String, key: String)
  /// A key that is compared with a literal of a kind that its values are not of.
  case otherKind(OtherKind)
}

/// A key, the kind of its values in a sample, and a literal of another kind.
package struct OtherKind: Sendable, Hashable {
  package var path: [String]
  /// True for `==`, false for `!=`.
  package var isEquality: Bool
  package var found: ValueKind
  package var literal: ValueKind
}

/// What was probably meant where a comparison was expected.
package enum RelationAdvice: Sendable, Hashable {
  /// Another operator.
  case relation(String)
  /// A key with blanks, as it has to be written.
  case key(String)
  /// A truth value.
  case truth
}

/// What was probably meant by a key that no item has.
package enum KeyAdvice: Sendable, Hashable {
  /// Another key, as it has to be written.
  case key(String)
  /// A text.
  case text(String)
}

/// A literal where its kind can never do.
package enum WrongType: Sendable, Hashable {
  case boundsNeeded
  case listOrTextNeeded(by: String)
  case textNeeded(by: String, found: ValueKind)
  case numberNeeded(by: String, found: ValueKind)
  case collectionNeeded(by: String, found: ValueKind)
  case indexNeeded(found: ValueKind)
  case noOrder(ValueKind, ValueKind)
}

/// Why a regular expression cannot be read.
package enum RegexFault: Error, Sendable, Hashable {
  case missing(String)
  case unopened(String)
  case nothingToRepeat(String)
  case endsInBackslash
  case badRepetition
  case reversedRange
  case unreadable
}
