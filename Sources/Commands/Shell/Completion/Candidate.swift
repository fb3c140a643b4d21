/// A word that completion offers.
package struct Candidate: Sendable, Hashable {
  /// What replaces the typed word, quoted if need be.
  package var text: String
  package var summary: String
  /// True when the word may go on (a directory), so that no blank follows it.
  package var isPartial: Bool

  package init(_ text: String, _ summary: String = "", isPartial: Bool = false) {
    self.text = text
    self.summary = summary
    self.isPartial = isPartial
  }
}

/// Candidates for a place in a line, and what they replace.
package struct Completion: Sendable, Hashable {
  package var candidates: [Candidate]
  /// Character offsets into the line.
  package var range: Range<Int>
  /// True when time ran out and there may be more.
  package var isTruncated = false
}
