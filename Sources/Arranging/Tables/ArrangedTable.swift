package import TableModel

/// A table that shows the rows and items of a base table in an arrangement.
///
/// It reads windows through to the base, so a window costs what it shows. What isn't rearranged
/// takes no memory:
///
/// - an empty arrangement takes none, of ten rows or of 10^8
/// - a filter takes at most 1.1 bits for each row or item that it was asked about
/// - a sort takes 4 bytes for each record
/// - a regrouping takes 4 bytes for each record from columns, at most 16 from records
package struct ArrangedTable: Sendable {
  package let base: any TableSource
  /// What was counted when the table was arranged; nil when nothing had to be read.
  package internal(set) var tally: Tally?
  /// The letters along the edge, in a table that is indexed.
  package let indexTitles: IndexTitles?
  let layout: Layout
  package let reverse: ReverseIndex
  /// Nil when the base's counts, which may still be growing, are the table's own.
  let ownCounts: Counts?

  /// Records read and records left.
  package struct Tally: Sendable, Hashable {
    package var kept: Int
    package var dropped: Int
    /// The records kept that are items of strips in the base.
    var keptItems = 0
    /// The rows or sections that were kept or dropped as a whole; nil without such a filter.
    package var units: Units?

    /// Rows or sections that were asked for, and how many of them are kept.
    package struct Units: Sendable, Hashable {
      package var level: OuterLevel
      package var kept: Int
      package var count: Int
    }

    package init(kept: Int = 0, dropped: Int = 0) {
      self.kept = kept
      self.dropped = dropped
    }
  }

  /// - Parameter keptItems: the items that a narrowed layout shows, where nothing was counted.
  init(
    base: any TableSource, layout: Layout, tally: Tally? = nil, indexTitles: IndexTitles? = nil,
    keptItems: Int = 0
  ) {
    self.base = base
    self.layout = layout
    self.tally = tally
    self.indexTitles = indexTitles
    reverse = ReverseIndex(layout)
    ownCounts = layout.counts(keptItems: tally?.keptItems ?? keptItems)
  }

  /// The arrangement of another table over a base that has the same records at the same places.
  package init(_ other: ArrangedTable, over base: any TableSource) {
    self.base = base
    (layout, tally, indexTitles) = (other.layout, other.tally, other.indexTitles)
    (reverse, ownCounts) = (other.reverse, other.ownCounts)
  }

  /// The base as it is.
  package init(base: any TableSource) {
    self.init(base: base, layout: .identity)
  }

  /// True for the same arrangement of the same data, made at once.
  package func isSame(as other: ArrangedTable) -> Bool { reverse === other.reverse }

  /// True when sections, rows and records stand one after the other as in the base.
  ///
  /// - Complexity: O(sections + rows whose items were rearranged).
  package var keepsOrder: Bool {
    switch layout {
    case .identity: !base.isReordered
    case .narrowed(let sections): sections.areInBaseOrder && sections.allSatisfy(\.isAscending)
    case .gathered(let sections): sections.allSatisfy(\.records.isAscending)
    }
  }

  /// True when sections are made of records from anywhere in the base.
  package var isGathered: Bool {
    if case .gathered = layout { true } else { false }
  }

  /// True when every address is the base's own.
  package var isIdentity: Bool {
    if case .identity = layout { true } else { false }
  }
}

// MARK: - As a table

extension ArrangedTable: TableSource {
  package func counts() -> Counts {
    ownCounts ?? base.counts()
  }

  package var columnNames: [String]? { base.columnNames }

  package var underived: any TableSource {
    ArrangedTable(self, over: base.underived)
  }

  package func recordCount() throws(DataError) -> Int {
    if let tally { return tally.kept }
    return try base.recordCount()
  }

  package var outerLevels: [OuterLevel] { base.outerLevels }

  package var isInMemory: Bool { base.isInMemory }

  package func inData(_ address: Address) throws(DataError) -> DataPlace? {
    try origin(of: address).map { DataPlace(source: base, address: $0) }
  }

  /// A section that was made of records has none of its own.
  package func outerRecord(_ level: OuterLevel, around address: Address)
    throws(DataError) -> Value?
  {
    guard let data = try inData(address) else { return nil }
    return try base.outerRecord(level, around: data.address)
  }

  package func rowsGoByKey(inSection section: Int) throws(DataError) -> Bool {
    switch layout {
    case .identity: return try base.rowsGoByKey(inSection: section)
    case .narrowed(let sections):
      guard sections.indices.contains(section) else { return false }
      return try base.rowsGoByKey(inSection: sections[section].origin)
    case .gathered: return true
    }
  }

