package import TableModel

/// Questions about all records, which the notation answers from the text.
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
      for row in 0..<rows.numbers.count {
        guard let thing = thing(of: rows, row) else { return nil }
        guard append(thing, Address(number, row), to: &directory) else { return nil }
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
