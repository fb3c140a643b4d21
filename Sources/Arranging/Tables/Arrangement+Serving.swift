package import TableModel

extension Arrangement {
  /// What a source can be asked to do of it by itself; nil for nothing.
  ///
  /// Filters that follow each other, groups by letters, strips and the order of sections are done here.
  package var request: SourceRequest? {
    var request = SourceRequest()
    if filters.count == 1 { request.filter = filters[0].fields }
    let orders = sortKeys.map { key in
      key.path.keys.map { FieldOrder($0, isAscending: key.ascending) }
    }
    if !orders.contains(where: { $0 == nil }) { request.order = orders.compactMap(\.self) }
    if case .byValue(let field, order: .sorted, asStrips: false) = grouping, sectionOrder == nil {
      request.groupKey = field.keys
    }
    return request.isEmpty ? nil : request
  }

  /// Arranges the records of a table, of which the table itself does as much as it can.
  ///
  /// - Parameter whole: the table with all records.
  /// - Returns: the table to be arranged further, and of how many records a filter was asked there. Nil
  ///   where the whole table has to be arranged here.
  package mutating func serve(from whole: any TableSource) throws(DataError)
    -> (source: any TableSource, filtered: Int?)?
  {
    (isOrderServed, isGroupingServed) = (false, false)
    for index in filters.indices { filters[index].isServed = false }
    guard let request, let answer = try whole.asked(request) else { return nil }
    if request.filter != nil, answer.filtered != nil {
      filters[0].isServed = answer.isExact && filters[0].fieldsSayAll
    }
    isOrderServed = answer.isOrdered
    isGroupingServed = answer.isGrouped
    return (answer.source, answer.filtered)
  }
}

extension ArrangedTable {
  /// The table with a count of what filters have dropped, some of which the base has dropped itself.
  ///
  /// - Parameter count: the records without any filter.
  package func outOf(_ count: Int) throws(DataError) -> ArrangedTable {
    var table = self
    let kept: Int
    if let tally { kept = tally.kept } else { kept = try recordCount() }
    table.tally = tally ?? Tally(kept: kept)
    table.tally?.dropped = count - kept
    return table
  }
}