  package func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    switch layout {
    case .identity:
      return try base.sections(range)
    case .narrowed(let sections):
      var infos: [SectionInfo] = []
      for section in sections[range.clamped(to: sections.indices)] {
        var info =
          try base.sections(section.origin..<section.origin + 1).first
          ?? SectionInfo(rows: .exact(0))
        info.rows = .exact(section.rows.count)
        infos.append(info)
      }
      return infos
    case .gathered(let sections):
      return sections[range.clamped(to: sections.indices)].map {
        SectionInfo(title: $0.title, rows: .exact($0.rowCount))
      }
    }
  }

  package func rows(
    _ range: Range<Int>, inSection section: Int
  ) throws(DataError) -> [RowInfo] {
    switch layout {
    case .identity:
      return try base.rows(range, inSection: section)
    case .narrowed(let sections):
      guard sections.indices.contains(section) else { return [] }
      return try rows(range, in: sections[section])
    case .gathered(let sections):
      guard sections.indices.contains(section) else { return [] }
      return try rows(range, in: sections[section])
    }
  }

  private func rows(
    _ range: Range<Int>, in section: NarrowedSection
  ) throws(DataError) -> [RowInfo] {
    var infos: [RowInfo] = []
    try section.rows.forEachRun(in: range) { run throws(DataError) in
      for (row, var info) in zip(run, try base.rows(run, inSection: section.origin)) {
        if let items = section.items[row] { info.items = .exact(items.count) }
        infos.append(info)
      }
    }
    return infos
  }

  private func rows(
    _ range: Range<Int>, in section: GatheredSection
  ) throws(DataError) -> [RowInfo] {
    if section.asStrip {
      return range.contains(0) ? [RowInfo(items: .exact(section.records.count))] : []
    }
    var infos: [RowInfo] = []
    try section.records.forEachRun(in: range) { start, count throws(DataError) in
      if start.isItem {
        infos += repeatElement(RowInfo(), count: count)
      } else {
        let first = Int(start.row)
        infos += try base.rows(first..<first + count, inSection: Int(start.section))
      }
    }
    return infos
  }

  package func records(
    _ range: Range<Int>, inSection section: Int, fields: [FieldPath]
  ) throws(DataError) -> RecordBatch {
    switch layout {
    case .identity:
      return try base.records(range, inSection: section, fields: fields)
    case .narrowed(let sections):
      var batch = RecordBatch(fields: fields)
      guard sections.indices.contains(section) else { return batch }
      let origin = sections[section].origin
      try sections[section].rows.forEachRun(in: range) { run throws(DataError) in
        batch.appendRecords(of: try base.records(run, inSection: origin, fields: fields))
      }
      return batch
    case .gathered(let sections):
      guard sections.indices.contains(section), !sections[section].asStrip else {
        return RecordBatch(fields: fields)
      }
      return try gathered(sections[section].records, range, fields: fields)
    }
  }

  package func items(
    _ range: Range<Int>, inRow row: Address, fields: [FieldPath]
  ) throws(DataError) -> RecordBatch {
    switch layout {
    case .identity:
      return try base.items(range, inRow: row, fields: fields)
    case .narrowed(let sections):
      guard let origin = try origin(of: row.rowAddress), let index = origin.row else {
        return RecordBatch(fields: fields)
      }
      guard let items = sections[row.section].items[index] else {
        return try base.items(range, inRow: origin, fields: fields)
      }
      var batch = RecordBatch(fields: fields)
      try items.forEachRun(in: range) { run throws(DataError) in
        batch.appendRecords(of: try base.items(run, inRow: origin, fields: fields))
      }
      return batch
    case .gathered(let sections):
      guard sections.indices.contains(row.section), row.row == 0, sections[row.section].asStrip
      else { return RecordBatch(fields: fields) }
      return try gathered(sections[row.section].records, range, fields: fields)
    }
  }

  private func gathered(
    _ records: RecordList, _ range: Range<Int>, fields: [FieldPath]
  ) throws(DataError) -> RecordBatch {
    var batch = RecordBatch(fields: fields)
    try records.forEachRun(in: range) { start, count throws(DataError) in
      let section = Int(start.section)
      if start.isItem {
        let first = Int(start.item)
        batch.appendRecords(
          of: try base.items(
            first..<first + count, inRow: Address(section, Int(start.row)), fields: fields))
      } else {
        let first = Int(start.row)
        batch.appendRecords(
          of: try base.records(first..<first + count, inSection: section, fields: fields))
      }
    }
    return batch
  }
}
