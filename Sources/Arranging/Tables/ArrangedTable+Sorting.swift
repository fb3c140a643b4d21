import TableModel

/// Sorting by columns, for tables that can read them without a scan.
extension ArrangedTable {
  /// The memory that columns take where nobody says how much they may.
  package static let standardBudget = 1 << 29

  /// Sorts a table whose filters have answered.
  ///
  /// - Parameter kept: the records that pass the filters; nil without filters.
  /// - Returns: nil where records have to be read one by one: for other groupings, for keys that
  ///   are not columns, and for columns that would take too much memory.
  init?(
    sorting base: any TableSource, _ arrangement: Arrangement, keeping kept: RecordSelection?,
    from store: ColumnStore, _ budget: Int, isInterrupted: @escaping @Sendable () -> Bool,
    _ checkpoint: @escaping Checkpoint
  ) throws(DataError) {
    let keys = arrangement.sortKeys
    guard !keys.isEmpty, arrangement.grouping == nil || arrangement.grouping == .flat else {
      return nil
    }
    var paths: [[String]] = []
    for key in keys {
      guard let path = key.path.keys else { return nil }
      if !paths.contains(path) { paths.append(path) }
    }
    guard
      let columns = try store.columns(paths, by: .path, budget: budget, checkpoint: checkpoint),
      let order = RowOrder(keys, columns), kept.map({ $0.rows.count == columns.count }) ?? true
    else { return nil }
    let sorting = Sorting(
      base: base, order: order, directory: columns.directory, kept: kept?.rows,
      isInterrupted: isInterrupted, checkpoint: checkpoint)
    self =
      try arrangement.grouping == .flat ? sorting.gathered() : sorting.narrowed()
  }

  /// All that a sort by columns needs.
  private struct Sorting {
    let base: any TableSource
    let order: RowOrder
    let directory: RecordDirectory
    let kept: RowMask?
    let isInterrupted: @Sendable () -> Bool
    let checkpoint: Checkpoint

    private func ask() throws(DataError) { try checkpoint(directory.count) }

    /// Strips and sections sorted in themselves.
    func narrowed() throws(DataError) -> ArrangedTable {
      let ticker = Ticker(checkpoint)
      let checkpoint = checkpoint
      var tally = Tally()
      var builder = NarrowingBuilder(keepsEmpty: kept == nil, sortKeys: [])
      for run in directory.runs {
        try ask()
        let count = try builder.visit(
          run, keeping: kept, by: order, ticker, isInterrupted: isInterrupted
        ) { () throws(DataError) in try checkpoint(run.records.upperBound) }
        tally.kept += count
        tally.dropped += run.records.count - count
        if run.start.item != nil { tally.keptItems += count }
      }
      return ArrangedTable(
        base: base, layout: try builder.finish(base: base, ticker), tally: tally)
    }

    /// All records as plain rows of one section.
    func gathered() throws(DataError) -> ArrangedTable {
      let checkpoint = checkpoint
      var records = RecordList()
      var tally = Tally()
      for run in directory.runs {
        try ask()
        try append(run, to: &records)
      }
      tally.kept = records.count
      tally.dropped = directory.count - records.count
      let count = directory.count
      let sorted = try RowSort(order, .init(0..<count, keeping: kept)).sortedSoon(
        isInterrupted: isInterrupted
      ) { () throws(DataError) in try checkpoint(count) }
      for run in directory.runs where run.start.item != nil {
        tally.keptItems += kept?.population(in: run.records) ?? run.records.count
      }
      let section = GatheredSection(
        title: nil, records: records.reordered(by: sorted), asStrip: false)
      return ArrangedTable(
        base: base, layout: .gathered(records.count == 0 ? [] : [section]), tally: tally)
    }

    /// Adds the kept records of a run, neighbours together.
    private func append(
      _ run: RecordDirectory.Run, to records: inout RecordList
    ) throws(DataError) {
      guard let kept, kept.population(in: run.records) < run.records.count else {
        return try records.append(RecordRef(run.start), count: run.records.count)
      }
      var rows: [Int] = []
      kept.forEach(in: run.records) { rows.append($0) }
      for row in rows { try records.append(RecordRef(run.address(of: row))) }
    }
  }
}
