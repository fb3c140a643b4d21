package import TableModel

/// Fields of the records that a table shows as columns of its base, with the order of a scan.
struct ShownRecords {
  let base: any TableSource
  let columns: RecordColumns
  private let layout: Layout

  /// - Returns: nil where records have to be read one by one: for fields that are not columns, for
  ///   a base without a way of its own to read columns, and where they take too much memory.
  init?(
    of table: ArrangedTable, fields: [FieldPath], from store: ColumnStore, budget: Int,
    _ checkpoint: Checkpoint
  ) throws(DataError) {
    var paths: [[String]] = []
    for field in fields {
      guard let path = field.keys else { return nil }
      if !paths.contains(path) { paths.append(path) }
    }
    guard
      let columns = try store.columns(paths, by: .path, budget: budget, checkpoint: checkpoint)
    else { return nil }
    (base, layout, self.columns) = (table.base, table.layout, columns)
  }

  /// True when all records are shown in the order of the columns.
  var isIdentity: Bool { if case .identity = layout { true } else { false } }

  /// The column of one of the fields.
  func column(_ field: FieldPath) -> FieldColumn? { field.keys.flatMap { columns.columns[$0] } }

  /// A field of a record as its source has it: columns do not keep how a number was written.
  func value(_ field: FieldPath, ofRecord number: Int) throws(DataError) -> Value? {
    guard let column = column(field) else { return nil }
    if column.keepsNotation(ofRow: number) { return column.value(at: number) }
    let address = columns.directory.address(of: number)
    guard let record = try base.value(at: address) else { return nil }
    var around = Surroundings(of: base, for: [field])
    return try around?.scoped(record, at: address)[path: field] ?? record[path: field]
  }

  /// Visits the numbers of the records in the order in which they are shown.
  ///
  /// - Complexity: O(records), and O(log strips) for each strip, or for each record where they are
  ///   thoroughly mixed.
  func forEach(
    _ checkpoint: @escaping Checkpoint, _ visit: (Int) throws(DataError) -> Void
  ) throws(DataError) {
    var ticker = Ticker(checkpoint)
    func visitAll(_ numbers: Range<Int>) throws(DataError) {
      for number in numbers {
        try ticker.tick()
        try visit(number)
      }
    }
    switch layout {
    case .identity: try visitAll(0..<columns.count)
    case .narrowed(let sections):
      for section in sections { try forEachRange(of: section, visitAll) }
    case .gathered(let sections):
      for section in sections {
        try section.records.forEachRun(in: 0..<section.records.count) {
          (start, count) throws(DataError) in
          guard let first = number(of: start.address) else { return }
          try visitAll(first..<first + count)
        }
      }
    }
  }

  private func number(of address: Address) -> Int? {
    guard let run = columns.directory.run(at: address) else { return nil }
    return run.distance(to: address).map { run.records.lowerBound + $0 }
  }

  private func forEachRange(
    of section: NarrowedSection, _ visit: (Range<Int>) throws(DataError) -> Void
  ) throws(DataError) {
    try section.rows.forEachRun(in: 0..<section.rows.count) { rows throws(DataError) in
      var row = rows.lowerBound
      while row < rows.upperBound {
        if let first = number(of: Address(section.origin, row)),
          let run = columns.directory.run(at: Address(section.origin, row))
        {
          let count = min(rows.upperBound - row, run.records.upperBound - first)
          try visit(first..<first + count)
          row += count
          continue
        }
        try forEachRange(ofStrip: row, in: section, visit)
        row += 1
      }
    }
  }

  private func forEachRange(
    ofStrip row: Int, in section: NarrowedSection,
    _ visit: (Range<Int>) throws(DataError) -> Void
  ) throws(DataError) {
    guard let run = columns.directory.run(at: Address(section.origin, row, 0)) else { return }
    guard let items = section.items[row] else { return try visit(run.records) }
    let first = run.records.lowerBound
    try items.forEachRun(in: 0..<items.count) { items throws(DataError) in
      try visit(first + items.lowerBound..<first + items.upperBound)
    }
  }
}

extension FieldColumn {
  /// True when a row has another kind of value than a number, or one whose notation the column keeps.
  func keepsNotation(ofRow row: Int) -> Bool { numbers?.keepsNotation(ofRow: row) ?? true }
}

extension FieldColumn.Numbers {
  /// True when a row has another kind of value, or a number whose notation the column keeps.
  fileprivate func keepsNotation(ofRow row: Int) -> Bool {
    guard rows.contains(row), !exceptionRows.contains(row) else { return true }
    // Zero may have been written with a sign.
    if case .integers(let values) = storage { return values[row] != 0 }
    return false
  }
}

/// Where the records of a base table are shown, for questions about many of them.
package struct ShownPlaces: Sendable {
  private let table: ArrangedTable
  private let reverse: ReverseIndex

  package init(_ table: ArrangedTable) {
    self.table = table
    reverse = ReverseIndex(table.layout, isComplete: true)
  }

  /// - Complexity: O(log n), whatever the order; O(n log n) the first time.
  package func address(ofBase address: Address) -> Address? {
    guard address.row != nil else { return table.address(ofBase: address) }
    switch table.layout {
    case .identity: return address
    case .gathered: return (try? RecordRef(address)).flatMap(reverse.shown)
    case .narrowed(let sections):
      guard let row = (try? RecordRef(address.rowAddress)).flatMap(reverse.shown) else {
        return nil
      }
      let hasOwnItems = address.row.map { sections[row.section].items[$0] != nil } ?? false
      guard address.item != nil, hasOwnItems else { return row.with(item: address.item) }
      return (try? RecordRef(address)).flatMap(reverse.shown)
    }
  }
}
