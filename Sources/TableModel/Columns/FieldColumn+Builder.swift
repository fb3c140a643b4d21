extension FieldColumn {
  /// Takes the values of one field, record by record.
  package struct Builder: Sendable {
    package internal(set) var count = 0
    var absent = RowMask.Builder()
    var nulls: RowMask.Builder?
    var rule: FieldRule?
    var truths: (rows: RowMask.Builder, values: RowMask.Builder)?
    var numbers: Numbers.Builder?
    var texts: Texts.Builder?
    var lists: Lists.Builder?
    var others: Others.Builder?
    let expected: Int

    /// - Parameter expected: how many records there are going to be, if that is known.
    package init(expecting expected: Int = 0) {
      self.expected = expected
    }

    /// Adds the next record's value.
    ///
    package mutating func append(_ value: Value) {
      switch value {
      case .null:
        if nulls == nil { nulls = RowMask.Builder() }
        nulls?.insert(count)
        appendMissing()
      case .bool(let value): append(value)
      case .number(let number): withNumbers { $0.append(number) }
      case .string(let text): withTexts { $0.append(text) }
      case .array(let elements) where Lists.canHold(elements):
        if lists == nil { lists = Lists.Builder() }
        lists?.append(elements, count)
        count += 1
      default:
        if others == nil { others = Others.Builder() }
        others?.append(value, count)
        count += 1
      }
    }

    /// Says that another rule would find other values.
    package mutating func depend(on rule: FieldRule) { self.rule = rule }

    /// Adds what a rule finds in the next record.
    ///
    /// - Parameters:
    ///   - found: what stands at the path; nil for nothing.
    ///   - member: what conditions find there.
    package mutating func append(_ found: Value?, member: Value, by rule: FieldRule) {
      if member != found ?? .null { depend(on: rule) }
      switch rule {
      case .keyValue where found == nil && member == .null: appendMissing()
      case .keyValue: append(member)
      case .path where found == nil: appendMissing()
      case .path: append(found ?? .null)
      }
    }

    /// Adds a record without the field.
    @inline(__always)
    package mutating func appendMissing() {
      absent.insert(count)
      count += 1
    }

    package mutating func append(_ value: Bool) {
      if truths == nil { truths = (RowMask.Builder(), RowMask.Builder()) }
      truths?.rows.insert(count)
      if value { truths?.values.insert(count) }
      count += 1
    }

    /// Adds a whole number that is exact as a double.
    package mutating func append(small integer: Int64) {
      withNumbers { $0.append(small: integer) }
    }

    /// Adds a number that is no whole one in the notation it has, and that its double tells apart
    /// from all others of as many digits.
    package mutating func append(exact double: Double) {
      withNumbers { $0.append(exact: double) }
    }

    /// Adds numbers of neighbouring records that could be added one by one as well.
    ///
    /// - Parameter areSmall: true when all of them are whole numbers.
    package mutating func append(numbers values: UnsafeBufferPointer<Double>, areSmall: Bool) {
      withNumbers { $0.append(values, areSmall: areSmall) }
    }

    @inline(__always)
    private mutating func withNumbers(_ add: (inout Numbers.Builder) -> Void) {
      if numbers == nil { numbers = Numbers.Builder(expecting: expected) }
      count = numbers?.append(from: count, add) ?? count
    }

    /// Adds a text.
    ///
    /// - Parameter text: well-formed UTF-8.
    package mutating func append(text: UnsafeBufferPointer<UInt8>) {
      withTexts { $0.append(text) }
    }

    /// Adds texts of neighbouring records.
    ///
    /// - Parameters:
    ///   - most: how many there are at most.
    ///   - number: puts each into the pool and its number there into the room for `most` of them;
    ///     returns how many there are.
    package mutating func appendTexts(
      atMost most: Int, _ number: (inout TextPool, UnsafeMutableBufferPointer<UInt32>) -> Int
    ) {
      withTexts { $0.append(atMost: most, number) }
    }

    @inline(__always)
    private mutating func withTexts(_ add: (inout Texts.Builder) -> Void) {
      if texts == nil { texts = Texts.Builder(expecting: expected) }
      count = texts?.append(from: count, add) ?? count
    }

    /// Adds a list of texts.
    ///
    /// - Parameters:
    ///   - elements: where each of them stands in the bytes, as well-formed UTF-8; no more than
    ///     `Lists.longest`.
    package mutating func append(
      texts elements: [Range<Int>], of bytes: UnsafePointer<UInt8>
    ) {
      if lists == nil { lists = Lists.Builder() }
      lists?.append(elements, of: bytes, count)
      count += 1
    }

    /// What the column takes so far, roughly.
    package var byteCount: Int {
      count / 8 + (numbers?.byteCount ?? 0) + (texts?.byteCount ?? 0) + (lists?.byteCount ?? 0)
        + (others?.byteCount ?? 0)
    }

    /// The column; nil when its texts are more than can be numbered.
    package consuming func finish() -> FieldColumn? {
      if texts?.pool.isOverfull ?? false || lists?.pool.isOverfull ?? false { return nil }
      let count = count
      return FieldColumn(
        count: count, absent: absent.finish(count: count),
        nulls: nulls.map { $0.finish(count: count) },
        truths: truths.map {
          Truths(rows: $0.rows.finish(count: count), values: $0.values.finish(count: count))
        },
        numbers: numbers?.finish(count), texts: texts?.finish(count), lists: lists?.finish(count),
        others: others?.finish(count), rule: rule)
    }
  }
}

