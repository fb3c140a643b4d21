/// Finds the name that somebody probably meant.
package enum NearestKey {
  private static let longest = 64
  private static let most = 2000

  /// The candidate with the fewest changed letters, if they are few for the word's length.
  ///
  /// - Complexity: O(candidates x length²); long lists and words are cut.
  package static func of(_ word: String, in candidates: some Sequence<String>) -> String? {
    let wanted = folded(word)
    let allowed = max(1, wanted.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in candidates.prefix(most) {
      let other = folded(candidate)
      guard abs(other.count - wanted.count) <= allowed else { continue }
      let distance = distance(wanted, other)
      if distance <= allowed, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.name
  }

  private static func folded(_ word: String) -> [Character] {
    Array(word.lowercased().prefix(longest))
  }

  /// Insertions, deletions, replacements and swaps of neighbours.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var row = [i + 1]
      for (j, y) in b.enumerated() {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (x == y ? 0 : 1))
        if i > 0, j > 0, x == b[j - 1], a[i - 1] == y { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
