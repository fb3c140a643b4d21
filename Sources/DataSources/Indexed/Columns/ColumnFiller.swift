import TableModel

/// Fills the column of one path with what was found of it in text.
struct ColumnFiller {
  private let text: RecordText
  private let path: [String]
  private let rule: FieldRule
  private(set) var builder: FieldColumn.Builder
  private var escaped = EscapedText()
  private let powers = ShortNumber.powers

  /// - Parameter expected: how many records there are going to be.
  init(_ text: RecordText, _ path: [String], by rule: FieldRule, expecting expected: Int) {
    self.text = text
    self.path = path
    self.rule = rule
    builder = FieldColumn.Builder(expecting: expected)
    // Conditions find the record itself under this name.
    if path.contains("self") { builder.depend(on: rule) }
  }

  /// Gives up the column.
  mutating func finish() -> FieldColumn.Builder {
    var taken = FieldColumn.Builder()
    swap(&taken, &builder)
    return taken
  }

  @inline(__always)
  mutating func addMissing() { builder.appendMissing() }

  /// Adds what a walker has found.
  @inline(__always)
  mutating func add(_ field: Int, of walker: borrowing RecordWalker) throws(DataError) {
    let bytes = text.file.bytes
    switch walker.slots[field] {
    case .missing: builder.appendMissing()
    case .null: builder.append(.null)
    case .bool(let value): builder.append(value)
    case .integer(let value, _): builder.append(small: value)
    case .double(let value, _): builder.append(exact: value)
    case .text(let range, let isASCII): add(textIn: range, isASCII: isASCII)
    case .texts: builder.append(texts: walker.elements[field], of: bytes)
    case .value(let range) where bytes[range.lowerBound] == UInt8(ascii: "\""):
      try add(escapedIn: range)
    case .number(let range), .value(let range): builder.append(try text.value(in: range))
    case .outer where rule == .path:
      builder.depend(on: rule)
      builder.appendMissing()
    case .outer(let range, let depth):
      builder.depend(on: rule)
      let rest = Array(path.dropFirst(depth))
      builder.append(KeyReading.members(rest, of: try text.value(in: range)))
    }
  }

  @inline(__always)
  private mutating func add(textIn range: Range<Int>, isASCII: Bool) {
    let bytes = UnsafeBufferPointer(
      start: text.file.bytes + range.lowerBound, count: range.count)
    builder.append(text: bytes, isASCII: isASCII)
  }

  /// Adds a text with escapes, given with its quotes.
  private mutating func add(escapedIn range: Range<Int>) throws(DataError) {
    let quoted = UnsafeBufferPointer(start: text.file.bytes + range.lowerBound, count: range.count)
    let isDecoded = escaped.decode(quoted) { builder.append(text: $0) }
    if !isDecoded { builder.append(try text.value(in: range)) }
  }

  /// Adds the text whose opening quote stands at an offset, in text that was checked before.
  @inline(__always)
  mutating func add(checkedTextAt start: Int) throws(DataError) {
    let bytes = text.file.bytes
    var (offset, isASCII, hasEscapes) = (start &+ 1, true, false)
    while true {
      let (ends, beyond) = NativeClassifier.ends(bytes + offset)
      let length = ends.trailingZeroBitCount
      if beyond & UInt32(truncatingIfNeeded: (1 as UInt64) &<< UInt64(length) &- 1) != 0 {
        isASCII = false
      }
      offset &+= length
      if ends == 0 {
        // It ends before, unless the file has changed underneath.
        guard offset < text.file.count else { throw .changedUnderneath(file: text.file.path) }
        continue
      }
      if bytes[offset] == UInt8(ascii: "\"") { break }
      hasEscapes = true
      offset &+= 2
    }
    if hasEscapes { return try add(escapedIn: start..<offset &+ 1) }
    add(textIn: start &+ 1..<offset, isASCII: isASCII)
  }

  /// Adds a number that begins at an offset; false for one that is not short.
  @inline(__always)
  mutating func add(shortNumberAt start: Int) -> Bool {
    switch ShortNumber(text.file.bytes + start, powers) {
    case .integer(let value, _): builder.append(small: value)
    case .double(let value, _): builder.append(exact: value)
    case .other: return false
    }
    return true
  }

  /// Adds what a record holds that only its value tells about.
  mutating func add(memberOf record: Value) {
    let found = record[path: FieldPath(path.map { .key($0) })]
    let member = KeyReading.members(path, of: record)
    // Such records are few: both are looked at.
    builder.append(found, member: member, by: rule)
  }
}
