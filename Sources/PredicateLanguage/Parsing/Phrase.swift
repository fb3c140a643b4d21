/// What was parsed where both a predicate and an expression may stand.
///
/// The height of the tree goes with it, because everything that walks the tree is recursive.
enum Phrase {
  case clause(Built<Clause>)
  case term(Built<Term>)
  /// What could not be understood; it was reported, and no more is said of it.
  case broken
}

/// A node with the height of its tree.
struct Built<Syntax: Sendable & Equatable> {
  var node: Located<Syntax>
  var height: Int

  init(_ syntax: Syntax, _ span: SourceSpan, height: Int = 1) {
    node = Located(syntax, span)
    self.height = height
  }

  var span: SourceSpan { node.span }
}
