import Files
package import TableModel

extension IndexedTable {
  /// Visits every record in order, those included that the index comes to only while it goes on.
  ///
  /// - Throws: what is wrong with the text where the scan comes to it.
  /// - Complexity: O(bytes up to the last record visited); memory O(1).
  package func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    try reading { () throws(DataError) in
      var scan = TableScan(table: self, isFrozen: isFrozen)
      try scan.run(visit)
    }
  }
}

/// A way through all records of a table that may still be growing.
private struct TableScan {
  /// What is known of the table; goes on to a later moment when the scan needs more.
  private var table: IndexedTable
  private var released = 0
  /// Whether what has come is all that is visited.
  private let isFrozen: Bool
  /// Whether the text may end in the middle of what is read: then only what is known is.
  private let isCut: Bool
  /// How much text is passed before its memory is given back.
  private static let releaseStep = 1 << 24

  init(table: IndexedTable, isFrozen: Bool) {
    self.table = table
    self.isFrozen = isFrozen
    isCut = table.index.file.endsAnywhere
    if !isFrozen { advance() }
  }

  mutating func run(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    // Whether scalars gather in a section of their own is known at the end only.
    if table.plan.gathersLooseFields { try settle() }
    var section = 0
    while let thing = try find({ $0.section(section) }) {
      guard try visitRows(of: thing, section, visit) else { return }
      section += 1
    }
    try table.index.file.check()
    if !table.known.isComplete { try settle() }
  }

  private mutating func visitRows(
    of section: IndexedTable.Thing, _ number: Int,
    _ visit: (Address, Value) throws(DataError) -> Bool
  ) throws(DataError) -> Bool {
    let hasRows =
      try find({ table in
        table.section(number).flatMap { table.row(0, of: $0) }
      }) != nil
    if hasRows, isLowest(table.plan.level(of: .rows)),
      let rows = try table.container(of: section)
    {
      return try visitAll(
        rows, visit, known: { table in table.section(number).flatMap { table.rows(of: $0) } },
        address: { Address(number, $0) })
    }
    var row = 0
    while let thing = try find({ table in
      table.section(number).flatMap { table.row(row, of: $0) }
    }) {
      guard try visitItems(of: thing, Address(number, row), visit) else { return false }
      row += 1
    }
    return true
  }

  private func isLowest(_ level: Int?) -> Bool { level == table.plan.depth }

  private mutating func visitItems(
    of row: IndexedTable.Thing, _ address: Address,
    _ visit: (Address, Value) throws(DataError) -> Bool
  ) throws(DataError) -> Bool {
    if let items = table.items(of: row) {
      // Reading takes a window of text, which is a waste where there is nothing to read.
      if items.isExact, items.numbers.isEmpty { return true }
      if let items = try table.container(of: row) {
        return try visitAll(
          items, visit, known: { $0.thing(at: address).flatMap($0.items(of:)) },
          address: { address.with(item: $0) })
      }
      guard let only = table.scalarContainer(of: row) else { return true }
      return try visit(address.with(item: 0), try table.content.value(at: only))
    }
    let start = try table.start(of: row)
    return try visit(address, try table.content.value(at: table.content.valueStart(at: start)))
  }

  /// - Parameter known: the records that are known of those that are visited.
  private mutating func visitAll(
    _ records: any TextRecords, _ visit: (Address, Value) throws(DataError) -> Bool,
    known: (IndexedTable) -> IndexedTable.Children?, address: (Int) -> Address
  ) throws(DataError) -> Bool {
    var records = records
    var number = 0
    var end = isCut ? 0 : Int.max
    while true {
      if number >= end {
        guard
          let next = try find({ table in
            known(table).flatMap { table.thing(of: $0, number) }
          })
        else { return true }
        end = known(table)?.numbers.count ?? 0
        if number > 0 { records.begin(at: try table.start(of: next)) }
      }
      guard let value = try records.next() else { return true }
      guard try visit(address(number), value) else { return false }
      number += 1
      if records.offset - released > Self.releaseStep { try release(to: records.offset) }
    }
    return true
  }

  private mutating func release(to offset: Int) throws(DataError) {
    try table.index.file.check()
    table.index.file.release(released..<offset)
    released = offset
  }

  /// A thing, as soon as it is known; nil when there is none.
  private mutating func find(_ look: (IndexedTable) -> IndexedTable.Thing?)
    throws(DataError) -> IndexedTable.Thing?
  {
    while true {
      if let thing = look(table) { return thing }
      if table.known.isComplete || isFrozen { return nil }
      let known = table.known
      _ = try table.index.wait { known.isBehind($0) }
      advance()
    }
  }

