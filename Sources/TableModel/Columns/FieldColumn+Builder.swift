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

    /// Adds a number with a fraction, in the notation it has, whose double no other number of as
    /// many digits shares.
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
