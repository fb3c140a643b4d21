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
