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
