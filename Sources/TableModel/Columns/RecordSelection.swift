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
