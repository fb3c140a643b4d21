/// Finds what was probably meant by a word that is not known.
package enum Spelling {
  /// Longer words are not compared: nobody mistypes them by a letter or two.
  private static let longest = 64

  /// The candidates that are few edits away, nearest first, at most three.
  ///
  /// An insertion, a deletion, a replacement and a swap of neighbours are one edit each. Few means
  /// up to a third of the word's length, but at least one. Case does not count. Nothing is near a
  /// word of one letter, and a word near one of two letters shares a letter with it.
  ///
  /// - Complexity: O(candidates x length squared).
  package static func matches(for word: String, among candidates: some Sequence<String>)
    -> [String]
  {
    let typed = folded(word)
    guard (2...longest).contains(typed.count) else { return [] }
    let limit = max(1, typed.count / 3)
    let scored = candidates.compactMap { candidate -> (edits: Int, word: String)? in
      let other = folded(candidate)
      guard abs(other.count - typed.count) <= limit else { return nil }
      if typed.count == 2, !typed.contains(where: other.contains) { return nil }
      let edits = edits(typed, other)
      return edits <= limit ? (edits, candidate) : nil
    }
    return scored.sorted { ($0.edits, $0.word) < ($1.edits, $1.word) }.prefix(3).map(\.word)
  }

  /// The candidate that is fewest edits away, if it is near.
  package static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
    matches(for: word, among: candidates).first
  }

  private static func folded(_ word: String) -> [Unicode.Scalar] {
    Array(word.lowercased().unicodeScalars.prefix(longest + 1))
  }

  private static func edits(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
