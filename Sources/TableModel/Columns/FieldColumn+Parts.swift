// The parts of a column while they take values, each of one kind.

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
      integers.reserveLargePages(expected)
    }

    /// How many rows there are up to the last number.
    var count: Int { isIntegral ? integers.count : doubles.count }

    var byteCount: Int { 8 * (integers.count + doubles.count) + 64 * exceptions.count }

    /// Adds the numbers of the rows from a first one on, and says how many rows there are then.
    @inline(__always)
    mutating func append(from first: Int, _ add: (inout Self) -> Void) -> Int {
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
    mutating func append(small value: Int64) {
      if isIntegral { integers.append(value) } else { doubles.append(Double(value)) }
    }

    @inline(__always)
    mutating func append(exact value: Double) {
      if isIntegral { becomeDoubles() }
      doubles.append(value)
    }

    mutating func append(_ values: UnsafeBufferPointer<Double>, areSmall: Bool) {
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
      doubles.reserveLargePages(max(expected, integers.count))
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
      codes.reserveLargePages(expected)
      pool.expect(expected)
    }

    /// How many rows there are up to the last text.
    var count: Int { codes.count }

    var byteCount: Int { 4 * codes.count + pool.byteCount }

    /// Adds the texts of the rows from a first one on, and says how many rows there are then.
    @inline(__always)
    mutating func append(from first: Int, _ add: (inout Self) -> Void) -> Int {
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
    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
      codes.append(pool.code(of: text))
    }

    mutating func append(
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
  static func canHold(_ elements: [Value]) -> Bool {
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

/// Columns that were built of neighbouring records are joined to one.
extension FieldColumn.Builder {
  /// Adds the records of another builder behind those of this one, whose number has to be a
  /// multiple of 64.
  ///
  /// - Complexity: O(records of the other one), without a look at its values.
  package mutating func append(_ other: consuming FieldColumn.Builder) {
    assert(count % 64 == 0, "masks are joined by words")
    let first = count
    count += other.count
    absent.append(other.absent, at: first)
    rule = rule ?? other.rule
    if let more = other.nulls {
      if nulls == nil { nulls = RowMask.Builder() }
      nulls?.append(more, at: first)
    }
    if let more = other.truths {
      if truths == nil { truths = (RowMask.Builder(), RowMask.Builder()) }
      truths?.rows.append(more.rows, at: first)
      truths?.values.append(more.values, at: first)
    }
    if let more = other.numbers {
      if numbers == nil { numbers = FieldColumn.Numbers.Builder(expecting: expected) }
      numbers?.append(more, at: first)
    }
    if let more = other.texts {
      if texts == nil { texts = FieldColumn.Texts.Builder(expecting: expected) }
      texts?.append(more, at: first)
    }
    if let more = other.lists {
      if lists == nil { lists = FieldColumn.Lists.Builder() }
      lists?.append(more, at: first)
    }
    if let more = other.others {
      if others == nil { others = FieldColumn.Others.Builder() }
      others?.append(more, at: first)
    }
  }
}

extension FieldColumn.Numbers.Builder {
  fileprivate mutating func append(_ other: consuming Self, at first: Int) {
    rows.append(other.rows, at: first)
    if isIntegral, other.isIntegral {
      pad(to: first)
      integers.append(contentsOf: other.integers)
    } else {
      becomeDoubles()
      other.becomeDoubles()
      pad(to: first)
      doubles.append(contentsOf: other.doubles)
    }
    fitsDouble = fitsDouble && other.fitsDouble
    exceptionRows.append(other.exceptionRows, at: first)
    for (row, number) in other.exceptions { exceptions[first + row] = number }
  }
}

extension FieldColumn.Texts.Builder {
  fileprivate mutating func append(_ other: Self, at first: Int) {
    rows.append(other.rows, at: first)
    pad(to: first)
    let base = UInt32(truncatingIfNeeded: pool.count)
    if let numbers = pool.append(other.pool) {
      // Rows of other kinds have the number 0, even where there is no text at all.
      codes.append(
        contentsOf: other.codes.lazy.map { $0 < numbers.count ? numbers[Int($0)] : 0 })
    } else {
      codes.append(contentsOf: other.codes.lazy.map { $0 &+ base })
    }
  }
}

extension FieldColumn.Lists.Builder {
  fileprivate mutating func append(_ other: Self, at first: Int) {
    rows.append(other.rows, at: first)
    pad(to: first)
    let base = UInt32(truncatingIfNeeded: pool.count)
    let start = UInt32(truncatingIfNeeded: codes.count)
    if let numbers = pool.append(other.pool) {
      codes.append(contentsOf: other.codes.lazy.map { numbers[Int($0)] })
    } else {
      codes.append(contentsOf: other.codes.lazy.map { $0 &+ base })
    }
    starts.append(contentsOf: other.starts.dropFirst().lazy.map { $0 &+ start })
  }
}

extension FieldColumn.Others.Builder {
  fileprivate mutating func append(_ other: Self, at first: Int) {
    rows.append(other.rows, at: first)
    let base = UInt32(truncatingIfNeeded: first)
    positions.append(contentsOf: other.positions.lazy.map { $0 &+ base })
    values.append(contentsOf: other.values)
    byteCount += other.byteCount
  }
}
