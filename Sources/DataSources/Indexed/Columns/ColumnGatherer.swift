import TableModel

/// Builds columns from the text of records, one record after the other.
struct ColumnGatherer: RecordGatherer {
  private let text: RecordText
  private let paths: [[String]]
  private let rule: FieldRule
  private var walker: RecordWalker
  /// For each field of the walker the index of its path.
  private let order: [Int]
  private var builders: [FieldColumn.Builder]
  private var escaped = EscapedText()

  /// - Parameter expected: how many records there are in the whole table.
  init(_ text: RecordText, paths: [[String]], by rule: FieldRule, expecting expected: Int) {
    self.text = text
    self.paths = paths
    self.rule = rule
    walker = RecordWalker(text.file.bytes, end: text.file.count, paths: paths, looksAhead: true)
    order = walker.layout.paths
    builders = paths.map { path in
      var builder = FieldColumn.Builder(expecting: expected)
      // Conditions find the record itself under this name.
      if path.contains("self") { builder.depend(on: rule) }
      return builder
    }
  }

  mutating func finish() -> [FieldColumn.Builder] {
    var taken: [FieldColumn.Builder] = []
    swap(&taken, &builders)
    return taken
  }

  /// What is unusual is read as a value.
  var isUnfit: Bool { false }

  var byteCount: Int { builders.reduce(0) { $0 + $1.byteCount } }

  @inline(__always)
  mutating func add(recordAt start: Int) throws(DataError) -> Int {
    let end = walker.walk(start)
    guard end >= 0, end - start <= RecordText.largestValue else { return try add(oddAt: start) }
    for field in order.indices { try add(walker.slots[field], field, order[field]) }
    return end
  }

  @inline(__always)
  private mutating func add(_ slot: FieldSlot, _ field: Int, _ path: Int) throws(DataError) {
    let bytes = text.file.bytes
    switch slot {
    case .missing: builders[path].appendMissing()
    case .null: builders[path].append(.null)
    case .bool(let value): builders[path].append(value)
    case .integer(let value, _): builders[path].append(small: value)
    case .double(let value, _): builders[path].append(exact: value)
    case .text(let range, let isASCII):
      builders[path].append(
        text: UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count),
        isASCII: isASCII)
    case .texts: builders[path].append(texts: walker.elements[field], of: bytes)
    case .value(let range) where bytes[range.lowerBound] == UInt8(ascii: "\""):
      try add(escaped: range, path)
    case .number(let range), .value(let range): builders[path].append(try text.value(in: range))
    case .outer where rule == .path:
      builders[path].depend(on: rule)
      builders[path].appendMissing()
    case .outer(let range, let depth):
      builders[path].depend(on: rule)
      let rest = Array(paths[path].dropFirst(depth))
      builders[path].append(KeyReading.members(rest, of: try text.value(in: range)))
    }
  }

  /// Adds a text with escapes.
  private mutating func add(escaped range: Range<Int>, _ path: Int) throws(DataError) {
    let quoted = UnsafeBufferPointer(start: text.file.bytes + range.lowerBound, count: range.count)
    let isDecoded = escaped.decode(quoted) { builders[path].append(text: $0) }
    if !isDecoded { builders[path].append(try text.value(in: range)) }
  }

  /// Adds a record that only its value tells about, or throws what is wrong with it.
  private mutating func add(oddAt start: Int) throws(DataError) -> Int {
    let end = try text.end(ofValueAt: start)
    let value = try text.value(in: start..<end)
    for (index, path) in paths.enumerated() {
      let found = value[path: FieldPath(path.map { .key($0) })]
      let member = KeyReading.members(path, of: value)
      // Such records are few: both are looked at.
      if member != found ?? .null { builders[index].depend(on: rule) }
      switch rule {
      case .keyValue where found == nil && member == .null: builders[index].appendMissing()
      case .keyValue: builders[index].append(member)
      case .path where found == nil: builders[index].appendMissing()
      case .path: builders[index].append(found ?? .null)
      }
    }
    return end
  }
}
