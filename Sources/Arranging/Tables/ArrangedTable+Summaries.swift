package import TableModel

/// Summaries from columns, where the base can read them without a scan: the same as those of the
/// records, and they can be stopped in the same way.
extension ArrangedTable {
  /// The fields of the records, from their text; those that records would have where there are none.
  ///
  /// - Parameter budget: the memory that the different values may take, in bytes.
  package func schema(
    depth: Int = 2, distinctCap: Int = 1000, budget: Int,
    checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> Schema {
    let known =
      isIdentity
      ? try base.readSchema(
        depth: depth, distinctCap: distinctCap, limit: budget, checkpoint: checkpoint) : nil
    if let known { return known }
    var schema = try schema(depth: depth, distinctCap: distinctCap, checkpoint: checkpoint)
    if schema.records == 0, let columnNames {
      schema.fields = columnNames.map { name in
        FieldTally().summary(of: FieldPath(key: name), records: 0)
      }
    }
    return schema
  }

  /// - Parameters:
  ///   - most: how many of the values to give, the most frequent ones.
  ///   - store: the base's columns.
  ///   - budget: the memory that they may take, in bytes.
  /// - Complexity: O(n) looks at a column, besides reading it; O(d log d) for d different values.
  ///   Where there are lists, the records are read.
  package func distinct(
    _ field: FieldPath, limit: Int = 100_000, most: Int = .max, from store: ColumnStore,
    budget: Int,
    checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> DistinctValues {
    if isIdentity, let path = field.keys,
      let counts = try base.database?.valueCounts(of: path, limit: limit)
    {
      return DistinctValues(counted: counts, most: most)
    }
    guard
      let shown = try ShownRecords(
        of: self, fields: [field], from: store, budget: budget, checkpoint),
      let column = shown.column(field), column.containers.lists == 0
    else { return try distinct(field, limit: limit, most: most, checkpoint: checkpoint) }
    let (rows, isInOrder) = (AskedRows(shown, [field]), shown.isIdentity)
    var counts = try rows.gather(checkpoint) {
      NumberedCounts(column, limit: limit, isInOrder: isInOrder)
    } _: { counts, rows in
      // A part with too many values says nothing of the whole: it is done again.
      if !counts.isOverfull { counts.add(rows) }
    } _: { counts, more in
      counts.add(more)
    }
    if counts.isOverfull {
      counts = NumberedCounts(column, limit: limit)
      try rows.forEachInOrder(checkpoint) { counts.add($0) }
    }
    return try counts.finish(most: most) { row throws(DataError) in
      column.keepsNotation(ofRow: row)
        ? column.value(at: row) : try shown.value(field, ofRecord: row)
    }
  }

  package func describe(
    _ field: FieldPath, limit: Int = 100_000, from store: ColumnStore, budget: Int,
    checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> FieldDescription {
    if isIdentity, let path = field.keys,
      let counts = try base.database?.valueCounts(of: path, limit: limit),
      let description = FieldDescription(counted: counts, of: field)
    {
      return description
    }
    guard
      let shown = try ShownRecords(
        of: self, fields: [field], from: store, budget: budget, checkpoint),
      let column = shown.column(field)
    else { return try describe(field, limit: limit, checkpoint: checkpoint) }
    var describer = ColumnDescriber(column, limit: limit)
    try shown.forEach(checkpoint) { row throws(DataError) in describer.add(row) }
    return try describer.finish(field) { row throws(DataError) in
      try shown.value(field, ofRecord: row)
    }
  }

  package func summarize(
    _ field: FieldPath, by group: FieldPath, from store: ColumnStore, budget: Int,
    checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> [GroupSummary] {
    guard
      let shown = try ShownRecords(
        of: self, fields: [field, group], from: store, budget: budget, checkpoint),
      let column = shown.column(field), let groupColumn = shown.column(group)
    else { return try summarize(field, by: group, checkpoint: checkpoint) }
    var numbers = ValueNumbers(groupColumn, missingIsNull: true)
    var tallies: [ColumnTally] = []
    let values = ColumnValues(column)
    try shown.forEach(checkpoint) { row throws(DataError) in
      let number = numbers.number(of: row)
      if number == tallies.count { tallies.append(ColumnTally()) }
      tallies[number].add(row, values)
    }
    var groups: [GroupSummary] = []
    for (tally, first) in zip(tallies, numbers.firsts) {
      func value(_ row: Int) throws(DataError) -> Value? {
        try shown.value(field, ofRecord: row)
      }
      let summary = try tally.tally(value).summary(of: field, records: tally.records)
      groups.append(
        GroupSummary(
          of: try shown.value(group, ofRecord: first) ?? .null, summary, records: tally.records,
          try tally.statistics(value)))
    }
    return groups.inOrder
  }
}

// MARK: - Histogram

extension ArrangedTable {
  /// Counts a field's numbers, or its dates where there are more of these, in ranges.
  ///
  /// - Parameters:
  ///   - wanted: how many ranges there should be; round borders may make them a few more or fewer.
  /// - Returns: nil where the field has no number and no date.
  /// - Complexity: O(records) looks at the column, besides reading it.
  package func histogram(
    of field: FieldPath, bins wanted: Int, from store: ColumnStore, budget: Int,
    checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> (found: Histogram?, kinds: KindTally) {
    if isIdentity, let database = base.database,
      let served = try servedHistogram(of: field, bins: wanted, database)
    {
      return served
    }
    let rows = try AskedRows(of: self, [field], from: store, budget: budget, checkpoint)
    let kinds = try rows.kinds(of: field, checkpoint)
    guard let kind = kinds.kinds.first(where: { $0 == .number || $0 == .date }) else {
      return (nil, kinds)
    }
    let values = BinnedValues(ColumnValues(rows.column(field)), kind)
    let ends = try rows.gather(checkpoint) {
      BinnedValues.Ends()
    } _: { ends, rows in
      ends.add(rows, of: values)
    } _: { ends, other in
      ends.add(other, of: values)
    }
    var borders = [Value]()
    var isClosed = false
    if ends.count > 0 {
      let (least, most) = (
        values.values.column.value(at: ends.rows.least),
        values.values.column.value(at: ends.rows.most)
      )
      let round = RoundBorders.borders(from: least, to: most, wanted, areWhole: ends.areWhole)
      (borders, isClosed) = (round ?? [least, most], round == nil)
    }
    let bounds = borders
    let counts = try rows.gather(checkpoint) {
      BinCounts(bounds)
    } _: { counts, rows in
      counts.add(rows, of: values)
    } _: { counts, other in
      counts.add(other)
    }
    let bins = Histogram.bins(borders, counts.counts, isClosed: isClosed)
    let found = Histogram(
      bins: bins, kinds: kinds, kind: kind, unbounded: kinds[kind] - ends.count)
    return (found, kinds)
  }

  /// More ranges are counted here, from the column.
  private static let mostServedBins = 30

  /// A histogram that a database counts.
  ///
  /// - Returns: nil where the records have to be read: also for values too close together for round borders.
  private func servedHistogram(
    of field: FieldPath, bins wanted: Int, _ database: any TableDatabase
  ) throws(DataError) -> (found: Histogram?, kinds: KindTally)? {
    guard wanted <= Self.mostServedBins, let path = field.keys,
      let span = try database.span(of: path)
    else { return nil }
    var kinds = KindTally()
    kinds[span.kind] = span.count
    kinds[.text] = span.texts
    kinds[.null] = span.records - span.count - span.texts
    guard let ends = span.ends else { return (nil, kinds) }
    guard
      let borders = RoundBorders.borders(
        from: ends.least, to: ends.greatest, wanted, areWhole: span.areWhole),
      let below = try database.counts(of: path, below: Array(borders.dropFirst().dropLast()))
    else { return nil }
    let ranked = [0] + below + [span.count]
    let counts = zip(ranked, ranked.dropFirst()).map { $1 - $0 }
    let bins = Histogram.bins(borders, counts, isClosed: false)
    return (Histogram(bins: bins, kinds: kinds, kind: span.kind, unbounded: 0), kinds)
  }
}
