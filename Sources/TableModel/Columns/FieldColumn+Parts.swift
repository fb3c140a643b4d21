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
