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
    case .formatArgument, .missingArgument, .unfitArgument: .formatArgument
    case .unsupportedOperator: .unsupportedOperator
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
