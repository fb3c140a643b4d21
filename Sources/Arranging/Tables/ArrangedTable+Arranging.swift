package import TableModel

extension ArrangedTable {
  /// Arranges a table.
  ///
  /// Either all of it happens or nothing: an error or a cancellation leaves no trace.
  /// - Parameters:
  ///   - columns: the base's columns; nil for columns that are given up afterwards.
  ///   - budget: the memory that columns to sort and to group by may take, in bytes.
  ///   - isInterrupted: asked while somebody reads rows whose order is still being found; true
  ///     stops the read with `DataError.cancelled`.
  ///   - checkpoint: called every few thousand records; throwing stops the work.
  /// - Complexity: O(1) for an empty arrangement, O(rows) without reading records for a mere
  ///   flattening and for filters that answer from columns; otherwise one scan of the base, O(n)
  ///   and O(n log n) comparisons if sorted.
  package init(
    base: any TableSource, arrangement: Arrangement, columns: ColumnStore? = nil,
    budget: Int = standardBudget, isInterrupted: @escaping @Sendable () -> Bool = { false },
    checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) {
    let arrangement = arrangement.unserved
    // Places are those of the whole arrangement, sections in their order.
    var unfiltered = arrangement
    unfiltered.filters = []
    for filter in arrangement.filters {
      try filter.prepare?(base, unfiltered) { arrangement throws(DataError) in
        try ArrangedTable(
          base: base, arrangement: arrangement, columns: columns, budget: budget,
          isInterrupted: isInterrupted, checkpoint: checkpoint)
      }
    }
    try self.init(
      prepared: arrangement, of: base, columns, budget, isInterrupted, checkpoint)
  }

  /// Arranges a table whose filters know where records stand.
  private init(
    prepared arrangement: Arrangement, of base: any TableSource, _ columns: ColumnStore?,
    _ budget: Int, _ isInterrupted: @escaping @Sendable () -> Bool,
    _ checkpoint: @escaping Checkpoint
  ) throws(DataError) {
    func arranged(_ arrangement: Arrangement) throws(DataError) -> ArrangedTable {
      try ArrangedTable(
        prepared: arrangement, of: base, columns, budget, isInterrupted, checkpoint)
    }
    if let order = arrangement.sectionOrder {
      var unordered = arrangement
      unordered.sectionOrder = nil
      self = try arranged(unordered).sortingSections(order)
      return
    }
    if let keys = arrangement.unitKeys {
      var unordered = arrangement
      unordered.sortKeys.removeAll(where: keys.contains)
      self = try arranged(unordered).sortingUnits(by: keys, checkpoint)
      return
    }
    var filters = arrangement.filters
    let store = columns ?? ColumnStore(source: base)
    let units = try Self.units(&filters, store)
    let kept = try Self.survey(&filters, columns)
    let isInOrder = arrangement.grouping == nil && arrangement.sortKeys.isEmpty
    if filters.isEmpty, isInOrder, kept == nil, let units {
      try self.init(base: base, keeping: units)
    } else if filters.isEmpty, isInOrder, units == nil, let kept {
      try self.init(base: base, keeping: kept, checkpoint)
    } else if filters.isEmpty, units == nil,
      let found = try Self.fromColumns(
        base, arrangement, keeping: kept, store, budget, isInterrupted, checkpoint)
    {
      self = found
    } else {
      try self.init(
        base: base, grouping: arrangement.grouping, sortKeys: arrangement.sortKeys,
        checkpoint: checkpoint, units: units,
        keepsEmptyUnits: kept == nil && filters.isEmpty,
        condition: Self.condition(filters, kept, units))
    }
  }

  /// Sorts or groups a table whose filters have answered, without reading records.
  private static func fromColumns(
    _ base: any TableSource, _ arrangement: Arrangement, keeping kept: RecordSelection?,
    _ store: ColumnStore, _ budget: Int, _ isInterrupted: @escaping @Sendable () -> Bool,
    _ checkpoint: @escaping Checkpoint
  ) throws(DataError) -> ArrangedTable? {
    if let sorted = try Self(
      sorting: base, arrangement, keeping: kept, from: store, budget,
      isInterrupted: isInterrupted, checkpoint)
    {
      return sorted
    }
    return try Self(grouping: base, arrangement, keeping: kept, from: store, budget, checkpoint)
  }

