/// What to show of a database: all of its tables, one of them, or what a query returns.
package struct DatabaseRequest: Sendable, Hashable {
  /// A table or view.
  package var table: String?
  /// A query in SQL, which may only read.
  package var query: String?
  /// The column whose values make sections.
  package var groupBy: String?
  /// The columns, separated by commas, by which the rows of the table are in an order and of which no
  /// two rows have the same; nil for those that the database knows.
  package var key: String?
  /// How long a server is kept at the moment that its rows were read at.
  package var hold = SnapshotHold.standard

  package init(
    table: String? = nil, query: String? = nil, groupBy: String? = nil, key: String? = nil
  ) {
    (self.table, self.query, self.groupBy, self.key) = (table, query, groupBy, key)
  }
}

/// How long a transaction of a server is kept open without reads, so that all of them see the same
/// moment. While one is open, the server clears away no old rows.
package enum SnapshotHold: Sendable, Hashable {
  case seconds(Int)
  /// As long as the database is open.
  case always
  /// Each statement sees a moment of its own.
  case never

  package static let standard = SnapshotHold.seconds(60)
}
