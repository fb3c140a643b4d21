/// Fields of all records of a table as columns, with the records' addresses.
package struct RecordColumns: Sendable {
  package let directory: RecordDirectory
  /// By the keys that lead from a record to the field; none for the record itself.
  package let columns: [[String]: FieldColumn]

  package init(directory: RecordDirectory, columns: [[String]: FieldColumn]) {
    self.directory = directory
    self.columns = columns
  }

  /// How many records there are.
  package var count: Int { directory.count }
}

/// What keys find in values that are no records.
package enum FieldRule: Sendable {
  /// What `KeyReading` finds, for conditions.
  case keyValue
  /// Nothing, as for a `FieldPath`.
  case path
}

/// What a source answers that has a way of its own to read columns.
package enum ColumnReading: Sendable {
  case columns(RecordColumns)
  /// They would take more memory than they may.
  case tooLarge
}

extension RecordColumns {
  /// Reads fields of all records in one scan.
  ///
  /// - Parameters:
  ///   - paths: the keys that lead to each field.
  ///   - rule: a scan, which is slower, is made only for conditions.
  ///   - limit: the most memory that the columns may take, in bytes.
  ///   - checkpoint: called every few thousand records with their number; throwing stops the work.
  /// - Returns: nil when the columns would take more memory, or a scan serves as well.
  /// - Complexity: O(records x paths), besides the scan.
  package static func read(
    _ paths: [[String]], by rule: FieldRule = .keyValue, of source: any TableSource, limit: Int,
    checkpoint: (Int) throws(DataError) -> Void = { _ in }
  ) throws(DataError) -> RecordColumns? {
    switch try source.readColumns(paths, by: rule, limit: limit, checkpoint: checkpoint) {
    case .columns(let columns): return columns
    case .tooLarge: return nil
    case nil where rule == .path: return nil
    case nil: return try scan(paths, of: source, limit, checkpoint)
    }
  }

  private static func scan(
    _ paths: [[String]], of source: any TableSource, _ limit: Int,
    _ checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> RecordColumns? {
    var directory = RecordDirectory()
    var builders = paths.map { _ in FieldColumn.Builder() }
    var isWithinLimit = true
    try source.scan { address, value throws(DataError) in
      directory.append(address)
      for (index, path) in paths.enumerated() {
        builders[index].append(KeyReading.members(path, of: value))
      }
      guard directory.count & 0xFFF == 0 else { return true }
      try checkpoint(directory.count)
      isWithinLimit = builders.reduce(0) { $0 + $1.byteCount } <= limit
      return isWithinLimit
    }
    guard isWithinLimit, directory.count <= Int(UInt32.max) else { return nil }
    var columns: [[String]: FieldColumn] = [:]
    for (path, var builder) in zip(paths, builders) {
      builder.depend(on: .keyValue)
      guard let column = builder.finish() else { return nil }
      columns[path] = column
    }
    return RecordColumns(directory: directory, columns: columns)
  }
}
