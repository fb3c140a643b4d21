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
