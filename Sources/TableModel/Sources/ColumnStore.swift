import Synchronization

/// The columns of one table that were wanted so far, within a limit of memory.
///
/// A store belongs to one source; another version of the data wants another store.
package final class ColumnStore: Sendable {
  package let source: any TableSource
  /// The same object for all stores of the same data, whatever keys are derived.
  private let data: DataIdentity
  private let state = Guarded(State())

  private final class DataIdentity: Sendable {}

  private struct State {
    var directory: RecordDirectory?
    var entries: [[String]: Entry] = [:]
    var clock = 0
    var outer: [OuterLevel: ColumnStore] = [:]
  }

  private struct Entry {
    var column: FieldColumn
    var lastUse: Int
  }

  package init(source: any TableSource) {
    self.source = source
    data = DataIdentity()
  }

  /// A store for a table that is the same as another one but for some keys.
  ///
  /// - Parameter changed: the first keys of the columns that are not taken over.
  package init(source: any TableSource, takingOver other: ColumnStore, except changed: Set<String>)
  {
    self.source = source
    data = other.data
    let known = other.state.withLock { state in
      var known = state
      known.outer = [:]
      known.entries = state.entries.filter { path, _ in
        path.first.map { !changed.contains($0) } ?? false
      }
      return known
    }
    state.withLock { $0 = known }
  }

  /// True if both belong to the same data, of which one may have other derived keys.
  package func hasSameData(as other: ColumnStore) -> Bool { data === other.data }

  /// The columns of the records of a level around those of the table; nil where there are none.
  package func outer(_ level: OuterLevel) -> ColumnStore? {
    state.withLock { state in
      if let store = state.outer[level] { return store }
      let store = OuterTable(level, of: source).map(ColumnStore.init)
      state.outer[level] = store
      return store
    }
  }

  /// The columns that are there.
  package var paths: [[String]] {
    state.withLock { $0.entries.keys.sorted { $0.lexicographicallyPrecedes($1) } }
  }

  /// A column that is there; nil where it would have to be read.
  package func kept(_ path: [String]) -> FieldColumn? {
    state.withLock { $0.entries[path]?.column }
  }

  /// What the columns take in memory, roughly, in bytes.
  package var byteCount: Int {
    state.withLock { $0.entries.values.reduce(0) { $0 + $1.column.byteCount } }
  }

  /// Columns of the table; those that are not there yet are read in one scan.
  ///
  /// - Parameters:
  ///   - paths: the keys that lead to each field.
  ///   - rule: what a key finds in a value that is not a record; what another rule has found is
  /// taken
  ///     where it makes no difference.
  ///   - budget: the memory that all columns may take, in bytes; those that were not used for
  ///     longest are given up for it.
  ///   - checkpoint: called every few thousand records that are read; throwing stops the work.
  /// - Returns: nil when these columns alone would take more than the budget, and for paths of a
  ///   source that has no way of its own to read columns.
  package func columns(
    _ paths: [[String]], by rule: FieldRule = .keyValue, budget: Int,
    checkpoint: (Int) throws(DataError) -> Void = { _ in }
  ) throws(DataError) -> RecordColumns? {
    let outer = paths.filter { OuterLevel(at: $0).map(source.outerLevels.contains) ?? false }
    if !outer.isEmpty { return try scopedColumns(paths, outer, by: rule, budget, checkpoint) }
    let (directory, known) = state.withLock { ($0.directory, $0.entries.mapValues(\.column)) }
    var columns = known.filter { paths.contains($0.key) && $0.value.serves(rule) }
    let missing = paths.filter { columns[$0] == nil }
    if missing.isEmpty, let directory {
      keep(columns, directory, budget)
      return RecordColumns(directory: directory, columns: columns)
    }
    let taken = columns.values.reduce(0) { $0 + $1.byteCount }
    guard
      let read = try RecordColumns.read(
        missing, by: rule, of: source, limit: budget - taken, checkpoint: checkpoint)
    else { return nil }
    columns.merge(read.columns) { $1 }
    guard columns.values.allSatisfy({ $0.count == read.count }) else {
      // The source has grown since: what was read before is of an earlier state.
      state.withLock { $0 = State(outer: $0.outer) }
      return try self.columns(paths, by: rule, budget: budget, checkpoint: checkpoint)
    }
    keep(columns, read.directory, budget)
    return RecordColumns(directory: read.directory, columns: columns)
  }

  /// Columns of which some are of what stands around the records.
  private func scopedColumns(
    _ paths: [[String]], _ outer: [[String]], by rule: FieldRule, _ budget: Int,
    _ checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> RecordColumns? {
    let own = paths.filter { !outer.contains($0) }
    guard let read = try columns(own, by: rule, budget: budget, checkpoint: checkpoint) else {
      return nil
    }
    var columns = read.columns
    for path in outer {
      guard let level = OuterLevel(at: path) else { return nil }
      var column = kept(path)
      if column == nil {
        column = try self.column(
          of: path.dropFirst(), at: level, over: read.directory, by: rule)
      }
      guard let column else { return nil }
      columns[path] = column
    }
    keep(columns, read.directory, budget)
    return RecordColumns(directory: read.directory, columns: columns)
  }

  private func keep(
    _ columns: [[String]: FieldColumn], _ directory: RecordDirectory, _ budget: Int
  ) {
    state.withLock { state in
      state.clock += 1
      state.directory = directory
      for (path, column) in columns {
        state.entries[path] = Entry(column: column, lastUse: state.clock)
      }
      var taken = state.entries.values.reduce(0) { $0 + $1.column.byteCount }
      while taken > budget,
        let oldest = state.entries.filter({ columns[$0.key] == nil })
          .min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        taken -= oldest.value.column.byteCount
        state.entries[oldest.key] = nil
      }
    }
  }
}

