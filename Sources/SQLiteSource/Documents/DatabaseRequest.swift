/// What to show of a database: all of its tables, one of them, or what a query returns.
package struct DatabaseRequest: Sendable, Hashable {
  /// A table or view.
  package var table: String?
  /// A query in SQL, which may only read.
  package var query: String?
  /// The column whose values make sections.
  package var groupBy: String?

  package init(table: String? = nil, query: String? = nil, groupBy: String? = nil) {
    self.table = table
    self.query = query
    self.groupBy = groupBy
  }
}
