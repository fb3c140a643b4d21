import PredicateLanguage
import Rendering

/// What `shelf evaluate` says to one line.
package struct EvaluationAnswer: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    case result(Bool)
    /// - Parameters:
    ///   - kind: the word that machines read.
    ///   - at: the place in the predicate, or in the line if that is what is wrong, in Unicode
    ///     scalars from 0.
    case failure(kind: String, at: Int, message: String, hint: String?)
  }

  package var outcome: Outcome
  /// The predicate as it is printed, when it can be read.
  package var format: String?

  package init(_ outcome: Outcome, format: String? = nil) {
    self.outcome = outcome
    self.format = format
  }

  init(_ error: ConditionError, format: String?) {
    let first = error.first
    self.init(
      .failure(
        kind: first.kind.rawValue, at: first.position, message: first.message, hint: first.hint),
      format: format)
  }

  init(_ error: EvaluationError, format: String) {
    self.init(
      .failure(
        kind: error.kind, at: error.span?.start ?? 0, message: error.description, hint: error.hint),
      format: format)
  }

  init(_ fault: RequestFault) {
    self.init(.failure(kind: "input", at: fault.offset, message: fault.message, hint: nil))
  }
}

extension EvaluationAnswer {
  /// The answer as one line of JSON, without a line break.
  package var json: String {
    var json = JSONText()
    json.object { json in
      switch outcome {
      case .result(let result): json.member("result", result)
      case .failure(let kind, let at, let message, let hint):
        json.key("error")
        json.object { json in
          json.member("kind", kind)
          json.member("at", at)
          json.member("message", message)
          if let hint { json.member("hint", hint) }
        }
      }
      if let format { json.member("format", format) }
    }
    return json.text
  }
}
