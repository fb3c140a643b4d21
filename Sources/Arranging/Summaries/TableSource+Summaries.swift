package import TableModel

/// Summaries read the records of any table once, and can be stopped at a checkpoint.
extension TableSource {
  /// The fields of the records.
  ///
  /// - Parameters:
  ///   - sample: how many records to read at most; nil for all.
  ///   - depth: how many keys deep fields are listed.
  ///   - distinctCap: how many different values of a field are counted at most.
  /// - Complexity: O(values in the records read); memory O(fields x `distinctCap`).
  package func schema(
    sample: Int? = nil, depth: Int = 2, distinctCap: Int = 1000,
    checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> Schema {
    var builder = SchemaBuilder(depth: depth, distinctCap: distinctCap)
    var ticker = Ticker(checkpoint)
    var isComplete = true
    try scan { _, value throws(DataError) in
      if let sample, builder.records >= sample {
        isComplete = false
        return false
      }
      try ticker.tick()
      builder.add(value)
      return true
    }
    return builder.finish(isComplete: isComplete)
  }

  /// The different values of a field with the number of records that hold each; of lists the
  /// different elements, each with its number.
  ///
  /// - Parameters:
  ///   - limit: how many different values are distinguished; the rest are only counted.
  ///   - most: how many of the values to give, the most frequent ones.
  /// - Complexity: O(n) and O(d log d) for d different values; memory O(d).
  package func distinct(
    _ field: FieldPath, limit: Int = 100_000, most: Int = .max,
    checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> DistinctValues {
    var counter = DistinctCounter(limit: limit)
    try forEachRecord(asking: [field], checkpoint) { value in
      counter.add(elementsOf: value[path: field])
    }
    return counter.finish(most: most)
  }

  /// One field's kinds, extremes, statistics and most frequent values.
  ///
  /// - Complexity: O(n), memory O(`limit`).
  package func describe(
    _ field: FieldPath, limit: Int = 100_000, checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> FieldDescription {
    var builder = FieldDescriber(field: field, limit: limit)
    try forEachRecord(asking: [field], checkpoint) { value in builder.add(value) }
    return builder.finish()
  }

  /// Count, sum, extremes and mean of a field, for each value of another.
  ///
  /// - Parameter group: the field to group by; nil for one group of everything.
  /// - Returns: groups in the sort order of their values, the group without a value last.
  /// - Complexity: O(n), and O(g log g) for g groups.
  package func summarize(
    _ field: FieldPath, by group: FieldPath? = nil, checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> [GroupSummary] {
    var builder = GroupSummarizer(field: field, group: group)
    let fields = [field] + (group.map { [$0] } ?? [])
    try forEachRecord(asking: fields, checkpoint) { value in builder.add(value) }
    return builder.finish()
  }

  /// Reads all records in order, and asks the checkpoint now and then whether to go on.
  ///
  /// - Parameter fields: what is asked for, which may stand around the records.
  private func forEachRecord(
    asking fields: [FieldPath], _ checkpoint: @escaping Checkpoint, _ visit: (Value) -> Void
  ) throws(DataError) {
    var ticker = Ticker(checkpoint)
    try scan(for: fields) { _, value throws(DataError) in
      try ticker.tick()
      visit(value)
      return true
    }
  }
}
