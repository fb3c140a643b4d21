import Files
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

/// Builds columns from the text of records, one record after the other.
struct ColumnGatherer: WalkingGatherer {
  let text: RecordText
  var walker: RecordWalker
  var fillers: [ColumnFiller]

  /// - Parameters:
  ///   - expected: how many records there are in the whole table.
  ///   - looksAhead: true where it reads many records one after the other.
  init(
    _ text: RecordText, paths: [[String]], by rule: FieldRule, expecting expected: Int,
    looksAhead: Bool = true
  ) {
    self.text = text
    walker = RecordWalker(
      text.file.bytes, end: text.file.count, paths: paths, looksAhead: looksAhead)
    fillers = paths.map { ColumnFiller(text, $0, by: rule, expecting: expected) }
  }

  mutating func finish() -> [FieldColumn.Builder] {
    var taken: [ColumnFiller] = []
    swap(&taken, &fillers)
    return taken.indices.map { taken[$0].finish() }
  }

  /// What is unusual is read as a value.
  var isUnfit: Bool { false }

  var byteCount: Int { fillers.reduce(0) { $0 + $1.builder.byteCount } }

  func isServed(recordAt start: Int) -> Bool { true }

  @inline(__always)
  mutating func addSlots() throws(DataError) {
    let order = walker.layout.paths
    for field in order.indices { try fillers[order[field]].add(field, of: walker) }
  }

  mutating func add(odd value: Value) {
    for index in fillers.indices { fillers[index].add(memberOf: value) }
  }
}

/// Builds columns from the text of records that was checked before: fields are found first, for some
/// records at once, and then read column by column.
struct CheckedColumnGatherer: RecordGatherer {
  /// Reads values that are no records, or are too large, and fills the columns.
  private var plain: ColumnGatherer
  private var found: CheckedFields

  /// - Parameters:
  ///   - paths: those that `CheckedFields` serves.
  ///   - expected: how many records there are in the whole table.
  init(_ text: RecordText, paths: [[String]], by rule: FieldRule, expecting expected: Int) {
    plain = ColumnGatherer(text, paths: paths, by: rule, expecting: expected, looksAhead: false)
    found = CheckedFields(paths, for: &plain.walker)
  }

  mutating func finish() -> [FieldColumn.Builder] { plain.finish() }

  var isUnfit: Bool { plain.isUnfit }

  var byteCount: Int { plain.byteCount }

  mutating func add(recordsFrom start: Int, atMost count: Int) throws(DataError)
    -> (count: Int, end: Int)
  {
    let end = found.find(from: start, atMost: count, by: NativeClassifier.self)
    if found.count == 0 { return try plain.add(recordsFrom: start, atMost: 1) }
    for index in found.keys.indices {
      let (key, fields) = found.keys[index]
      if plain.walker.layout.keys[key].inside < 0 {
        try add(index, key, fields.lowerBound)
      } else {
        try add(index, key, below: fields)
      }
    }
    return (found.count, end)
  }

  /// Adds a field of all records that were found.
  private mutating func add(_ index: Int, _ key: Int, _ field: Int) throws(DataError) {
    let path = plain.walker.layout.paths[field]
    var starts = found.values(index)
    while !starts.isEmpty {
      starts = starts.dropFirst(try plain.fillers[path].add(checkedValuesAt: starts))
      guard let start = starts.popFirst() else { return }
      if plain.walker.member(start, of: key, in: 0) >= 0 {
        try plain.fillers[path].add(field, of: plain.walker)
      } else {
        let record = found.count - starts.count - 1
        plain.fillers[path].add(memberOf: try plain.text.value(at: found.starts[record]))
      }
    }
  }

  /// Adds the fields below a key of all records that were found.
  private mutating func add(_ index: Int, _ key: Int, below fields: Range<Int>) throws(DataError) {
    for record in 0..<found.count {
      let start = found.value(record, index)
      for field in fields { plain.walker.slots[field] = .missing }
      let isUsual = start == found.missing || plain.walker.member(start, of: key, in: 0) >= 0
      let value = isUsual ? nil : try plain.text.value(at: found.starts[record])
      for field in fields {
        let path = plain.walker.layout.paths[field]
        if let value {
          plain.fillers[path].add(memberOf: value)
        } else {
          try plain.fillers[path].add(field, of: plain.walker)
        }
      }
    }
  }
}
