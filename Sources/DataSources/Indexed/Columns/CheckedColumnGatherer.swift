import TableModel

/// Builds columns from the text of records that was checked before: fields are found first, for some
/// records at once, and then read column by column.
struct CheckedColumnGatherer: RecordGatherer {
  private let text: RecordText
  private var walker: RecordWalker
  private var fillers: [ColumnFiller]
  private var found: CheckedFields

  /// - Parameters:
  ///   - paths: those that `CheckedFields` serves.
  ///   - expected: how many records there are in the whole table.
  init(_ text: RecordText, paths: [[String]], by rule: FieldRule, expecting expected: Int) {
    self.text = text
    walker = RecordWalker(text.file.bytes, end: text.file.count, paths: paths)
    fillers = paths.map { ColumnFiller(text, $0, by: rule, expecting: expected) }
    found = CheckedFields(paths, for: &walker)
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
    let end = found.find(from: start, atMost: count, by: NativeClassifier.self)
    if found.count == 0 { return (1, try add(otherAt: start)) }
    for index in found.keys.indices {
      let (key, fields) = found.keys[index]
      if walker.layout.keys[key].inside < 0 {
        try add(index, key, fields.lowerBound)
      } else {
        try add(index, key, below: fields)
      }
    }
    return (found.count, end)
  }

  /// Adds what is no record, or a large one.
  private mutating func add(otherAt start: Int) throws(DataError) -> Int {
    let end = try text.end(ofValueAt: start)
    let value = try text.value(in: start..<end)
    for index in fillers.indices { fillers[index].add(memberOf: value) }
    return end
  }

  /// Adds a field of all records that were found.
  private mutating func add(_ index: Int, _ key: Int, _ field: Int) throws(DataError) {
    let path = walker.layout.paths[field]
    let bytes = text.file.bytes
    for record in 0..<found.count {
      let start = found.value(record, index)
      let first = bytes[start]
      if start == 0 {
        fillers[path].addMissing()
      } else if first == UInt8(ascii: "\"") {
        try fillers[path].add(checkedTextAt: start)
      } else if ASCII.isDigit(first), fillers[path].add(shortNumberAt: start) {
        continue
      } else if walker.member(start, of: key, in: 0) >= 0 {
        try fillers[path].add(field, of: walker)
      } else {
        fillers[path].add(memberOf: try text.value(at: found.starts[record]))
      }
    }
  }

  /// Adds the fields below a key of all records that were found.
  private mutating func add(_ index: Int, _ key: Int, below fields: Range<Int>) throws(DataError) {
    for record in 0..<found.count {
      let start = found.value(record, index)
      for field in fields { walker.slots[field] = .missing }
      let isUsual = start == 0 || walker.member(start, of: key, in: 0) >= 0
      let value = isUsual ? nil : try text.value(at: found.starts[record])
      for field in fields {
        let path = walker.layout.paths[field]
        if let value {
          fillers[path].add(memberOf: value)
        } else {
          try fillers[path].add(field, of: walker)
        }
      }
    }
  }
}
