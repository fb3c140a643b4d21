extension Table {
  /// A refused batch in words: the counts the table knows, those of the content now, the updates.
  ///
  /// - Parameter updates: the batch, just refused; the content has not gone back yet.
  package func updateSummary(_ updates: [TableUpdate]) -> String {
    let before = layout.sections.map(\.rowCount)
    let after = (0..<max(0, content.sectionCount)).map { content.rowCount(inSection: $0) }
    let few = updates.prefix(20).map(\.description).joined(separator: ", ")
    let dots = updates.count > 20 ? ", ..." : ""
    return """
      Data source before updates = { \(Self.counts(before)) }
      Data source after updates = { \(Self.counts(after)) }
      Updates = [ \(few)\(dots) ]
      """
  }

  /// The counts of the first sections; more would only fill the screen.
  private static func counts(_ rows: [Int]) -> String {
    let few = rows.prefix(20).map(String.init).joined(separator: ", ")
    let dots = rows.count > 20 ? ", ..." : ""
    return "\(rows.count) section\(rows.count == 1 ? "" : "s") with row counts: [\(few)\(dots)]"
  }
}
