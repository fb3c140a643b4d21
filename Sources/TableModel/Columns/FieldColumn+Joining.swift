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