  private mutating func settle() throws(DataError) {
    if isFrozen { return }
    _ = try table.index.wait { $0.isComplete }
    advance()
  }

  private mutating func advance() { table = table.now }
}

// MARK: - Questions about all records, which the notation answers from the text

extension IndexedTable {
  /// Fields of all records, read from the text without making values of the records.
  ///
  /// Every record is checked as a scan checks it.
  /// - Complexity: one pass over the text, on several threads.
  package func readColumns(
    _ paths: [[String]], by rule: FieldRule, limit: Int,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ColumnReading? {
    try readColumns(paths, by: rule, limit: limit, workers: nil, checkpoint: checkpoint)
  }

  /// - Parameter workers: how many threads to use.
  /// - Returns: nil for a notation that only a scan of values serves.
  func readColumns(
    _ paths: [[String]], by rule: FieldRule = .keyValue, limit: Int, workers: Int?,
    checkpoint: (Int) throws(DataError) -> Void = { _ in }
  ) throws(DataError) -> ColumnReading? {
    try content.readColumns(
      of: self, paths, by: rule, limit: limit, workers: workers, checkpoint: checkpoint)
  }

  package func readSchema(depth: Int, distinctCap: Int, limit: Int, checkpoint: Checkpoint)
    throws(DataError) -> Schema?
  {
    try readSchema(
      depth: depth, distinctCap: distinctCap, limit: limit, workers: nil, checkpoint: checkpoint)
  }

  /// The fields of all records, from their text.
  ///
  /// - Parameters:
  ///   - depth: how many keys deep fields are listed.
  ///   - distinctCap: how many different values of a field are counted at most.
  ///   - limit: the most memory that the different values may take, in bytes.
  ///   - workers: how many threads to use; nil for what the machine and the table call for.
  /// - Returns: nil where a scan has to do.
  /// - Complexity: one pass over the text, on several threads.
  func readSchema(
    depth: Int, distinctCap: Int, limit: Int, workers: Int?,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> Schema? {
    try content.readSchema(
      of: self, depth: depth, distinctCap: distinctCap, limit: limit, workers: workers,
      checkpoint: checkpoint)
  }

  /// Works on the records of the whole table, for which it waits.
  ///
  /// - Returns: nil for tables whose records a walk over their text does not meet, or not all of
  ///   them.
  func withAllRecords<T>(
    _ checkpoint: (Int) throws(DataError) -> Void,
    _ body: (IndexedTable, RecordDirectory) throws(DataError) -> T?
  ) throws(DataError) -> T? {
    if !isFrozen {
      _ = try index.wait { () throws(DataError) in
        try checkpoint(0)
      } until: {
        $0.isComplete
      }
    }
    let table = isFrozen ? self : now
    guard table.known.loose.isEmpty, table.known.totals.last ?? 0 < Int(UInt32.max) else {
      return nil
    }
    return try reading { () throws(DataError) in
      guard let directory = table.directory() else { return nil }
      return try table.index.whileReading { () throws(DataError) in try body(table, directory) }
    }
  }

  /// The addresses of all records; nil where some are no children of a group.
  ///
  /// - Complexity: O(groups).
  func directory() -> RecordDirectory? {
    guard plan.level(of: .sections) != plan.depth else { return nil }
    var directory = RecordDirectory()
    var number = 0
    while let section = section(number) {
      defer { number += 1 }
      guard let rows = rows(of: section) else {
        guard append(section, Address(number, 0), to: &directory) else { return nil }
        continue
      }
      if rows.level == plan.depth {
        directory.append(Address(number, 0), count: rows.numbers.count)
        continue
      }
      guard known.missing(among: rows.numbers) == 0 else { return nil }
      let starts = known.firstChildren(ofLevel: rows.level, rows.numbers)
      for (row, (start, end)) in zip(starts, starts.dropFirst()).enumerated() {
        directory.append(Address(number, row, 0), count: end - start)
      }
    }
    return directory.count == known.totals.last ? directory : nil
  }

  /// Adds the items of a row; false for one that is a record itself.
  private func append(
    _ row: Thing, _ address: Address, to directory: inout RecordDirectory
  ) -> Bool {
    guard let items = items(of: row) else { return false }
    directory.append(address.with(item: 0), count: items.numbers.count)
    return true
  }
}
