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
