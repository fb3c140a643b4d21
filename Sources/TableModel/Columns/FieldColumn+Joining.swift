// Columns that are there are joined to one: those of tables that are shown as one.

extension FieldColumn.Builder {
  /// Adds the records of a column behind those that were added so far.
  ///
  /// - Complexity: O(records of the column) without a look at values, and its different texts once
  ///   each.
  package mutating func append(_ column: FieldColumn) {
    let first = count
    count += column.count
    absent.append(column.absent, at: first)
    rule = rule ?? column.rule
    if let more = column.nulls {
      if nulls == nil { nulls = RowMask.Builder() }
      nulls?.append(more, at: first)
    }
    if let more = column.truths {
      if truths == nil { truths = (RowMask.Builder(), RowMask.Builder()) }
      truths?.rows.append(more.rows, at: first)
      truths?.values.append(more.values, at: first)
    }
    if let more = column.numbers {
      if numbers == nil { numbers = FieldColumn.Numbers.Builder(expecting: expected) }
      numbers?.append(more, at: first)
    }
    if let more = column.texts {
      if texts == nil { texts = FieldColumn.Texts.Builder(expecting: expected) }
      texts?.append(more, at: first)
    }
    if let more = column.lists {
      if lists == nil { lists = FieldColumn.Lists.Builder() }
      lists?.append(more, at: first)
    }
    if let more = column.others {
      if others == nil { others = FieldColumn.Others.Builder() }
      others?.append(more, at: first)
    }
  }

  /// Adds records that all have the same text.
  package mutating func append(_ text: String, count repeated: Int) {
    guard repeated > 0 else { return }
    if texts == nil { texts = FieldColumn.Texts.Builder(expecting: expected) }
    texts?.append(text, count: repeated, at: count)
    count += repeated
  }
}

extension RowMask.Builder {
  /// Adds the rows of a set behind all that are here.
  ///
  /// - Parameter first: the row that the set's first one is here.
  mutating func append(_ mask: RowMask, at first: Int) {
    let shift = UInt64(first & 63)
    for (block, bits) in mask.words.enumerated() where bits != 0 {
      let word = first >> 6 + block
      insert(bits << shift, intoWord: word)
      if shift > 0 { insert(bits >> (64 - shift), intoWord: word + 1) }
    }
  }
}

extension FieldColumn.Numbers.Builder {
  fileprivate mutating func append(_ column: FieldColumn.Numbers, at first: Int) {
    var other = Self(column)
    if !isIntegral || !other.isIntegral {
      becomeDoubles()
      other.becomeDoubles()
    }
    pad(to: first)
    integers.append(contentsOf: other.integers)
    doubles.append(contentsOf: other.doubles)
    rows.append(column.rows, at: first)
    fitsDouble = fitsDouble && other.fitsDouble
    exceptionRows.append(other.exceptionRows.finish(count: other.count), at: first)
    for (row, number) in other.exceptions { exceptions[first + row] = number }
  }

  /// The numbers of a column without its rows.
  private init(_ column: FieldColumn.Numbers) {
    self.init(expecting: 0)
    fitsDouble = column.fitsDouble
    switch column.storage {
    case .integers(let values): integers = values
    case .doubles(let values):
      (isIntegral, doubles, exceptions) = (false, values, column.exceptions)
      exceptionRows.append(column.exceptionRows, at: 0)
    }
  }
}

extension FieldColumn.Texts.Builder {
  fileprivate mutating func append(_ column: FieldColumn.Texts, at first: Int) {
    rows.append(column.rows, at: first)
    pad(to: first)
    let base = UInt32(truncatingIfNeeded: pool.count)
    let numbers = pool.append(column.pool)
    codes.append(
      contentsOf: column.codes.lazy.map { code in
        guard let numbers else { return code &+ base }
        return Int(code) < numbers.count ? numbers[Int(code)] : 0
      })
  }

  fileprivate mutating func append(_ text: String, count: Int, at first: Int) {
    pad(to: first)
    var text = text
    let code = text.withUTF8 { pool.code(of: $0) }
    codes.append(contentsOf: repeatElement(code, count: count))
    rows.insert(first..<first + count)
  }
}

extension FieldColumn.Lists.Builder {
  fileprivate mutating func append(_ column: FieldColumn.Lists, at first: Int) {
    rows.append(column.rows, at: first)
    pad(to: first)
    let (base, start) = (UInt32(truncatingIfNeeded: pool.count), codes.count)
    let numbers = pool.append(column.pool)
    codes.append(contentsOf: column.codes.lazy.map { numbers?[Int($0)] ?? $0 &+ base })
    for end in column.starts.dropFirst() {
      starts.append(end &+ UInt32(truncatingIfNeeded: start))
    }
  }
}

