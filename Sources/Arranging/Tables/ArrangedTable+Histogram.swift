package import TableModel

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
      // A number may lie beside its double.
      let (least, most) =
        values.areExact ? (ends.least, ends.most) : (ends.least.nextDown, ends.most.nextUp)
      let round = RoundBorders.borders(
        from: least, to: most, wanted, kind, areWhole: ends.areWhole)
      borders = round ?? [ends.rows.least, ends.rows.most].map(values.values.column.value)
      isClosed = round == nil
    }
    let bounds = borders
    let counts = try rows.gather(checkpoint) {
      BinCounts(bounds)
    } _: { counts, rows in
      counts.add(rows, of: values)
    } _: { counts, other in
      counts.add(other)
    }
    let bins = counts.counts.indices.map { bin in
      Histogram.Bin(
        lower: borders[bin], upper: borders[bin + 1], isClosed: isClosed, count: counts.counts[bin])
    }
    let found = Histogram(
      bins: bins, kinds: kinds, kind: kind, unbounded: kinds[kind] - ends.count)
    return (found, kinds)
  }
}