extension FieldColumn.Numbers {
  struct Builder: Sendable {
    var rows = RowMask.Builder()
    var integers: [Int64] = []
    var doubles: [Double] = []
    var isIntegral = true
    var fitsDouble = true
    var exceptions: [Int: NumberText] = [:]
    var exceptionRows = RowMask.Builder()
    private let expected: Int

    init(expecting expected: Int) {
      self.expected = expected
      integers.reserveCapacity(expected)
    }

    /// How many rows there are up to the last number.
    var count: Int { isIntegral ? integers.count : doubles.count }

    var byteCount: Int { 8 * (integers.count + doubles.count) + 64 * exceptions.count }

    /// Adds the numbers of the rows from a first one on, and says how many rows there are then.
    @inline(__always)
    fileprivate mutating func append(from first: Int, _ add: (inout Self) -> Void) -> Int {
      pad(to: first)
      add(&self)
      let count = count
      rows.insert(first..<count)
      return count
    }

    /// Adds a number, in whatever notation.
    mutating func append(_ number: NumberText) {
      switch number.numeric {
      case .int(let value) where isIntegral:
        integers.append(value)
        if !number.isExactInDouble { fitsDouble = false }
      case .int(let value): append(Double(value), number)
      case .double(let value):
        becomeDoubles()
        append(value, number)
      }
    }

    @inline(__always)
    fileprivate mutating func append(small value: Int64) {
      if isIntegral { integers.append(value) } else { doubles.append(Double(value)) }
    }

    @inline(__always)
    fileprivate mutating func append(exact value: Double) {
      if isIntegral { becomeDoubles() }
      doubles.append(value)
    }

    fileprivate mutating func append(_ values: UnsafeBufferPointer<Double>, areSmall: Bool) {
      if areSmall, isIntegral {
        integers.append(contentsOf: values.lazy.map { Int64($0) })
      } else {
        becomeDoubles()
        doubles.append(contentsOf: values)
      }
    }

    private mutating func append(_ value: Double, _ number: NumberText) {
      if !number.isExactInDouble { except(number, doubles.count) }
      doubles.append(value)
    }

    private mutating func except(_ number: NumberText, _ row: Int) {
      exceptions[row] = number
      exceptionRows.insert(row)
    }

    mutating func becomeDoubles() {
      guard isIntegral else { return }
      isIntegral = false
      // Whole numbers have none so far, but rows that were joined may lie behind all of these.
      exceptionRows = RowMask.Builder()
      doubles.reserveCapacity(max(expected, integers.count))
      for (row, value) in integers.enumerated() {
        doubles.append(Double(value))
        if !NumberText.safeIntegers.contains(value) { except(NumberText(Int(value)), row) }
      }
      integers = []
    }

    /// Makes room for rows without a number.
    mutating func pad(to row: Int) {
      let missing = row - count
      guard missing > 0 else { return }
      if isIntegral {
        integers.append(contentsOf: repeatElement(0, count: missing))
      } else {
        doubles.append(contentsOf: repeatElement(0, count: missing))
      }
    }

