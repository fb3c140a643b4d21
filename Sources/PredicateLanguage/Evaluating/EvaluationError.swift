import TableModel

/// Why a condition gave no answer for an item.
package enum EvaluationError: Error, Sendable, Hashable {
  /// Only when mismatches are errors.
  case mismatch(Mismatch, at: SourceSpan)
  case unboundVariable(String, at: SourceSpan)
  /// A pattern that came from the data and cannot be read.
  case badRegex(pattern: String, RegexFault, at: SourceSpan)
  case regexTooCostly(pattern: String, steps: Int, at: SourceSpan)
  case tooMuchWork(steps: Int)
  case cancelled
}

extension EvaluationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .mismatch(let mismatch, _): Self.describe(mismatch)
    case .unboundVariable(let name, _): "`$\(name)` has no value"
    case .badRegex(_, let fault, _): "the regex is invalid: \(fault)"
    case .regexTooCostly(let pattern, let steps, _):
      "gave up on the regex `\(pattern)` after \(steps) steps in one text"
    case .tooMuchWork(let steps): "gave up on the condition after \(steps) steps in one item"
    case .cancelled: "cancelled"
    }
  }

  /// What to do next, when there is something.
  package var hint: String? {
    switch self {
    case .regexTooCostly: "avoid repetitions of repetitions, like `(a+)+`"
    default: nil
    }
  }

  /// The place in the predicate that gave the error.
  package var span: SourceSpan? {
    switch self {
    case .mismatch(_, let span), .unboundVariable(_, let span), .badRegex(_, _, let span),
      .regexTooCostly(_, _, let span):
      span
    case .tooMuchWork, .cancelled: nil
    }
  }

  /// The word that machines read.
  package var kind: String {
    switch self {
    case .mismatch: "mismatch"
    case .unboundVariable: DiagnosticKind.unboundVariable.rawValue
    case .badRegex: DiagnosticKind.badRegex.rawValue
    case .regexTooCostly: "regex-too-costly"
    case .tooMuchWork: "too-much-work"
    case .cancelled: "cancelled"
    }
  }

  private static func describe(_ mismatch: Mismatch) -> String {
    let found = mismatch.found.phrase
    return switch mismatch.purpose {
    case .order: "`\(mismatch.term)` is \(found), which has no order here"
    case .text: "`\(mismatch.term)` is \(found), not text"
    case .collection: "`\(mismatch.term)` is \(found), not a list"
    case .index: "there is no element `\(mismatch.term)`"
    case .arithmetic: "`\(mismatch.term)` is \(found), not a number"
    case .bounds: "`\(mismatch.term)` is not `{lower, upper}`"
    case .castToNumber: "`\(mismatch.term)` is \(found) that can't be read as a number"
    case .castToText: "`\(mismatch.term)` is \(found), which has no text"
    case .pattern: "`\(mismatch.term)` is \(found) that does not fit the pattern"
    case .date: "`\(mismatch.term)` is \(found), not a date"
    case .epoch: "`\(mismatch.term)` is a number beyond the year 9999"
    case .castToDate: "`\(mismatch.term)` is \(found) that can't be read as a date"
    }
  }
}
