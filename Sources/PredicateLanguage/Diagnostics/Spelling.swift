/// Guesses at what was meant by a word that is not known.
enum Spelling {
  /// The candidate that is fewest edits away.
  ///
  /// - Parameter limit: more edits than this are another word; short words allow fewer.
  /// - Returns: nil when none is near.
  /// - Complexity: O(candidates x length squared), with lengths up to 40.
  static func nearest(
    to word: String, in candidates: some Sequence<String>, limit: Int = 2
  ) -> String? {
    let wanted = Array(word.lowercased().unicodeScalars)
    guard wanted.count <= 40 else { return nil }
    let allowed = min(limit, max(1, wanted.count / 2))
    var best: (distance: Int, candidate: String)?
    for candidate in candidates {
      let scalars = Array(candidate.lowercased().unicodeScalars)
      guard abs(scalars.count - wanted.count) <= allowed else { continue }
      let distance = edits(wanted, scalars)
      if distance <= allowed, distance < (best?.distance ?? .max) { best = (distance, candidate) }
    }
    return best?.candidate
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one word into another.
  private static func edits(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
