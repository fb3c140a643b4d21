import TableModel

/// Which characters the product may use for its own marks; data keeps its characters in both.
package enum Charset: String, Sendable, Hashable, CaseIterable {
  case unicode
  case ascii

  /// What stands for text that was left out.
  package var ellipsis: String { self == .unicode ? "…" : "..." }

  /// The set of the work under way, where nobody says another.
  package static var current: Charset { Mark.isPlain ? .ascii : .unicode }
}
