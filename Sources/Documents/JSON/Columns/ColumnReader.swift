import TableModel

/// Reads columns from the text of a table.
struct ColumnReader {
  let text: RecordText
  let table: IndexedTable
  let paths: [[String]]
  let rule: FieldRule
  /// The most memory that the columns may take, in bytes.
  let limit: Int
  /// How many threads to use; nil for what the machine and the table call for.
  let workers: Int?

  /// Reads the columns.
  ///
  /// - Parameters:
  ///   - directory: the addresses of the records.
  ///   - checkpoint: called every millisecond with the number of records read; throwing stops the
  ///     work.
  /// - Returns: nil for a table that is not served in this way.
  func read(
    _ directory: RecordDirectory, checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ColumnReading? {
    ColumnReading(try gather(checkpoint), paths, directory)
  }

  private func gather(_ checkpoint: (Int) throws(DataError) -> Void)
    throws(DataError) -> CrewOutcome<[FieldColumn.Builder]>
  {
    let (text, paths, rule) = (text, paths, rule)
    if let keys = table.keySpelling, CheckedFields.serve(paths, keys) {
      return try RecordCrew<CheckedColumnGatherer>(table, limit: limit, workers: workers).run(
        { CheckedColumnGatherer(text, paths: paths, by: rule, expecting: $0) },
        checkpoint: checkpoint)
    }
    return try RecordCrew<ColumnGatherer>(table, limit: limit, workers: workers).run(
      { ColumnGatherer(text, paths: paths, by: rule, expecting: $0) }, checkpoint: checkpoint)
  }
}

extension ColumnReading {
  /// What a crew has gathered: what each thread has built is joined to what those before it have.
  ///
  /// - Returns: nil for a table that is not served in this way.
  init?(
    _ outcome: CrewOutcome<[FieldColumn.Builder]>, _ paths: [[String]],
    _ directory: RecordDirectory
  ) {
    switch outcome {
    case .unfit: return nil
    case .tooLarge: self = .tooLarge
    case .gathered(var parts):
      var columns: [[String]: FieldColumn] = [:]
      for (index, path) in paths.enumerated() {
        guard let column = Self.column(index, &parts) else {
          self = .tooLarge
          return
        }
        columns[path] = column
      }
      self = .columns(RecordColumns(directory: directory, columns: columns))
    }
  }

  private static func column(_ index: Int, _ parts: inout [[FieldColumn.Builder]]) -> FieldColumn? {
    var whole = FieldColumn.Builder()
    swap(&whole, &parts[0][index])
    for part in parts.indices.dropFirst() {
      var next = FieldColumn.Builder()
      swap(&next, &parts[part][index])
      whole.append(next)
    }
    return whole.finish()
  }
}

extension IndexedTable {
  /// The fields of all records, gathered on several threads.
  ///
  /// - Parameter builder: one that has no records yet.
  /// - Returns: nil where a scan has to do.
  func schema<Gatherer: RecordGatherer>(
    of builder: SchemaBuilder, _ limit: Int, _ workers: Int?,
    _ checkpoint: (Int) throws(DataError) -> Void,
    by gatherer: @escaping @Sendable (SchemaBuilder) -> Gatherer
  ) throws(DataError) -> Schema? where Gatherer.Product == SchemaBuilder {
    try withAllRecords(checkpoint) { (table, _) throws(DataError) in
      let crew = RecordCrew<Gatherer>(table, limit: limit, workers: workers)
      let outcome = try crew.run({ _ in gatherer(builder) }, checkpoint: checkpoint)
      guard case .gathered(let parts) = outcome else { return nil }
      var whole = builder
      for part in parts { whole.add(part) }
      return whole.isTruncated ? nil : whole.finish(isComplete: true)
    }
  }
}

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
    try table.schema(
      of: SchemaBuilder(depth: depth, distinctCap: distinctCap), limit, workers, checkpoint
    ) { SchemaGatherer(self, $0) }
  }
}
