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
