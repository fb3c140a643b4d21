import TableModel

/// Grouping by columns, for tables that can read them without a scan.
extension ArrangedTable {
  /// Groups a table whose filters have answered.
  ///
  /// - Parameter kept: the records that pass the filters; nil without filters.
  /// - Returns: nil where records have to be read one by one, as for a sort.
  init?(
    grouping base: any TableSource, _ arrangement: Arrangement, keeping kept: RecordSelection?,
    from store: ColumnStore, _ budget: Int, _ checkpoint: @escaping Checkpoint
  ) throws(DataError) {
    guard let grouping = arrangement.grouping, let field = grouping.field else { return nil }
    let keys = grouping.sortKeys(after: arrangement.sortKeys)
    guard
      let shown = try ShownRecords(
        of: ArrangedTable(base: base), fields: [field] + keys.map(\.path), from: store,
        budget: budget, checkpoint),
      let column = shown.column(field), let order = RowOrder(keys, shown.columns),
      kept.map({ $0.rows.count == shown.columns.count }) ?? true
    else { return nil }
    var dealt = DealtRecords(count: shown.columns.count, keeping: kept?.rows)
    switch grouping {
    case .byLetter: try dealt.deal(byLetterOf: column, checkpoint)
    default: try dealt.deal(byValueOf: column, checkpoint)
    }
    self = try Groups(
      shown: shown, field: field, grouping: grouping, order: keys.isEmpty ? nil : order,
      kept: kept?.rows, dealt: dealt, checkpoint: checkpoint
    ).table()
  }

  /// All that a table of groups is made of.
  private struct Groups {
    let shown: ShownRecords
    let field: FieldPath
    let grouping: Arrangement.Grouping
    let order: RowOrder?
    let kept: RowMask?
    let dealt: DealtRecords
    let checkpoint: Checkpoint

    func table() throws(DataError) -> ArrangedTable {
      var records = RecordList()
      var tally = Tally()
      for run in shown.columns.directory.runs {
        try records.append(RecordRef(run.start), count: run.records.count)
        let count = kept?.population(in: run.records) ?? run.records.count
        tally.kept += count
        tally.dropped += run.records.count - count
        if run.start.item != nil { tally.keptItems += count }
      }
      let (groups, titles) = try groups()
      let positions = SortedPositions(try positions())
      var sections: [GatheredSection] = []
      var asStrip = false
      if case .byValue(_, _, let asStrips) = grouping { asStrip = asStrips }
      for (group, title) in zip(groups, titles) {
        let list = records.picking(dealt[group], of: positions, isAscending: order == nil)
        sections.append(GatheredSection(title: title, records: list, asStrip: asStrip))
      }
      guard case .byLetter = grouping else {
        return ArrangedTable(base: shown.base, layout: .gathered(sections), tally: tally)
      }
      return ArrangedTable(
        base: shown.base, layout: .gathered(sections), tally: tally,
        indexTitles: IndexTitles(filled: groups))
    }

    /// The groups that have records, in order, with their titles.
    private func groups() throws(DataError) -> (groups: [Int], titles: [String?]) {
      var groups = Array(0..<dealt.count)
      guard case .byValue(_, let groupOrder, _) = grouping else {
        groups.removeAll { dealt[$0].isEmpty }
        return (groups, groups.map { Collation.titles[$0] })
      }
      if groupOrder == .firstAppearance { groups.removeAll { dealt[$0].isEmpty } }
      var values: [Int: Value] = [:]
      for group in groups {
        if group & 0xFFF == 0 { try checkpoint(group) }
        values[group] = try shown.value(field, ofRecord: dealt.firsts[group]) ?? .null
      }
      if groupOrder == .sorted {
        let keys = groups.map { SortValue(values[$0]) }
        groups.sort { a, b in
          let order = keys[a].compare(keys[b])
          return order == 0 ? a < b : order < 0
        }
        groups.removeAll { dealt[$0].isEmpty }
      }
      let shared = groups.map { values[$0] ?? .null }
      let labels = ValueLabels(telling: shared)
      return (groups, shared.map(labels.title(ofGroup:)))
    }

