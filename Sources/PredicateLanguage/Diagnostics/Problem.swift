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
  /// A word with a meaning of its own that is a key of the records, too.
  case wordForKey(String)
  /// A key that holds a list in some records and a single record in others.
  case recordAmongLists(String)
  /// nil as an element that is looked for, and what asks for it instead.
  case nilAsElement(advice: String)
  /// The count of a section, or of a row, itself.
  case countOfLevel(OuterLevel)
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

/// What is wrong with a predicate, in the words that machines read.
package enum DiagnosticKind: String, Sendable, Hashable, CaseIterable {
  case empty
  case unexpectedCharacter = "unexpected-character"
  case unterminatedString = "unterminated-string"
  case badEscape = "bad-escape"
  case badNumber = "bad-number"
  case expectedExpression = "expected-expression"
  case expectedOperator = "expected-operator"
  case reservedWord = "reserved-word"
  case missingCloser = "missing-closer"
  case unexpectedCloser = "unexpected-closer"
  case trailingInput = "trailing-input"
  case chainedComparison = "chained-comparison"
  case badOption = "bad-option"
  case wrongType = "wrong-type"
  case wrongCount = "wrong-count"
  case badRegex = "bad-regex"
  case expectedKey = "expected-key"
  case expectedComma = "expected-comma"
  case unknownKeyOperator = "unknown-key-operator"
  case unknownFunction = "unknown-function"
  case unboundVariable = "unbound-variable"
  case badSubquery = "bad-subquery"
  case badCast = "bad-cast"
  case badDate = "bad-date"
  case formatArgument = "format-argument"
  case unsupportedOperator = "unsupported-operator"
  case tooDeep = "too-deep"

  case unknownEscape = "unknown-escape"
  case lostBackslash = "lost-backslash"
  case reversedBounds = "reversed-bounds"
  case unknownKey = "unknown-key"
  case countOfMissing = "count-of-missing"
  case wordForKey = "word-for-key"
  case recordAmongLists = "record-among-lists"
  case nilAsElement = "nil-as-element"
  case countOfLevel = "count-of-level"
  case uselessOption = "useless-option"
  case quotedKey = "quoted-key"
  case sqlWildcard = "sql-wildcard"
  case subtractedDate = "subtracted-date"
  case hyphenatedKey = "hyphenated-key"
  case otherKind = "other-kind"

  /// True for warnings, which do not keep a predicate from being used.
  package var isWarning: Bool {
    switch self {
    case .unknownEscape, .lostBackslash, .reversedBounds, .unknownKey, .countOfMissing,
      .wordForKey, .recordAmongLists, .nilAsElement, .countOfLevel, .uselessOption, .quotedKey,
      .sqlWildcard, .subtractedDate,
      .hyphenatedKey, .otherKind:
      true
    default: false
    }
  }
}

extension Problem {
  package var kind: DiagnosticKind {
    switch self {
    case .empty: .empty
    case .strayCharacter, .comment: .unexpectedCharacter
    case .unterminatedString, .unterminatedKey: .unterminatedString
    case .badEscape, .loneSurrogate: .badEscape
    case .malformedNumber, .keyStartsWithDigit: .badNumber
    case .expectedExpression, .clauseForTerm: .expectedExpression
    case .expectedRelation: .expectedOperator
    case .reservedWord: .reservedWord
    case .missingCloser: .missingCloser
    case .unexpectedCloser: .unexpectedCloser
    case .trailingInput: .trailingInput
    case .chainedComparison: .chainedComparison
    case .badOption, .listInBrackets: .badOption
    case .wrongType: .wrongType
    case .wrongCount: .wrongCount
    case .badRegex: .badRegex
    case .expectedKey, .indexForKey: .expectedKey
    case .expectedComma: .expectedComma
    case .unknownKeyOperator: .unknownKeyOperator
    case .unknownFunction: .unknownFunction
    case .unboundVariable: .unboundVariable
    case .badSubquery: .badSubquery
    case .castNeedsName, .unknownType, .failedCast: .badCast
    case .patternNeeded, .badPattern, .unknownUnit, .unfitDate, .textOfText: .badDate
    case .formatArgument, .missingArgument, .unfitArgument: .formatArgument
    case .unsupportedOperator, .changingFunction: .unsupportedOperator
    case .tooDeep: .tooDeep
    case .unknownEscape: .unknownEscape
    case .lostBackslash: .lostBackslash
    case .reversedBounds: .reversedBounds
    case .unknownKey, .unknownPlaceKey: .unknownKey
    case .countOfMissing: .countOfMissing
    case .wordForKey: .wordForKey
    case .recordAmongLists: .recordAmongLists
    case .nilAsElement: .nilAsElement
    case .countOfLevel: .countOfLevel
    case .uselessOption: .uselessOption
    case .quotedKey(_, let isOrder): isOrder ? .wrongType : .quotedKey
    case .sqlWildcard: .sqlWildcard
    case .subtractedDate: .subtractedDate
    case .hyphenatedKey: .hyphenatedKey
    case .otherKind: .otherKind
    }
  }
}

/// Why a predicate cannot be used: everything that is wrong with it, in the order of the text.
package struct ConditionError: Error, Sendable, Hashable {
  package let source: String
  /// Never empty; the first one is the one to show where there is room for one.
  package let diagnostics: [Diagnostic]

  package var first: Diagnostic { diagnostics[0] }

  /// A predicate that was not understood although nothing was found wrong with it.
  init(unreadable source: String) {
    self.source = source
    let place = SourceSpan(0, source.unicodeScalars.count)
    diagnostics = [Diagnostic(.expectedExpression(after: nil, found: source), place)]
  }

  /// A predicate that is refused for what is only a warning elsewhere.
  package init(refusing diagnostic: Diagnostic, in source: String) {
    self.source = source
    diagnostics = [diagnostic]
  }

  /// - Parameter diagnostics: in any order; nil when none of them is an error.
  init?(source: String, diagnostics: [Diagnostic]) {
    var seen: Set<Diagnostic> = []
    // Diagnostics after an unclosed string are unreliable.
    let end = diagnostics.lazy.filter { $0.kind == .unterminatedString }.map(\.position).min()
    let errors = diagnostics.filter {
      !$0.kind.isWarning && $0.position <= end ?? .max && seen.insert($0).inserted
    }
    if errors.isEmpty { return nil }
    self.source = source
    self.diagnostics = errors.enumerated()
      .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
  }
}

extension ConditionError: CustomStringConvertible {
  package var description: String { first.message }
  package var hint: String? { first.hint }
}

/// A problem and its place in the predicate.
package struct Diagnostic: Sendable, Hashable {
  package let problem: Problem
  /// The offending token; the caret stands at its start.
  package let span: SourceSpan
  /// A second place that belongs to the problem: the bracket that was never closed.
  package let related: SourceSpan?

  package init(_ problem: Problem, _ span: SourceSpan, related: SourceSpan? = nil) {
    self.problem = problem
    self.span = span
    self.related = related
  }

  package var kind: DiagnosticKind { problem.kind }
  /// The caret's place, in Unicode scalars from 0.
  package var position: Int { span.start }
  /// How many scalars are meant; 0 at the end of the predicate.
  package var length: Int { span.length }
  package var message: String { problem.description }
  package var hint: String? { problem.hint }
}
