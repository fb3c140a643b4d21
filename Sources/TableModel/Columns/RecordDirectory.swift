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