    /// The records of each group in their order, one group after the other.
    private func positions() throws(DataError) -> [UInt32] {
      guard let order else { return dealt.positions }
      var positions = dealt.positions
      for group in 0..<dealt.count {
        let range = dealt[group]
        try checkpoint(range.lowerBound)
        let rows = Array(dealt.positions[range])
        let sorted = try RowSort(order, .list(rows)).sorted { () throws(DataError) in
          try checkpoint(range.lowerBound)
        }
        guard let sorted else { continue }
        for (place, position) in zip(range, sorted) { positions[place] = rows[Int(position)] }
      }
      return positions
    }
  }
}

/// The records of a table dealt out to groups, 4 bytes each.
///
///     kind of records 0...4      leafy  conifer  leafy  leafy  conifer
///     positions                  0, 2, 3 | 1, 4
///     starts                     0, 3, 5
///     firsts                     0, 1
struct DealtRecords {
  /// The record with which each group came up; empty for letters.
  private(set) var firsts: [Int] = []
  /// The numbers of the kept records, group after group and in order within each.
  private(set) var positions: [UInt32] = []
  /// Where each group begins; one more than there are groups.
  private var starts: [Int] = [0]
  private let records: Int
  private let kept: RowMask?

  /// - Parameter kept: the records that are wanted; nil for all.
  init(count: Int, keeping kept: RowMask?) {
    records = count
    self.kept = kept
  }

  /// How many groups there are, those without a record included.
  var count: Int { starts.count - 1 }

  /// The places of a group among the positions.
  subscript(group: Int) -> Range<Int> { starts[group]..<starts[group + 1] }

  /// A group for each value; records without one are a group, too.
  ///
  /// A record that is filtered out still gives its group a place, so that sections keep their order
  /// while filters come and go.
  /// - Complexity: O(records).
  mutating func deal(
    byValueOf column: FieldColumn, _ checkpoint: @escaping Checkpoint
  ) throws(DataError) {
    var numbers = ValueNumbers(column, missingIsNull: true)
    try deal(checkpoint) { numbers.number(of: $0) }
    firsts = numbers.firsts
    while starts.count <= firsts.count { starts.append(positions.count) }
  }

  /// A group for each of the titles of an index.
  mutating func deal(
    byLetterOf column: FieldColumn, _ checkpoint: @escaping Checkpoint
  ) throws(DataError) {
    var letters = ColumnLetters(column)
    try deal(checkpoint) { letters.title(ofRow: $0) }
    while starts.count <= Collation.titles.count { starts.append(positions.count) }
  }

  private mutating func deal(
    _ checkpoint: @escaping Checkpoint, _ group: (Int) -> Int
  ) throws(DataError) {
    var ticker = Ticker(checkpoint)
    var groups: [UInt32] = []
    groups.reserveCapacity(records)
    var counts: [Int] = []
    for row in 0..<records {
      try ticker.tick()
      let group = group(row)
      while counts.count <= group { counts.append(0) }
      groups.append(UInt32(truncatingIfNeeded: group))
      if kept?.contains(row) ?? true { counts[group] += 1 }
    }
    starts = counts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
    var next = starts
    positions = Array(repeating: 0, count: starts.last ?? 0)
    for row in 0..<records where kept?.contains(row) ?? true {
      if row & 0xFFFFF == 0 { try ticker.pause() }
      let group = Int(groups[row])
      positions[next[group]] = UInt32(truncatingIfNeeded: row)
      next[group] += 1
    }
  }
}

/// The title of an index under which each record of a column belongs.
private struct ColumnLetters {
  private let column: FieldColumn
  private let parts: ColumnParts
  /// For each text of the pool its title once it came up, else a negative number.
  private var known: [Int8]

  init(_ column: FieldColumn) {
    self.column = column
    parts = ColumnParts(column)
    known = Array(repeating: -1, count: column.texts?.pool.count ?? 0)
  }

