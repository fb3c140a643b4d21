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
    func arranged(_ arrangement: Arrangement) throws(DataError) -> ArrangedTable {
      try ArrangedTable(
        base: base, arrangement: arrangement, columns: columns, budget: budget,
        isInterrupted: isInterrupted, checkpoint: checkpoint)
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
    var unfiltered = arrangement
    unfiltered.filters = []
    for filter in filters { try filter.prepare?(base, unfiltered, arranged) }
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
