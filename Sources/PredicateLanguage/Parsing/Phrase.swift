/// What was parsed where both a predicate and an expression may stand.
enum Phrase {
  case clause(Built<Clause>)
  case term(Built<Term>)
  /// What could not be understood; it was reported, and no more is said of it.
  case broken
}

/// A node with the size of its tree.
struct Built<Syntax: Sendable & Equatable> {
  var node: Located<Syntax>
  var size: TreeSize

  init(_ syntax: Syntax, _ span: SourceSpan, size: TreeSize = TreeSize()) {
    node = Located(syntax, span)
    self.size = size
  }

  var span: SourceSpan { node.span }
}

/// How large a tree is, because everything that walks one is recursive.
struct TreeSize {
  /// The nodes on the longest way down.
  var height = 1
  /// The brackets within each other when the tree is printed, which must be allowed to be read.
  var levels = 0

  init(height: Int = 1, levels: Int = 0) {
    self.height = height
    self.levels = levels
  }

  /// - Parameter levels: the brackets that the node itself adds.
  init(around parts: [TreeSize], levels: Int = 0) {
    height = 1 + (parts.map(\.height).max() ?? 0)
    self.levels = levels + (parts.map(\.levels).max() ?? 0)
  }
}