  mutating func title(ofRow row: Int) -> Int {
    guard parts.isText(row) else {
      let value = column.value(at: row)
      return value.isNull ? Collation.otherIndex : Collation.titleIndex(of: value.plainText)
    }
    let code = Int(parts.codes[row])
    if known[code] < 0, let text = column.texts?.pool.text(parts.codes[row]) {
      known[code] = Int8(Collation.titleIndex(of: text))
    }
    return Int(known[code])
  }
}

/// Builds a layout whose sections are made from the records, from a scan of the base.
struct GatheringBuilder {
  private let grouping: Arrangement.Grouping
  private let sortKeys: [SortKey]
  private var groups: [Group] = []
  private var groupOfValue: [DistinctValue: Int] = [:]

  private struct Group {
    var title: String?
    /// What the records share that are grouped by values.
    var value = Value.null
    var records = RecordList()
    var columns: SortColumns
  }

  init(grouping: Arrangement.Grouping, sortKeys: [SortKey]) {
    self.grouping = grouping
    self.sortKeys = grouping.sortKeys(after: sortKeys)
    switch grouping {
    case .flat: addGroup(title: nil)
    case .byValue: break
    case .byLetter: for title in Collation.titles { addGroup(title: title) }
    }
  }

  private mutating func addGroup(title: String?, value: Value = .null) {
    groups.append(Group(title: title, value: value, columns: SortColumns(keys: sortKeys)))
  }

  mutating func visit(_ address: Address, _ value: Value, isKept: Bool) throws(DataError) {
    // A record that is filtered out still gives its group a place, so that sections keep their
    // order while filters come and go.
    let group = group(of: value)
    guard isKept else { return }
    try groups[group].records.append(RecordRef(address))
    groups[group].columns.append(value)
  }

  private mutating func group(of record: Value) -> Int {
    switch grouping {
    case .flat:
      return 0
    case .byLetter(let field):
      guard let value = record[path: field], !value.isNull else { return Collation.otherIndex }
      return Collation.titleIndex(of: value.plainText)
    case .byValue(let field, _, _):
      let value = record[path: field] ?? .null
      let key = DistinctValue(value)
      if let group = groupOfValue[key] { return group }
      groupOfValue[key] = groups.count
      addGroup(title: nil, value: value)
      return groups.count - 1
    }
  }

  mutating func finish(_ ticker: Ticker) throws(DataError) -> (layout: Layout, titles: IndexTitles?)
  {
    var asStrip = false
    var order = Array(groups.indices)
    if case .byValue(_, let groupOrder, let asStrips) = grouping {
      asStrip = asStrips
      if groupOrder == .sorted { order = sortedGroups() }
    }
    order.removeAll { groups[$0].records.count == 0 }
    nameGroups(order)
    var sections: [GatheredSection] = []
    for index in order {
      let group = groups[index]
      let records = try group.records.reordered(by: group.columns.order(ticker))
      sections.append(GatheredSection(title: group.title, records: records, asStrip: asStrip))
    }
    guard case .byLetter = grouping else { return (.gathered(sections), nil) }
    return (.gathered(sections), IndexTitles(filled: order))
  }

  private func sortedGroups() -> [Int] {
    let keys = groups.map { SortValue($0.value) }
    return groups.indices.sorted { a, b in
      let order = keys[a].compare(keys[b])
      return order == 0 ? a < b : order < 0
    }
  }

  private mutating func nameGroups(_ order: [Int]) {
    guard case .byValue = grouping else { return }
    let labels = ValueLabels(telling: order.map { groups[$0].value })
    for index in order { groups[index].title = labels.title(ofGroup: groups[index].value) }
  }
}

extension Arrangement.Grouping {
  /// The field whose value decides about the group; nil where there is only one.
  var field: FieldPath? {
    switch self {
    case .flat: nil
    case .byValue(let field, _, _), .byLetter(let field): field
    }
  }

  /// What the records of a group are sorted by: under letters, the grouping field comes last.
  func sortKeys(after keys: [SortKey]) -> [SortKey] {
    if case .byLetter(let field) = self { keys + [SortKey(field)] } else { keys }
  }
}
