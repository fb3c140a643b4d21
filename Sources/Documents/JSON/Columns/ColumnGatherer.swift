import Files
import TableModel

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
