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
      let row = count
      count += 1
      switch value {
      case .null:
        absent.insert(row)
        if nulls == nil { nulls = RowMask.Builder() }
        nulls?.insert(row)
      case .bool(let value): append(value, row)
      case .number(let number):
        if numbers == nil { numbers = Numbers.Builder(expecting: expected) }
        numbers?.append(number, row)
      case .string(let text):
        if texts == nil { texts = Texts.Builder(expecting: expected) }
        texts?.append(text, row)
      case .array(let elements) where Lists.canHold(elements):
        if lists == nil { lists = Lists.Builder() }
        lists?.append(elements, row)
      default:
        if others == nil { others = Others.Builder() }
        others?.append(value, row)
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
      append(value, count)
      count += 1
    }

    /// Adds a whole number that is exact as a double.
    package mutating func append(small integer: Int64) {
      if numbers == nil { numbers = Numbers.Builder(expecting: expected) }
      numbers?.append(small: integer, count)
      count += 1
    }

    /// Adds a number that is no whole one in the notation it has, and that its double tells apart
    /// from all others of as many digits.
    package mutating func append(exact double: Double) {
      if numbers == nil { numbers = Numbers.Builder(expecting: expected) }
      numbers?.append(exact: double, count)
      count += 1
    }

    /// Adds a text.
    ///
    /// - Parameters:
    ///   - text: well-formed UTF-8.
    ///   - isASCII: true where it is known to be ASCII.
    package mutating func append(text: UnsafeBufferPointer<UInt8>, isASCII: Bool = false) {
      if texts == nil { texts = Texts.Builder(expecting: expected) }
      texts?.append(text, isASCII: isASCII, count)
      count += 1
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

    private mutating func append(_ value: Bool, _ row: Int) {
      if truths == nil { truths = (RowMask.Builder(), RowMask.Builder()) }
      truths?.rows.insert(row)
      if value { truths?.values.insert(row) }
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

    var byteCount: Int { 8 * (integers.count + doubles.count) + 64 * exceptions.count }

    mutating func append(_ number: NumberText, _ row: Int) {
      rows.insert(row)
      switch number.numeric {
      case .int(let value) where isIntegral:
        Self.pad(&integers, to: row, with: 0)
        integers.append(value)
        if !number.isExactInDouble { fitsDouble = false }
      case .int(let value): appendDouble(Double(value), number, row)
      case .double(let value):
        if isIntegral { becomeDoubles() }
        appendDouble(value, number, row)
      }
    }

    @inline(__always)
    mutating func append(small value: Int64, _ row: Int) {
      rows.insert(row)
      if isIntegral {
        if integers.count < row { Self.pad(&integers, to: row, with: 0) }
        integers.append(value)
      } else {
        if doubles.count < row { Self.pad(&doubles, to: row, with: 0) }
        doubles.append(Double(value))
      }
    }

    @inline(__always)
    mutating func append(exact value: Double, _ row: Int) {
      rows.insert(row)
      if isIntegral { becomeDoubles() }
      if doubles.count < row { Self.pad(&doubles, to: row, with: 0) }
      doubles.append(value)
    }

    private mutating func appendDouble(_ value: Double, _ number: NumberText, _ row: Int) {
      Self.pad(&doubles, to: row, with: 0)
      doubles.append(value)
      if !number.isExactInDouble { except(number, row) }
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

    static func pad<T>(_ values: inout [T], to count: Int, with zero: T) {
      guard values.count < count else { return }
      values.append(contentsOf: repeatElement(zero, count: count - values.count))
    }

    consuming func finish(_ count: Int) -> FieldColumn.Numbers {
      if isIntegral {
        Self.pad(&integers, to: count, with: 0)
      } else {
        Self.pad(&doubles, to: count, with: 0)
      }
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

    var byteCount: Int { 4 * codes.count + pool.byteCount }

    mutating func append(_ text: String, _ row: Int) {
      var text = text
      text.withUTF8 { append($0, isASCII: false, row) }
    }

    /// - Parameter isASCII: true where that is known.
    @inline(__always)
    mutating func append(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ row: Int) {
      rows.insert(row)
      pad(to: row)
      codes.append(isASCII ? pool.code(ofASCII: text) : pool.code(of: text))
    }

    @inline(__always)
    mutating func pad(to row: Int) {
      if codes.count < row {
        codes.append(contentsOf: repeatElement(0, count: row - codes.count))
      }
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