extension FieldColumn.Others.Builder {
  fileprivate mutating func append(_ column: FieldColumn.Others, at first: Int) {
    rows.append(column.rows, at: first)
    for (position, value) in zip(column.positions, column.values) {
      positions.append(position &+ UInt32(truncatingIfNeeded: first))
      values.append(value)
      byteCount += 4 + value.roughSize
    }
  }
}

// MARK: - Gathering

extension FieldColumn {
  /// The column of other records, each of which refers to a row of this one.
  ///
  /// - Parameters:
  ///   - rows: for each record the row that it refers to; a negative number for none.
  ///   - limit: the most memory that values with no part of their own may take, in bytes.
  /// - Returns: nil where they would take more.
  /// - Complexity: O(rows); texts are not copied.
  package func gathered(_ rows: [Int32], limit: Int) -> FieldColumn? {
    var values: [Value] = []
    var positions: [UInt32] = []
    if let others {
      var taken = 0
      for (record, row) in rows.enumerated() where row >= 0 && others.rows.contains(Int(row)) {
        let value = others.value(at: Int(row))
        taken += value.roughSize
        guard taken <= limit else { return nil }
        values.append(value)
        positions.append(UInt32(record))
      }
    }
    return FieldColumn(
      count: rows.count, absent: absent.gathered(rows, orNone: true),
      nulls: nulls?.gathered(rows).unlessEmpty,
      truths: truths?.rows.gathered(rows).unlessEmpty.flatMap { mask in
        truths.map { Truths(rows: mask, values: $0.values.gathered(rows)) }
      },
      numbers: numbers?.rows.gathered(rows).unlessEmpty.flatMap { numbers?.gathered(rows, $0) },
      texts: texts?.rows.gathered(rows).unlessEmpty.flatMap { texts?.gathered(rows, $0) },
      lists: lists?.rows.gathered(rows).unlessEmpty.flatMap { lists?.gathered(rows, $0) },
      others: others?.rows.gathered(rows).unlessEmpty.map {
        Others(rows: $0, positions: positions, values: values)
      }, rule: rule)
  }
}

extension RowMask {
  /// - Parameter orNone: whether records that refer to no row are in the set.
  fileprivate func gathered(_ rows: [Int32], orNone: Bool = false) -> RowMask {
    var builder = Builder()
    for (record, row) in rows.enumerated() where row < 0 ? orNone : contains(Int(row)) {
      builder.insert(record)
    }
    return builder.finish(count: rows.count)
  }

  fileprivate var unlessEmpty: RowMask? { population == 0 ? nil : self }
}

extension FieldColumn.Numbers {
  fileprivate func gathered(_ rows: [Int32], _ mask: RowMask) -> FieldColumn.Numbers {
    var exceptions: [Int: NumberText] = [:]
    if !self.exceptions.isEmpty {
      for (record, row) in rows.enumerated() where row >= 0 {
        exceptions[record] = self.exceptions[Int(row)]
      }
    }
    let storage: Storage =
      switch self.storage {
      case .integers(let values): .integers(rows.map { $0 < 0 ? 0 : values[Int($0)] })
      case .doubles(let values): .doubles(rows.map { $0 < 0 ? 0 : values[Int($0)] })
      }
    return FieldColumn.Numbers(
      rows: mask, storage: storage, fitsDouble: fitsDouble,
      exceptions: exceptions, exceptionRows: exceptionRows.gathered(rows))
  }
}

extension FieldColumn.Texts {
  fileprivate func gathered(_ rows: [Int32], _ mask: RowMask) -> FieldColumn.Texts {
    FieldColumn.Texts(
      rows: mask, codes: rows.map { $0 < 0 ? 0 : codes[Int($0)] }, pool: pool)
  }
}

extension FieldColumn.Lists {
  fileprivate func gathered(_ rows: [Int32], _ mask: RowMask) -> FieldColumn.Lists {
    var starts: [UInt32] = [0]
    var codes: [UInt32] = []
    starts.reserveCapacity(rows.count + 1)
    for row in rows {
      if row >= 0 {
        let elements = Int(self.starts[Int(row)])..<Int(self.starts[Int(row) + 1])
        codes.append(contentsOf: self.codes[elements])
      }
      starts.append(UInt32(truncatingIfNeeded: codes.count))
    }
    return FieldColumn.Lists(
      rows: mask, starts: starts, codes: codes, pool: pool)
  }
}
