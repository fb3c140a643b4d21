import Synchronization

/// The columns of one table that were wanted so far, within a limit of memory.
///
/// A store belongs to one source; another version of the data wants another store.
package final class ColumnStore: Sendable {
  package let source: any TableSource
  private let state = Mutex(State())

  private struct State {
    var directory: RecordDirectory?
    var entries: [[String]: Entry] = [:]
    var clock = 0
  }

  private struct Entry {
    var column: FieldColumn
    var lastUse: Int
  }

  package init(source: any TableSource) {
    self.source = source
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
  ///   - rule: what a key finds in a value that is no record; what another rule has found is taken
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
      state.withLock { $0 = State() }
      return try self.columns(paths, by: rule, budget: budget, checkpoint: checkpoint)
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
