package import PredicateLanguage
package import TableModel

extension ConditionRun {
  /// The first records that stand for the others.
  private static let sampleSize = 512

  /// What records have that a condition can't be asked of, where another system answers for all of them:
  /// what the first ones have, and what that system counts.
  ///
  /// - Parameter isWanted: says of a mismatch whether it is worth a sentence.
  /// - Complexity: that of `TableDatabase.strayTexts(at:)`.
  package func remarks(
    sampling source: any TableSource, where isWanted: (Mismatch) -> Bool
  ) throws(DataError) -> [String] {
    var rest = Self.sampleSize
    try source.scan { address, record throws(DataError) in
      _ = try matches(address, record)
      rest -= 1
      return rest > 0
    }
    if rest > 0 { return remarks(where: isWanted) }
    let sampled = mismatches.all.map(\.mismatch).filter(isWanted)
    let counts = try strayTexts(in: source).filter { isWanted($0.mismatch) }
    let others = counts.filter { mismatch, count in
      count == nil && !sampled.contains { $0.term == mismatch.term }
    }
    let counted = Set(counts.filter { $0.count != nil }.map(\.mismatch))
    return try Self.sentences(counts, source)
      + others.map { mismatch, _ in
        "items in which `\(mismatch.term)` is of another kind are not counted by the server; "
          + mismatch.outcome.rawValue
      }
      + sampled.filter { !counted.contains($0) }.map { mismatch in
        "\(mismatch.finding(items: 2)); \(mismatch.outcome.rawValue), and not counted by the server"
      }
  }

  /// What the system that has left out some of the records counts of those that a condition can't be asked
  /// of; the others are asked here.
  package func remarks(onLeftOutOf source: any TableSource) throws(DataError) -> [String] {
    try Self.sentences(strayTexts(in: source), source)
  }

  private static func sentences(
    _ counts: [(mismatch: Mismatch, count: Int?)], _ source: any TableSource
  ) throws(DataError) -> [String] {
    let total = try source.recordCount()
    return counts.compactMap { mismatch, count in
      guard let count, count > 0 else { return nil }
      return mismatch.sentence(items: count, outOf: total)
    }
  }

  /// The keys by whose order a source answers, and how many texts it counts there; nil for a count that it
  /// does not make.
  private func strayTexts(in source: any TableSource) throws(DataError)
    -> [(mismatch: Mismatch, count: Int?)]
  {
    let paths = condition.fieldFilter?.filter.orderedPaths ?? []
    var counts: [(mismatch: Mismatch, count: Int?)] = []
    for path in paths.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard let extent = try source.database?.strayTexts(at: path) else { continue }
      let mismatch = Mismatch(
        purpose: .order, found: .text, term: Condition.spelling(of: path), outcome: .noMatch)
      counts.append((mismatch, extent.isExact ? extent.known : nil))
    }
    return counts
  }
}
