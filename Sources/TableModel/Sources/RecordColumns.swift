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

/// What a source answers that has a way of its own to read columns.
package enum ColumnReading: Sendable {
  case columns(RecordColumns)
  /// They would take more memory than they may.
  case tooLarge
}

extension RecordColumns {
  /// Of fewer records columns are not made by a scan where the records themselves answer as well.
  private static let leastRecords = 5000

  /// Reads fields of all records in one scan.
  ///
  /// - Parameters:
  ///   - paths: the keys that lead to each field.
  ///   - rule: what a key finds in a value that is no record.
  ///   - limit: the most memory that the columns may take, in bytes.
  ///   - checkpoint: called every few thousand records with their number; throwing stops the work.
  /// - Returns: nil when the columns would take more memory, and by the rule for paths also for a
  ///   small source that has no way of its own to read columns: what they are for can be done with
  ///   one scan over records.
  /// - Complexity: O(records x paths), besides the scan.
  package static func read(
    _ paths: [[String]], by rule: FieldRule = .keyValue, of source: any TableSource, limit: Int,
    checkpoint: (Int) throws(DataError) -> Void = { _ in }
  ) throws(DataError) -> RecordColumns? {
    switch try source.readColumns(paths, by: rule, limit: limit, checkpoint: checkpoint) {
    case .columns(let columns): return columns
    case .tooLarge: return nil
    case nil:
      let counts = source.counts()
      if rule == .path, max(counts.rows.known, counts.items.known) < leastRecords { return nil }
      return try scan(paths, by: rule, of: source, limit, checkpoint)
    }
  }

  private static func scan(
    _ paths: [[String]], by rule: FieldRule, of source: any TableSource, _ limit: Int,
    _ checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> RecordColumns? {
    var directory = RecordDirectory()
    var fields = paths.map { ScannedField($0, rule) }
    var isWithinLimit = true
    try source.scan { address, value throws(DataError) in
      directory.append(address)
      for index in fields.indices { fields[index].append(from: value) }
      guard directory.count & 0xFFF == 0 else { return true }
      try checkpoint(directory.count)
      isWithinLimit = fields.reduce(0) { $0 + $1.builder.byteCount } <= limit
      return isWithinLimit
    }
    guard isWithinLimit, directory.count <= Int(UInt32.max) else { return nil }
    var columns: [[String]: FieldColumn] = [:]
    for (path, field) in zip(paths, fields) {
      guard let column = field.builder.finish() else { return nil }
      columns[path] = column
    }
    return RecordColumns(directory: directory, columns: columns)
  }

  /// A column that is made of records.
  private struct ScannedField {
    private let path: [String]
    private let field: FieldPath
    private let rule: FieldRule
    private(set) var builder = FieldColumn.Builder()

    init(_ path: [String], _ rule: FieldRule) {
      (self.path, self.rule) = (path, rule)
      field = FieldPath(path.map { .key($0) })
    }

    mutating func append(from value: Value) {
      let found = value[path: field]
      let member = member(of: value, found)
      builder.append(found, member: member, by: rule)
    }

    /// What the rule for conditions finds, which of a record's own field is the same.
    private func member(of value: Value, _ found: Value?) -> Value {
      if path.count == 1, let found, case .record = value { return found }
      return KeyReading.members(path, of: value)
    }
  }
}
