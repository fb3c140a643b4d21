import TableModel

/// Builds columns from the text of records, one record after the other.
struct ColumnGatherer: RecordGatherer {
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

  mutating func add(recordsFrom start: Int, atMost count: Int) throws(DataError)
    -> (count: Int, end: Int)
  {
    (1, try add(recordAt: start))
  }

  @inline(__always)
  private mutating func add(recordAt start: Int) throws(DataError) -> Int {
    let end = walker.walk(start)
    guard end >= 0, end - start <= WholeValue.limit else { return try add(oddAt: start) }
    let order = walker.layout.paths
    for field in order.indices { try fillers[order[field]].add(field, of: walker) }
    return end
  }

  /// Adds a record that has to be read as a value, or throws what is wrong with it.
  private mutating func add(oddAt start: Int) throws(DataError) -> Int {
    let end = try text.end(ofValueAt: start)
    let value = try text.value(in: start..<end)
    for index in fillers.indices { fillers[index].add(memberOf: value) }
    return end
  }
}
