/// A piece of syntax with the place it was read from.
///
/// Two pieces are equal when they say the same, wherever they stand.
package struct Located<Syntax: Sendable & Equatable>: Sendable, Equatable {
  package var syntax: Syntax
  package var span: SourceSpan

  package init(_ syntax: Syntax, _ span: SourceSpan) {
    self.syntax = syntax
    self.span = span
  }

  package static func == (a: Self, b: Self) -> Bool { a.syntax == b.syntax }
}

package typealias ClauseNode = Located<Clause>
package typealias TermNode = Located<Term>

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
