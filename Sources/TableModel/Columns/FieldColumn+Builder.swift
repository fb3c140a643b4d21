extension FieldColumn {
  /// Takes the values of one field, record by record.
  package struct Builder {
    package private(set) var count = 0
    private var absent = RowMask.Builder()
    private var truths: (rows: RowMask.Builder, values: RowMask.Builder)?
    private var numbers: Numbers.Builder?
    private var texts: Texts.Builder?
    private var lists: Lists.Builder?
    private var others: Others.Builder?

    package init() {}

    /// Adds the next record's value.
    ///
    /// - Parameter value: null also where the record lacks the field.
    package mutating func append(_ value: Value) {
      let row = count
      count += 1
      switch value {
      case .null: absent.insert(row)
      case .bool(let value): append(value, row)
      case .number(let number):
        if numbers == nil { numbers = Numbers.Builder() }
        numbers?.append(number, row)
      case .string(let text):
        if texts == nil { texts = Texts.Builder() }
        texts?.append(text, row)
      case .array(let elements) where Lists.canHold(elements):
        if lists == nil { lists = Lists.Builder() }
        lists?.append(elements, row)
      default:
        if others == nil { others = Others.Builder() }
        others?.append(value, row)
      }
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
        truths: truths.map {
          Truths(rows: $0.rows.finish(count: count), values: $0.values.finish(count: count))
        },
        numbers: numbers?.finish(count), texts: texts?.finish(count), lists: lists?.finish(count),
        others: others?.finish(count))
    }
  }
}

extension FieldColumn.Numbers {
  struct Builder {
    private var rows = RowMask.Builder()
    private var integers: [Int64] = []
    private var doubles: [Double] = []
    private var isIntegral = true
    private var fitsDouble = true
    private var exceptions: [Int: NumberText] = [:]
    private var exceptionRows = RowMask.Builder()

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

    private mutating func appendDouble(_ value: Double, _ number: NumberText, _ row: Int) {
      Self.pad(&doubles, to: row, with: 0)
      doubles.append(value)
      if !number.isExactInDouble { except(number, row) }
    }

    private mutating func except(_ number: NumberText, _ row: Int) {
      exceptions[row] = number
      exceptionRows.insert(row)
    }

    private mutating func becomeDoubles() {
      isIntegral = false
      doubles.reserveCapacity(integers.capacity)
      for (row, value) in integers.enumerated() {
        doubles.append(Double(value))
        let number = NumberText(Int(value))
        if !number.isExactInDouble { except(number, row) }
      }
      integers = []
    }

    private static func pad<T>(_ values: inout [T], to count: Int, with zero: T) {
      while values.count < count { values.append(zero) }
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
  struct Builder {
    private var rows = RowMask.Builder()
    private var codes: [UInt32] = []
    private(set) var pool = TextPool()

    var byteCount: Int { 4 * codes.count + pool.byteCount }

    mutating func append(_ text: String, _ row: Int) {
      rows.insert(row)
      while codes.count < row { codes.append(0) }
      codes.append(pool.code(of: text))
    }

    consuming func finish(_ count: Int) -> FieldColumn.Texts {
      while codes.count < count { codes.append(0) }
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

  struct Builder {
    private var rows = RowMask.Builder()
    private var starts: [UInt32] = [0]
    private var codes: [UInt32] = []
    private(set) var pool = TextPool()

    var byteCount: Int { 4 * (starts.count + codes.count) + pool.byteCount }

    mutating func append(_ elements: [Value], _ row: Int) {
      rows.insert(row)
      pad(to: row)
      for case .string(let text) in elements { codes.append(pool.code(of: text)) }
      starts.append(UInt32(truncatingIfNeeded: codes.count))
    }

    private mutating func pad(to row: Int) {
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
  struct Builder {
    private var rows = RowMask.Builder()
    private var positions: [UInt32] = []
    private var values: [Value] = []
    private(set) var byteCount = 0

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
