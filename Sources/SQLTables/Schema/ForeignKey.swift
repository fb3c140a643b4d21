/// Columns of a table that name a row of another one.
package struct ForeignKey: Sendable, Hashable {
  /// The columns, in the order of those that they refer to.
  package var columns: [String]
  /// The table that is referred to, as messages call it.
  package var target: String
  /// Its columns, of which no two rows have the same.
  package var targetColumns: [String]
  /// Whether an index finds the rows that refer to one.
  package var isIndexed: Bool

  package init(columns: [String], target: String, targetColumns: [String], isIndexed: Bool) {
    (self.columns, self.target) = (columns, target)
    (self.targetColumns, self.isIndexed) = (targetColumns, isIndexed)
  }
}
