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
      .uselessOption, .quotedKey, .sqlWildcard, .subtractedDate, .hyphenatedKey, .otherKind:
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
    case .uselessOption: .uselessOption
    case .quotedKey(_, let isOrder): isOrder ? .wrongType : .quotedKey
    case .sqlWildcard: .sqlWildcard
    case .subtractedDate: .subtractedDate
    case .hyphenatedKey: .hyphenatedKey
    case .otherKind: .otherKind
    }
  }
}
