/// What a table is to be narrowed to, ordered by and divided by, for a source that can do some of it
/// where the data is: a database on a server, say.
package struct SourceRequest: Sendable, Hashable {
  /// Nil for all records.
  package var filter: FieldFilter?
  /// The first key decides; records that have none come last, whatever the direction.
  package var order: [FieldOrder]
  /// A section for each value of this key, in the order of a sort, records without one last.
  package var groupKey: [String]?

  package init(
    filter: FieldFilter? = nil, order: [FieldOrder] = [], groupKey: [String]? = nil
  ) {
    (self.filter, self.order, self.groupKey) = (filter, order, groupKey)
  }

  /// The first key of all that is asked.
  var firstKeys: Set<String> {
    Set((filter?.paths ?? []).compactMap(\.first))
      .union(order.compactMap(\.path.first)).union(groupKey?.prefix(1) ?? [])
  }

  package var isEmpty: Bool { filter == nil && order.isEmpty && groupKey == nil }
}

/// A key to order records by.
package struct FieldOrder: Sendable, Hashable {
  package var path: [String]
  package var isAscending: Bool

  package init(_ path: [String], isAscending: Bool = true) {
    (self.path, self.isAscending) = (path, isAscending)
  }
}

/// What a source has made of a request: another table, and what is left to do with it.
package struct SourceAnswer: Sendable {
  /// Shows at least the records that were asked for.
  package var source: any TableSource
  /// How many records the filter was asked about, and nil where the source filters nothing.
  package var filtered: Int?
  /// True where no other records are shown. Otherwise the filter has to be asked again.
  package var isExact: Bool
  package var isOrdered: Bool
  package var isGrouped: Bool

  package init(
    source: any TableSource, filtered: Int?, isExact: Bool, isOrdered: Bool, isGrouped: Bool
  ) {
    (self.source, self.filtered, self.isExact) = (source, filtered, isExact)
    (self.isOrdered, self.isGrouped) = (isOrdered, isGrouped)
  }
}
