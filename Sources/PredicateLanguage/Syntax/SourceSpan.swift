/// A range of a predicate's text, in Unicode scalars from 0.
package struct SourceSpan: Sendable, Hashable {
  package var start: Int
  package var end: Int

  package init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = max(start, end)
  }

  package var length: Int { end - start }

  /// The range from where this one starts to where the other ends.
  package func through(_ other: SourceSpan) -> SourceSpan {
    SourceSpan(start, other.end)
  }
}
