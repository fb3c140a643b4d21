import TableModel

/// Columns straight from the text.
extension RecordText {
  func readColumns(
    of table: IndexedTable, _ paths: [[String]], by rule: FieldRule, limit: Int, workers: Int?,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ColumnReading? {
    // `self` means the value itself wherever a record has no such key.
    let asksForSelf = rule == .keyValue && paths.contains { $0.contains("self") }
    guard !asksForSelf, Set(paths).count == paths.count else { return nil }
    return try table.withAllRecords(checkpoint) { (table, directory) throws(DataError) in
      let reader = ColumnReader(
        text: self, table: table, paths: paths, rule: rule, limit: limit, workers: workers)
      return try reader.read(directory, checkpoint: checkpoint)
    }
  }

  func readSchema(
    of table: IndexedTable, depth: Int, distinctCap: Int, limit: Int, workers: Int?,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> Schema? {
    try table.withAllRecords(checkpoint) { (table, _) throws(DataError) in
      let builder = SchemaBuilder(depth: depth, distinctCap: distinctCap)
      let outcome = try RecordCrew<SchemaGatherer>(table, limit: limit, workers: workers).run(
        { _ in SchemaGatherer(self, builder) }, checkpoint: checkpoint)
      guard case .gathered(let parts) = outcome else { return nil }
      var whole = builder
      for part in parts { whole.add(part) }
      return whole.isTruncated ? nil : whole.finish(isComplete: true)
    }
  }
}
