import Files
import TableModel

/// Fills the column of one path with what was found of it in text.
struct ColumnFiller {
  private let text: RecordText
  private let path: [String]
  private let rule: FieldRule
  private(set) var builder: FieldColumn.Builder
  private var escaped = EscapedText()
  private let powers = ShortNumber.powers
  /// Room for numbers of neighbouring records.
  private var numbers: [Double] = []

  /// - Parameter expected: how many records there are going to be.
  init(_ text: RecordText, _ path: [String], by rule: FieldRule, expecting expected: Int) {
    self.text = text
    self.path = path
    self.rule = rule
    builder = FieldColumn.Builder(expecting: expected)
    // Conditions find the record itself under this name.
    if path.contains("self") { builder.depend(on: rule) }
  }

  /// Hands over the column.
  mutating func finish() -> FieldColumn.Builder {
    var taken = FieldColumn.Builder()
    swap(&taken, &builder)
    return taken
  }

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
    case .text(let range):
      builder.append(text: UnsafeBufferPointer(rebasing: text.file.buffer[range]))
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

  /// Adds a text with escapes, given with its quotes.
  private mutating func add(escapedIn range: Range<Int>) throws(DataError) {
    let quoted = UnsafeBufferPointer(rebasing: text.file.buffer[range])
    let isDecoded = escaped.decode(quoted) { builder.append(text: $0) }
    if !isDecoded { builder.append(try text.value(in: range)) }
  }

  /// Adds the field of a record that had to be read as a value.
  mutating func add(memberOf record: Value) {
    let found = record[path: FieldPath(path.map { .key($0) })]
    let member = KeyReading.members(path, of: record)
    // Such records are few: both are looked at.
    builder.append(found, member: member, by: rule)
  }
}

/// Values of text that was checked before, those of many records at once.
extension ColumnFiller {
  /// Adds values up to the first one that is neither a text nor a short number.
  ///
  /// - Parameter starts: where they begin; the end of the text for records that have none.
  /// - Returns: how many were added.
  mutating func add(checkedValuesAt starts: ArraySlice<Int>) throws(DataError) -> Int {
    try starts.withUnsafeBufferPointer { starts throws(DataError) in
      try add(checkedValuesAt: starts)
    }
  }

  private mutating func add(
    checkedValuesAt starts: UnsafeBufferPointer<Int>
  ) throws(DataError) -> Int {
    let bytes = text.file.bytes
    var added = 0
    while added < starts.count {
      let rest = UnsafeBufferPointer(rebasing: starts[added...])
      let first = bytes[rest[0]]
      if first == UInt8(ascii: "\"") {
        let count = Self.add(textsAt: rest, of: text.file, &escaped, to: &builder)
        if count == 0 { try add(oddTextAt: rest[0]) }
        added &+= max(1, count)
      } else if ASCII.isDigit(first) || first == UInt8(ascii: "-") {
        let count = add(numbersAt: rest)
        if count == 0 { break }
        added &+= count
      } else if rest[0] == text.file.count {
        builder.appendMissing()
        added &+= 1
      } else {
        break
      }
    }
    return added
  }

  /// Adds texts up to the first value that is not a text, or that has to be read as a value.
  private static func add(
    textsAt starts: UnsafeBufferPointer<Int>, of file: MappedFile, _ escaped: inout EscapedText,
    to builder: inout FieldColumn.Builder
  ) -> Int {
    var added = 0
    builder.appendTexts(atMost: starts.count) { pool, codes in
      withUnsafeTemporaryAllocation(of: TextPool.Text.self, capacity: starts.count) { plain in
        while added < starts.count {
          let rest = UnsafeBufferPointer(rebasing: starts[added...])
          let (count, oddEnd) = ends(ofTextsAt: rest, in: file, into: plain)
          pool.number(
            UnsafeBufferPointer(rebasing: plain[..<count]),
            into: UnsafeMutableBufferPointer(rebasing: codes[added...]))
          added &+= count
          guard let oddEnd else { break }
          let start = starts[added]
          let quoted = UnsafeBufferPointer(rebasing: file.buffer[start..<oddEnd &+ 1])
          guard escaped.decode(quoted, { codes[added] = pool.code(of: $0) }) else { break }
          added &+= 1
        }
      }
      return added
    }
    return added
  }

  /// Finds texts without escapes, up to the first value that is none.
  ///
  /// - Returns: how many there are, and where the next one ends if it is a text with escapes.
  private static func ends(
    ofTextsAt starts: UnsafeBufferPointer<Int>, in file: MappedFile,
    into texts: UnsafeMutableBufferPointer<TextPool.Text>
  ) -> (count: Int, oddEnd: Int?) {
    let bytes = file.bytes
    var count = 0
    while count < starts.count, bytes[starts[count]] == UInt8(ascii: "\"") {
      let (end, hasEscapes) = end(ofTextAt: starts[count], in: file)
      if hasEscapes || end < 0 { return (count, end < 0 ? nil : end) }
      let start = starts[count] &+ 1
      texts[count] = UnsafeBufferPointer(start: bytes + start, count: end &- start)
      count &+= 1
    }
    return (count, nil)
  }

  /// Adds numbers up to the first value that is not a short one.
  private mutating func add(numbersAt starts: UnsafeBufferPointer<Int>) -> Int {
    let (bytes, powers) = (text.file.bytes, powers)
    var (added, areSmall) = (0, true)
    if numbers.count < starts.count { numbers = Array(repeating: 0, count: starts.count) }
    numbers.withUnsafeMutableBufferPointer { numbers in
      while added < starts.count {
        switch ShortNumber(bytes + starts[added], powers) {
        case .integer(let value, _): numbers[added] = Double(value)
        case .double(let value, _): (numbers[added], areSmall) = (value, false)
        case .other: return
        }
        added &+= 1
      }
    }
    numbers.withUnsafeBufferPointer {
      builder.append(numbers: UnsafeBufferPointer(rebasing: $0[..<added]), areSmall: areSmall)
    }
    return added
  }

  /// Adds a text that has to be read as a value.
  private mutating func add(oddTextAt start: Int) throws(DataError) {
    let (end, _) = Self.end(ofTextAt: start, in: text.file)
    guard end >= 0 else { throw .changedUnderneath(file: text.file.path) }
    builder.append(try text.value(in: start..<end &+ 1))
  }

  /// The offset of the quote that closes a text, and whether a backslash stands before it; -1 where
  /// the text does not end any more, because the file has changed underneath.
  @inline(__always)
  private static func end(ofTextAt start: Int, in file: MappedFile) -> (Int, hasEscapes: Bool) {
    let bytes = file.bytes
    var (offset, hasEscapes) = (start &+ 1, false)
    while true {
      let ends = NativeClassifier.ends(bytes + offset)
      offset &+= ends.trailingZeroBitCount
      if ends == 0 {
        guard offset < file.count else { return (-1, hasEscapes) }
        continue
      }
      if bytes[offset] == UInt8(ascii: "\"") { return (offset, hasEscapes) }
      hasEscapes = true
      offset &+= 2
    }
  }
}
