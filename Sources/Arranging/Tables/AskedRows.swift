import Synchronization
package import TableModel

/// The records that a table shows, with the fields that are asked of them as columns.
struct AskedRows {
  private let fields: [FieldPath]
  /// One for each field.
  private let columns: [FieldColumn]
  private let count: Int
  /// Where the columns are those of the base.
  private let shown: ShownRecords?
  private let table: ArrangedTable
  /// Where the records stand in the table, where the columns are not those of the base.
  private let directory: RecordDirectory

  /// Of fewer records columns are worked out by one thread.
  static let manyRecords = 1 << 15
  /// The parts that records are divided into, however many threads there are: what comes out must
  /// not depend on the machine.
  private static let parts = 4

  /// - Complexity: O(1) where the columns are there already. Where the table's records have to be
  ///   read, their fields are kept as columns until the question is answered.
  init(
    of table: ArrangedTable, _ fields: [FieldPath], from store: ColumnStore, budget: Int,
    _ checkpoint: @escaping Checkpoint
  ) throws(DataError) {
    let shown = try ShownRecords(of: table, fields: fields, from: store, budget: budget, checkpoint)
    (self.shown, self.fields, self.table) = (shown, fields, table)
    var directory = RecordDirectory()
    if let shown {
      columns = fields.compactMap(shown.column)
      count = shown.columns.count
    } else {
      var builders = fields.map { _ in FieldColumn.Builder() }
      var ticker = Ticker(checkpoint)
      try table.scan(for: fields) { address, record throws(DataError) in
        try ticker.tick()
        directory.append(address)
        for (index, field) in fields.enumerated() {
          if let value = record[path: field] {
            builders[index].append(value)
          } else {
            builders[index].appendMissing()
          }
        }
        return true
      }
      columns = builders.compactMap { $0.finish() }
      count = ticker.done
    }
    self.directory = directory
    guard columns.count == fields.count else {
      throw .shape(
        message: "the different texts take more than 4 GB", hint: "'filter' leaves fewer records")
    }
  }

  /// Fields that are columns already.
  init(_ shown: ShownRecords, _ fields: [FieldPath]) {
    (self.shown, self.fields, count) = (shown, fields, shown.columns.count)
    (table, directory) = (ArrangedTable(base: shown.base), RecordDirectory())
    columns = fields.compactMap(shown.column)
  }

  /// The column of a field, which was asked for.
  func column(_ field: FieldPath) -> FieldColumn {
    columns[fields.firstIndex(of: field) ?? 0]
  }

  /// What a record has at a field, written as it is there: columns do not keep how numbers are.
  ///
  /// - Complexity: reads the record where it is a number that may be written in several ways.
  func value(_ field: FieldPath, ofRow row: Int) -> Value {
    let column = column(field)
    guard !column.keepsNotation(ofRow: row) else { return column.value(at: row) }
    // What can't be read any more is known by its value.
    let found =
      shown != nil ? try? shown?.value(field, ofRecord: row) : try? read(field, ofRow: row)
    return (found ?? nil) ?? column.value(at: row)
  }

  private func read(_ field: FieldPath, ofRow row: Int) throws(DataError) -> Value? {
    let address = directory.address(of: row)
    guard let record = try table.value(at: address) else { return nil }
    var around = Surroundings(of: table, for: [field])
    return try around?.scoped(record, at: address)[path: field] ?? record[path: field]
  }

  /// Visits the rows of records in the order in which they are shown, in blocks, and gathers
  /// something of them: in one part, or in several that are added up in order.
  ///
  /// - Parameters:
  ///   - make: makes what is gathered of a part.
  ///   - add: adds a part to the one before it.
  func gather<Part: Sendable>(
    _ checkpoint: @escaping Checkpoint, _ make: @escaping @Sendable () -> Part,
    _ visit: @escaping @Sendable (inout Part, RowBlock) -> Void,
    _ add: (inout Part, Part) -> Void
  ) throws(DataError) -> Part {
    guard count >= Self.manyRecords, shown?.isIdentity ?? true else {
      var part = make()
      try forEachInOrder(checkpoint) { visit(&part, $0) }
      return part
    }
    let (count, done) = (count, Progress())
    let found = Guarded<[Int: Part]>([:])
    try WorkCrew.run(Self.parts) { () throws(DataError) in
      try checkpoint(done.records)
    } _: { number, crew in
      var part = make()
      let blocks = (count + RowBlock.size - 1) / RowBlock.size
      for block in blocks * number / Self.parts..<blocks * (number + 1) / Self.parts {
        if crew.isStopped { return }
        let start = block * RowBlock.size
        let rows = RowBlock(start..<min(start + RowBlock.size, count))
        visit(&part, rows)
        done.add(rows.count)
      }
      found.withLock { $0[number] = part }
    }
    let parts = found.withLock { $0 }
    var whole = parts[0] ?? make()
    for number in 1..<Self.parts { if let part = parts[number] { add(&whole, part) } }
    return whole
  }

  /// Visits all rows one after the other, in the order in which they are shown.
  func forEachInOrder(
    _ checkpoint: @escaping Checkpoint, _ visit: (RowBlock) -> Void
  ) throws(DataError) {
    guard let shown, !shown.isIdentity else {
      for start in stride(from: 0, to: count, by: RowBlock.size) {
        try checkpoint(start)
        visit(RowBlock(start..<min(start + RowBlock.size, count)))
      }
      return
    }
    var rows: [UInt32] = []
    rows.reserveCapacity(RowBlock.size)
    try shown.forEach(checkpoint) { row throws(DataError) in
      rows.append(UInt32(truncatingIfNeeded: row))
      guard rows.count == RowBlock.size else { return }
      rows.withUnsafeBufferPointer { visit(RowBlock($0)) }
      rows.removeAll(keepingCapacity: true)
    }
    rows.withUnsafeBufferPointer { visit(RowBlock($0)) }
  }

  /// The kinds of the values of a field.
  ///
  /// - Complexity: O(records / 64) where all records are shown and their values are of plain kinds.
  func kinds(of field: FieldPath, _ checkpoint: @escaping Checkpoint) throws(DataError) -> KindTally
  {
    let column = column(field)
    if shown?.isIdentity ?? true { return KindTally(of: column) }
    let values = ColumnValues(column)
    return try gather(checkpoint) {
      KindTally()
    } _: { tally, rows in
      for index in 0..<rows.count { tally.add(values.kind(rows[index])) }
    } _: { tally, other in
      tally.add(other)
    }
  }
}

/// How many records threads have done.
private final class Progress: Sendable {
  private let count = Atomic<Int>(0)

  var records: Int { count.load(ordering: .relaxed) }

  func add(_ records: Int) { count.add(records, ordering: .relaxed) }
}

extension KindTally {
  /// The kinds of all values of a column.
  init(of column: FieldColumn) {
    let nulls = column.nulls?.population ?? 0
    add(.null, count: nulls)
    add(nil, count: column.absent.population - nulls)
    add(.bool, count: column.truths?.rows.population ?? 0)
    add(.number, count: column.numbers?.rows.population ?? 0)
    add(.text, count: column.texts?.rows.population ?? 0)
    add(.array, count: column.lists?.rows.population ?? 0)
    for kind in column.otherKinds { add(kind) }
  }

  mutating func add(_ other: KindTally) {
    for kind in ValueKind.allCases { self[kind] += other[kind] }
    add(nil, count: other.missing)
  }
}

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
