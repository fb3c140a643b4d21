package import TableModel

/// One step at a time. For several use an `Arrangement`, which reads the table once.
extension TableSource {
  /// Items ordered within their strip, plain rows within their section; stable, records without
  /// the field last in either direction.
  ///
  /// - Complexity: one scan, O(n log n) comparisons of values computed once for each record.
  package func sorted(
    by keys: [SortKey], checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> ArrangedTable {
    try ArrangedTable(base: self, sortKeys: keys, checkpoint: checkpoint)
  }

  /// A section for each distinct value of a field, titled with it.
  ///
  /// - Parameter asStrips: true for one strip a section instead of plain rows.
  /// - Complexity: one scan, O(n), and O(g log g) for the order of g groups.
  package func grouped(
    by field: FieldPath, order: Arrangement.GroupOrder = .firstAppearance, asStrips: Bool = false,
    checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> ArrangedTable {
    try ArrangedTable(
      base: self, grouping: .byValue(of: field, order: order, asStrips: asStrips),
      checkpoint: checkpoint)
  }

  /// A section for each letter that a field's text begins with, sorted by that field, and the
  /// titles of an index beside it.
  ///
  /// - Complexity: one scan, O(n log n) comparisons.
  package func indexed(
    by field: FieldPath, checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> ArrangedTable {
    try ArrangedTable(base: self, grouping: .byLetter(of: field), checkpoint: checkpoint)
  }

  /// All records as plain rows of one section.
  ///
  /// - Complexity: O(rows); records aren't read.
  package func flattened(
    checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> ArrangedTable {
    try ArrangedTable(base: self, grouping: .flat, checkpoint: checkpoint)
  }
}
