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
