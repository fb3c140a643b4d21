package import Arranging
package import TableModel

/// What aggregates leave out of account, in words.
package enum AggregateRemarks {
  /// One sentence for each field of which aggregates leave values out.
  ///
  /// - Parameter names: what the aggregates are called.
  package static func sentences(
    _ aggregates: [Aggregate], _ names: [String], _ found: Aggregation
  ) -> [String] {
    var sentences: [String] = []
    var seen: [Asked] = []
    for aggregate in aggregates {
      guard let field = aggregate.field, let kinds = found.kinds[field],
        let kind = kind(of: aggregate, kinds)
      else { continue }
      let asked = Asked(field: field, kind: kind)
      let left = kinds.records - kinds[kind]
      if seen.contains(asked) || left == 0 { continue }
      seen.append(asked)
      let alike = zip(aggregates, names).filter { other, _ in
        other.field == field && Self.kind(of: other, kinds) == kind
      }
      sentences.append(
        "`\(field)` is no \(kind.rawValue) in \(left) of \(kinds.records) records"
          + " (\(parts(kinds, besides: kind))), which"
          + " \(alike.map(\.1).joined(separator: ", ")) \(alike.count == 1 ? "leaves" : "leave") out"
      )
    }
    return sentences
  }

  private struct Asked: Equatable {
    var field: FieldPath
    var kind: ValueKind
  }

  /// The kind of values that an aggregate takes into account; nil for all.
  private static func kind(of aggregate: Aggregate, _ kinds: KindTally) -> ValueKind? {
    switch aggregate.kind {
    case .sum, .mean, .quantile, .deviation: .number
    case .min, .max: kinds.orderedKind
    case .count, .distinct: nil
    }
  }

  /// `3 text, 1 null, 2 missing`.
  private static func parts(_ kinds: KindTally, besides wanted: ValueKind) -> String {
    var parts = kinds.kinds.filter { $0 != wanted }.map { "\(kinds[$0]) \($0.rawValue)" }
    if kinds[.null] > 0 { parts.append("\(kinds[.null]) null") }
    if kinds.missing > 0 { parts.append("\(kinds.missing) missing") }
    return parts.joined(separator: ", ")
  }
}