    consuming func finish(_ count: Int) -> FieldColumn.Numbers {
      pad(to: count)
      return FieldColumn.Numbers(
        rows: rows.finish(count: count),
        storage: isIntegral ? .integers(integers) : .doubles(doubles),
        fitsDouble: !isIntegral || fitsDouble, exceptions: exceptions,
        exceptionRows: exceptionRows.finish(count: count))
    }
  }
}

extension FieldColumn.Texts {
  struct Builder: Sendable {
    var rows = RowMask.Builder()
    var codes: [UInt32] = []
    var pool = TextPool()

    init(expecting expected: Int) {
      codes.reserveCapacity(expected)
      pool.expect(expected)
    }

    /// How many rows there are up to the last text.
    var count: Int { codes.count }

    var byteCount: Int { 4 * codes.count + pool.byteCount }

    /// Adds the texts of the rows from a first one on, and says how many rows there are then.
    @inline(__always)
    fileprivate mutating func append(from first: Int, _ add: (inout Self) -> Void) -> Int {
      pad(to: first)
      add(&self)
      rows.insert(first..<count)
      return count
    }

    mutating func append(_ text: String) {
      var text = text
      text.withUTF8 { append($0) }
    }

    @inline(__always)
    fileprivate mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
      codes.append(pool.code(of: text))
    }

    fileprivate mutating func append(
      atMost most: Int, _ number: (inout TextPool, UnsafeMutableBufferPointer<UInt32>) -> Int
    ) {
      let first = count
      codes.append(contentsOf: repeatElement(0, count: most))
      let added = codes.withUnsafeMutableBufferPointer { codes in
        number(&pool, UnsafeMutableBufferPointer(rebasing: codes[first...]))
      }
      codes.removeLast(most - added)
    }

    /// Makes room for rows without a text.
    mutating func pad(to row: Int) {
      guard row > count else { return }
      codes.append(contentsOf: repeatElement(0, count: row - count))
    }

    consuming func finish(_ count: Int) -> FieldColumn.Texts {
      pad(to: count)
      pool.seal()
      return FieldColumn.Texts(rows: rows.finish(count: count), codes: codes, pool: pool)
    }
  }
}

extension FieldColumn.Lists {
  fileprivate static func canHold(_ elements: [Value]) -> Bool {
    elements.count <= longest
      && elements.allSatisfy { if case .string = $0 { true } else { false } }
  }

  struct Builder: Sendable {
    var rows = RowMask.Builder()
    var starts: [UInt32] = [0]
    var codes: [UInt32] = []
    var pool = TextPool()

    var byteCount: Int { 4 * (starts.count + codes.count) + pool.byteCount }

    mutating func append(_ elements: [Value], _ row: Int) {
      rows.insert(row)
      pad(to: row)
      for case .string(let text) in elements { codes.append(pool.code(of: text)) }
      starts.append(UInt32(truncatingIfNeeded: codes.count))
    }

    mutating func append(
      _ elements: [Range<Int>], of bytes: UnsafePointer<UInt8>, _ row: Int
    ) {
      rows.insert(row)
      pad(to: row)
      for range in elements {
        let text = UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
        codes.append(pool.code(of: text))
      }
      starts.append(UInt32(truncatingIfNeeded: codes.count))
    }

    mutating func pad(to row: Int) {
      while starts.count <= row { starts.append(UInt32(truncatingIfNeeded: codes.count)) }
    }

    consuming func finish(_ count: Int) -> FieldColumn.Lists {
      pad(to: count)
      pool.seal()
      return FieldColumn.Lists(
        rows: rows.finish(count: count), starts: starts, codes: codes, pool: pool)
    }
  }
}

extension FieldColumn.Others {
  struct Builder: Sendable {
    var rows = RowMask.Builder()
    var positions: [UInt32] = []
    var values: [Value] = []
    var byteCount = 0

    mutating func append(_ value: Value, _ row: Int) {
      rows.insert(row)
      positions.append(UInt32(truncatingIfNeeded: row))
      values.append(value)
      byteCount += 4 + value.roughSize
    }

    consuming func finish(_ count: Int) -> FieldColumn.Others {
      FieldColumn.Others(rows: rows.finish(count: count), positions: positions, values: values)
    }
  }
}