extension FieldColumn {
  /// True when reading by a rule would give the same column.
  fileprivate func serves(_ rule: FieldRule) -> Bool { self.rule == nil || self.rule == rule }
}

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
  ///   - rule: what a key finds in a value that is not a record.
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
      guard
        case .columns(let columns)? = try scan(paths, by: rule, of: source, limit, checkpoint)
      else { return nil }
      return columns
    }
  }

  /// Reads fields of all records by the source's own way, or else one after the other, however few
  /// there are: for sources that are a part of another one.
  package static func readPart(
    _ paths: [[String]], by rule: FieldRule, of source: any TableSource, limit: Int,
    checkpoint: Checkpoint
  ) throws(DataError) -> ColumnReading {
    let own = try source.readColumns(paths, by: rule, limit: limit, checkpoint: checkpoint)
    if let own { return own }
    return try scan(paths, by: rule, of: source, limit, checkpoint, isPart: true) ?? .tooLarge
  }

  /// Makes columns of records that are read one after the other.
  ///
  /// - Parameter isPart: whether they are read even where there are few.
  /// - Returns: nil by the rule for paths where there are few records.
  static func scan(
    _ paths: [[String]], by rule: FieldRule, of source: any TableSource, _ limit: Int,
    _ checkpoint: (Int) throws(DataError) -> Void, isPart: Bool = false
  ) throws(DataError) -> ColumnReading? {
    let counts = source.counts()
    let isSmall = max(counts.rows.known, counts.items.known) < leastRecords
    if rule == .path, isSmall, !isPart { return nil }
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
    guard isWithinLimit, directory.count <= Int(UInt32.max) else { return .tooLarge }
    var columns: [[String]: FieldColumn] = [:]
    for (path, field) in zip(paths, fields) {
      guard let column = field.builder.finish() else { return .tooLarge }
      columns[path] = column
    }
    return .columns(RecordColumns(directory: directory, columns: columns))
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
