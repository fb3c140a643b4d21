/// Proposals for a word that is not known: the nearest of the words that are.
package enum Nearest {
  /// At most three words within a third of the typed word's length (one edit at least), nearest
  /// first; a swap of neighbours is one edit.
  ///
  /// - Complexity: O(candidates x length squared).
  package static func matches(for word: String, among candidates: some Sequence<String>)
    -> [String]
  {
    let typed = Array(word.lowercased())
    let limit = max(1, typed.count / 3)
    let scored = candidates.compactMap { candidate -> (Int, String)? in
      let folded = Array(candidate.lowercased())
      if !typed.isEmpty, folded == typed { return (0, candidate) }
      guard abs(folded.count - typed.count) <= limit else { return nil }
      let edits = distance(typed, folded)
      return edits <= limit ? (edits, candidate) : nil
    }
    return scored.sorted { $0 < $1 }.prefix(3).map(\.1)
  }

  /// Damerau-Levenshtein distance with adjacent transpositions.
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(previous[j + 1] + 1, row[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforePrevious[j - 1] + 1)
        }
        row.append(best)
      }
      (beforePrevious, previous) = (previous, row)
    }
    return previous[b.count]
  }
}