  init(
    base: any TableSource, grouping: Arrangement.Grouping? = nil, sortKeys: [SortKey] = [],
    checkpoint: @escaping Checkpoint, units: KeptUnits? = nil, keepsEmptyUnits: Bool = false,
    condition: ((Address, Value) throws(DataError) -> Bool)? = nil
  ) throws(DataError) {
    switch grouping {
    case nil where condition == nil && sortKeys.isEmpty:
      self.init(base: base)
    case .flat where condition == nil && sortKeys.isEmpty && base.counts().areExact:
      try self.init(flattening: base, checkpoint)
    case nil:
      try self.init(
        narrowing: base, sortKeys, checkpoint, keepsEmptyUnits ? units : nil, condition)
    case let grouping?:
      try self.init(gathering: base, grouping, sortKeys, checkpoint, condition)
    }
    tally?.units = units?.tally
  }

  private init(
    narrowing base: any TableSource, _ sortKeys: [SortKey], _ checkpoint: @escaping Checkpoint,
    _ units: KeptUnits?, _ condition: ((Address, Value) throws(DataError) -> Bool)?
  ) throws(DataError) {
    var ticker = Ticker(checkpoint)
    var tally = Tally()
    var builder = NarrowingBuilder(
      keepsEmpty: condition == nil || units != nil, sortKeys: sortKeys, units: units)
    try base.scan { address, value throws(DataError) in
      try ticker.tick()
      let isKept = try condition?(address, value) ?? true
      tally.count(address, isKept: isKept)
      try builder.visit(address, value, isKept: isKept, ticker)
      return true
    }
    let layout = try builder.finish(base: base, ticker)
    self.init(base: base, layout: layout, tally: tally)
  }

  private init(
    gathering base: any TableSource, _ grouping: Arrangement.Grouping, _ sortKeys: [SortKey],
    _ checkpoint: @escaping Checkpoint,
    _ condition: ((Address, Value) throws(DataError) -> Bool)?
  ) throws(DataError) {
    var ticker = Ticker(checkpoint)
    var tally = Tally()
    var builder = GatheringBuilder(grouping: grouping, sortKeys: sortKeys)
    let paths = sortKeys.map(\.path) + (grouping.field.map { [$0] } ?? [])
    var around = Surroundings(of: base, for: paths)
    try base.scan { address, value throws(DataError) in
      try ticker.tick()
      let isKept = try condition?(address, value) ?? true
      tally.count(address, isKept: isKept)
      let record = try around?.scoped(value, at: address) ?? value
      try builder.visit(address, record, isKept: isKept)
      return true
    }
    let (layout, titles) = try builder.finish(ticker)
    self.init(base: base, layout: layout, tally: tally, indexTitles: titles)
  }

  /// Flattening needs to know only how many items the rows have.
  private init(flattening base: any TableSource, _ checkpoint: @escaping Checkpoint)
    throws(DataError)
  {
    var ticker = Ticker(checkpoint)
    var tally = Tally()
    var records = RecordList()
    let window = 4096
    for section in 0..<base.counts().sections.known {
      var first = 0
      while true {
        let rows = try base.rows(first..<first + window, inSection: section)
        for (row, info) in zip(first..., rows) {
          try ticker.tick()
          let start = Address(section, row, info.items == nil ? nil : 0)
          try records.append(RecordRef(start), count: info.items?.known ?? 1)
          if let items = info.items { tally.keptItems += items.known }
        }
        if rows.count < window { break }
        first += window
      }
    }
    tally.kept = records.count
    let sections = [GatheredSection(title: nil, records: records, asStrip: false)]
    self.init(
      base: base, layout: .gathered(records.count == 0 ? [] : sections), tally: tally)
  }
}

extension ArrangedTable.Tally {
  fileprivate mutating func count(_ address: Address, isKept: Bool) {
    if !isKept {
      dropped += 1
    } else {
      kept += 1
      if address.item != nil { keptItems += 1 }
    }
  }
}

extension Counts {
  fileprivate var areExact: Bool { sections.isExact && rows.isExact && items.isExact }
}

// MARK: - Sorting

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
