/// One field of all records of a table, stored by kind.
///
/// Every row is of exactly one kind: the masks of the parts, `absent` included, cover all rows
/// and do not overlap. A part is nil when no row is of its kind.
package struct FieldColumn: Sendable {
  package let count: Int
  /// The rows whose record lacks the field or has null for it.
  package let absent: RowMask
  /// The absent rows whose record has the field, with null; nil without any. Only columns that
  /// were read by paths distinguish them.
  package let nulls: RowMask?
  package let truths: Truths?
  package let numbers: Numbers?
  package let texts: Texts?
  package let lists: Lists?
  package let others: Others?
  /// The rule by which the column was read, where the other one would have found other values.
  let rule: FieldRule?
  /// True when conditions find other values at the path than a `FieldPath` does: it leads through
  /// lists, say.
  package var dependsOnRule: Bool { rule != nil }
  /// The beginnings of what the rows are sorted by, in ascending order.
  package let orderWords = KeptWords()

  /// Truth values.
  package struct Truths: Sendable {
    package let rows: RowMask
    /// The rows that are true.
    package let values: RowMask
  }

  /// Numbers, as integers while all of them are.
  package struct Numbers: Sendable {
    package enum Storage: Sendable {
      case integers([Int64])
      case doubles([Double])
    }

    package let rows: RowMask
    /// A number for every row of the table; those of other kinds have 0.
    package let storage: Storage
    /// False when some of the integers are not exact as doubles.
    package let fitsDouble: Bool
    /// The numbers that share their double with another of as many digits, by row.
    package let exceptions: [Int: NumberText]
    package let exceptionRows: RowMask
  }

  /// Texts, each distinct one stored once.
  package struct Texts: Sendable {
    package let rows: RowMask
    /// A number in the pool for every row of the table.
    package let codes: [UInt32]
    package let pool: TextPool
    package let foldings = TextFoldings()
    package let heads = TextHeads()
  }

  /// Lists of texts, and of nothing else, that are short.
  package struct Lists: Sendable {
    /// Longer lists are among the others.
    package static let longest = 255

    package let rows: RowMask
    /// Where each row's elements begin; one more than there are rows.
    package let starts: [UInt32]
    package let codes: [UInt32]
    package let pool: TextPool
  }

  /// Everything else, as it is.
  package struct Others: Sendable {
    package let rows: RowMask
    let positions: [UInt32]
    let values: [Value]

    /// The value of a row, which must be one of these.
    ///
    /// - Complexity: O(log others).
    package func value(at row: Int) -> Value {
      var (low, high) = (0, positions.count)
      while low < high {
        let middle = (low + high) / 2
        if Int(positions[middle]) < row { low = middle + 1 } else { high = middle }
      }
      return low < values.count ? values[low] : .null
    }
  }
}

extension FieldColumn {
  /// What the column takes in memory, roughly.
  package var byteCount: Int {
    let masks = count / 8
    let numbers = numbers.map { 2 * masks + 8 * count + 64 * $0.exceptions.count } ?? 0
    let texts = texts.map { masks + 4 * count + $0.pool.byteCount + $0.kept } ?? 0
    let lists = lists.map { masks + 4 * (count + $0.codes.count) + $0.pool.byteCount } ?? 0
    let others = others.map { $0.values.reduce(masks) { $0 + 4 + $1.roughSize } } ?? 0
    return (nulls == nil ? masks : 2 * masks) + (truths == nil ? 0 : 2 * masks) + numbers + texts
      + lists + others + orderWords.byteCount
  }

  /// The value of a row, as a record would give it.
  package func value(at row: Int) -> Value {
    if let truths, truths.rows.contains(row) { return .bool(truths.values.contains(row)) }
    if let numbers, numbers.rows.contains(row) { return .number(numbers.number(at: row)) }
    if let texts, texts.rows.contains(row) { return .string(texts.pool.text(texts.codes[row])) }
    if let lists, lists.rows.contains(row) { return lists.value(at: row) }
    if let others, others.rows.contains(row) { return others.value(at: row) }
    return .null
  }
}

extension FieldColumn {
  /// The kinds of the values that have no part of their own, in no order.
  ///
  /// - Complexity: O(values with no part of their own).
  package var otherKinds: [ValueKind] { others?.values.map(\.kind) ?? [] }

  /// True when every value is a text or null.
  package var hasOnlyTexts: Bool {
    texts != nil && truths == nil && numbers == nil && lists == nil && others == nil
  }

  /// How many rows have a list, and how many have a record.
  ///
  /// - Complexity: O(rows / 64 + rows with values of no part of their own).
  package var containers: (lists: Int, records: Int) {
    var (lists, records) = (lists?.rows.population ?? 0, 0)
    for value in others?.values ?? [] {
      switch value {
      case .array: lists += 1
      case .record: records += 1
      default: break
      }
    }
    return (lists, records)
  }
}

extension FieldColumn.Texts {
  /// What was made of the texts and is kept, in bytes.
  fileprivate var kept: Int { foldings.byteCount + heads.byteCount }
}

extension FieldColumn.Numbers {
  /// The number of a row; its digits are the source's own only where no double has its value.
  package func number(at row: Int) -> NumberText {
    if exceptionRows.contains(row), let number = exceptions[row] { return number }
    switch storage {
    case .integers(let values): return NumberText(Int(values[row]))
    case .doubles(let values): return NumberText(values[row])
    }
  }
}

extension FieldColumn.Lists {
  package func value(at row: Int) -> Value {
    .array(codes[Int(starts[row])..<Int(starts[row + 1])].map { .string(pool.text($0)) })
  }
}

extension Value {
  /// The memory that a value takes, roughly, in bytes.
  package var roughSize: Int {
    switch self {
    case .null, .bool: 16
    case .number, .date: 48
    case .string(let text): 32 + text.utf8.count
    case .data(let bytes): 48 + bytes.count
    case .array(let elements): elements.reduce(48) { $0 + $1.roughSize }
    case .record(let record):
      record.fields.reduce(64) { $0 + 32 + $1.key.utf8.count + $1.value.roughSize }
    }
  }
}

/// What keys find in values that are not records.
package enum FieldRule: Sendable {
  /// What `KeyReading` finds, for conditions.
  case keyValue
  /// Nothing, as for a `FieldPath`.
  case path
}

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
