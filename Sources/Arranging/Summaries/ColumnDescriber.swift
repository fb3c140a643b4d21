import TableModel

/// Gathers the description of one field from its column, as `FieldDescriber` does from records.
struct ColumnDescriber {
  private let values: ColumnValues
  private var tally = ColumnTally()
  private var counts: NumberedCounts
  private var lengths: ClosedRange<Int>?
  /// The texts of the pool whose length is known.
  private var measured: [Bool]

  init(_ column: FieldColumn, limit: Int) {
    values = ColumnValues(column)
    counts = NumberedCounts(column, limit: limit)
    measured = Array(repeating: false, count: values.pool.count)
  }

  mutating func add(_ row: Int) {
    tally.add(row, values)
    counts.add(row)
    guard values.isText(row) else { return }
    let code = values.codes[row]
    guard !measured[Int(code)] else { return }
    measured[Int(code)] = true
    let length = values.length(code)
    let known = lengths ?? length...length
    lengths = min(known.lowerBound, length)...max(known.upperBound, length)
  }

  /// - Parameter value: gives the value of a row as its source has it.
  func finish(_ field: FieldPath, _ value: ColumnTally.ValueReader) throws(DataError)
    -> FieldDescription
  {
    var found = try tally.tally(value)
    let distinct = counts.distinct { values.column.absent.contains($0) }
    (found.distinct, found.isCapped) = (distinct.count, distinct.isCapped)
    let frequent = try counts.finish(most: FieldDescription.frequentCount, value)
    return FieldDescription(
      summary: found.summary(of: field, records: tally.records), records: tally.records,
      numbers: try tally.statistics(value), textLengths: lengths, frequent: frequent.values)
  }
}
