import PredicateLanguage
package import TableModel

extension ConditionRun {
  /// The first records that stand for the others.
  private static let sampleSize = 512

  /// What records have that a condition can't be asked of, where another system answers for all of them:
  /// what the first ones have, and what that system counts.
  ///
  /// - Complexity: that of `TableSource.unordered(at:)`.
  package func remarks(sampling source: any TableSource) throws(DataError) -> [String] {
    var rest = Self.sampleSize
    try source.scan { address, record throws(DataError) in
      _ = try matches(address, record)
      rest -= 1
      return rest > 0
    }
    if rest > 0 { return remarks() }
    let sampled = mismatches.all.map(\.mismatch)
    let paths = condition.fieldFilter?.filter.orderedPaths ?? []
    var (sentences, counted) = ([String](), Set<Mismatch>())
    for path in paths.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let mismatch = Mismatch(
        purpose: .order, found: .text, term: Condition.spelling(of: path), outcome: .noMatch)
      switch try source.unordered(at: path) {
      case .exact(let count):
        counted.insert(mismatch)
        if count > 0 {
          sentences.append(mismatch.sentence(items: count, outOf: try source.recordCount()))
        }
      case .atLeast where sampled.contains { $0.term == mismatch.term }: break
      case .atLeast:
        sentences.append(
          "items in which `\(mismatch.term)` is of another kind are not counted by the server; "
            + mismatch.outcome.rawValue)
      }
    }
    return sentences
      + sampled.filter { !counted.contains($0) }.map { mismatch in
        "\(mismatch.finding(items: 2)); \(mismatch.outcome.rawValue), and not counted by the server"
      }
  }
}
