/// The addresses of a table's records in the order of a scan, kept as runs of neighbours.
package struct RecordDirectory: Sendable {
  /// Records that follow each other in one strip, or plain rows in one section.
  package struct Run: Sendable, Hashable {
    /// The address of the first one.
    package var start: Address
    /// The numbers of the records in the scan.
    package var records: Range<Int>

    /// The address of a record of the run.
    package func address(of record: Int) -> Address {
      let distance = record - records.lowerBound
      guard let row = start.row else { return start }
      guard let item = start.item else { return Address(start.section, row + distance) }
      return Address(start.section, row, item + distance)
    }

    /// How far behind the first record another one stands in the same strip or section; nil when
    /// it stands elsewhere.
    package func distance(to address: Address) -> Int? {
      guard address.section == start.section, let row = address.row, let first = start.row else {
        return nil
      }
      guard let item = address.item, let firstItem = start.item else {
        return address.item == nil && start.item == nil && row >= first ? row - first : nil
      }
      return row == first && item >= firstItem ? item - firstItem : nil
    }
  }

  package private(set) var runs: [Run] = []

  package init() {}

  package var count: Int { runs.last?.records.upperBound ?? 0 }

  package mutating func append(_ address: Address) {
    if let last = runs.last, last.start.item == nil || last.start.row == address.row,
      last.address(of: last.records.upperBound) == address
    {
      runs[runs.count - 1].records = last.records.lowerBound..<last.records.upperBound + 1
    } else {
      runs.append(Run(start: address, records: count..<count + 1))
    }
  }

  /// Adds neighbours, from a first address on, that do not go on where the last ones ended.
  package mutating func append(_ start: Address, count added: Int) {
    if added > 0 { runs.append(Run(start: start, records: count..<count + added)) }
  }

  /// The run that holds the record at an address; nil when there is none.
  ///
  /// - Complexity: O(log runs).
  package func run(at address: Address) -> Run? {
    let place = (address.section, address.row ?? 0, address.item ?? 0)
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      let start = runs[middle].start
      if (start.section, start.row ?? 0, start.item ?? 0) <= place {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > 0 else { return nil }
    let (run, distance) = (runs[low - 1], runs[low - 1].distance(to: address))
    return distance.map { $0 < run.records.count } ?? false ? run : nil
  }

  /// The address of a record, which must be below `count`.
  ///
  /// - Complexity: O(log runs).
  package func address(of record: Int) -> Address {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].records.upperBound <= record { low = middle + 1 } else { high = middle }
    }
    return runs[low].address(of: record)
  }
}

/// Some records of a table, by their numbers in a scan.
package struct RecordSelection: Sendable {
  package let directory: RecordDirectory
  package let rows: RowMask

  package init(directory: RecordDirectory, rows: RowMask) {
    self.directory = directory
    self.rows = rows
  }

  /// The records that are in both; nil when they are not of the same table.
  package func intersection(_ other: RecordSelection) -> RecordSelection? {
    guard rows.count == other.rows.count else { return nil }
    return RecordSelection(directory: directory, rows: rows.intersection(other.rows))
  }

  /// The addresses of the records, in order.
  ///
  /// - Complexity: O(runs + records / 64 + records in it).
  package var addresses: [Address] {
    var addresses: [Address] = []
    for run in directory.runs {
      rows.forEach(in: run.records) { addresses.append(run.address(of: $0)) }
    }
    return addresses
  }
}
