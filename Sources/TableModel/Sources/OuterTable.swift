/// The records of one level around those of a table, as a table of plain rows.
///
/// Sections become the rows of one section, in their order. Rows stay where they are, so that both
/// tables have the same addresses for them. What a table can be asked for, filters, schemas,
/// columns, can thus be asked of any level.
package struct OuterTable: TableSource {
  package let base: any TableSource
  package let level: OuterLevel

  /// - Returns: nil where the table has no records at the level.
  package init?(_ level: OuterLevel, of base: any TableSource) {
    guard base.outerLevels.contains(level) else { return nil }
    self.base = base
    self.level = level
  }

  package var underived: any TableSource { OuterTable(level, of: base.underived) ?? self }

  package func counts() -> Counts {
    let inner = base.counts()
    let none = Extent.exact(0)
    return switch level {
    case .row: Counts(sections: inner.sections, rows: inner.rows, items: none)
    case .section: Counts(sections: .exact(1), rows: inner.sections, items: none)
    case .document: Counts(sections: .exact(1), rows: .exact(1), items: none)
    }
  }

  package func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    if level == .row {
      return try base.sections(range).map { info in
        SectionInfo(title: info.title, footer: info.footer, rows: info.rows)
      }
    }
    return range.contains(0) ? [SectionInfo(rows: counts().rows)] : []
  }

  package func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo] {
    switch level {
    case .row:
      return try base.rows(range, inSection: section).map { RowInfo(title: $0.title, key: $0.key) }
    case .section:
      return section == 0 ? try base.sections(range).map { RowInfo(title: $0.title) } : []
    case .document:
      return section == 0 && range.contains(0) ? [RowInfo()] : []
    }
  }

  package func records(_ range: Range<Int>, inSection section: Int, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    var batch = RecordBatch(fields: fields)
    let count = try sections(section..<section + 1).first?.rows.known ?? 0
    for row in range.clamped(to: 0..<count) {
      batch.append(try value(at: Address(section, row)) ?? .null)
    }
    return batch
  }

  package func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
    -> RecordBatch
  {
    RecordBatch(fields: fields)
  }

  /// - Complexity: that of reading the record, the list below it left out.
  package func value(at address: Address) throws(DataError) -> Value? {
    guard let row = address.row, address.item == nil else { return nil }
    switch level {
    case .row: return try base.outerRecord(.row, around: address)
    case .section:
      guard address.section == 0, row >= 0, row < base.counts().sections.known else { return nil }
      return try base.outerRecord(.section, around: Address(row)) ?? .null
    case .document:
      guard address == Address(0, 0) else { return nil }
      return try base.outerRecord(.document, around: Address(0)) ?? .null
    }
  }

  package func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    let sections = level == .row ? base.counts().sections.known : 1
    for section in 0..<sections {
      let rows = try self.sections(section..<section + 1).first?.rows.known ?? 0
      for row in 0..<rows {
        let address = Address(section, row)
        guard try visit(address, value(at: address) ?? .null) else { return }
      }
    }
  }

  /// The levels farther out.
  package var outerLevels: [OuterLevel] {
    base.outerLevels.filter { level < $0 }
  }

  package func outerRecord(_ outer: OuterLevel, around address: Address)
    throws(DataError) -> Value?
  {
    guard outerLevels.contains(outer) else { return nil }
    return try base.outerRecord(
      outer, around: level == .row ? address : Address(address.row ?? 0))
  }
}

/// What stands around the records of a table, to be asked for together with them: as if it were a
/// field of theirs.
///
/// Each row and section is read once while records come in order.
package struct Surroundings {
  private let base: any TableSource
  private let levels: [OuterLevel]
  /// The levels of which titles and numbers are asked, as the screen has them.
  private let screens: Set<OuterLevel>
  private var known: [OuterLevel: (place: Address, record: Value)] = [:]

  /// - Parameter paths: the paths that are asked for.
  /// - Returns: nil where all of them begin in the records themselves.
  package init?(of base: any TableSource, for paths: some Sequence<FieldPath>) {
    let asked = Set(paths.compactMap { OuterLevel(at: $0) })
    let screens = Set(paths.filter { ScreenKey($0) != nil }.compactMap { OuterLevel(at: $0) })
    levels = OuterLevel.outwards.filter { level in
      screens.contains(level) || asked.contains(level) && base.outerLevels.contains(level)
    }
    self.screens = screens
    if levels.isEmpty { return nil }
    self.base = base
  }

  /// A record with the records around it under the keys of their levels. What is not a dictionary
  /// has nothing but these.
  package mutating func scoped(_ value: Value, at address: Address) throws(DataError) -> Value {
    var scoped = value.record ?? Record()
    scoped[OuterLevel.ownKey] = value
    guard let data = try base.inData(address) else { return .record(scoped) }
    for level in levels {
      // The rows of such a table are what the level consists of.
      let isOwn = (data.source as? OuterTable)?.level == level
      let place = isOwn ? data.address : level.place(around: data.address)
      if known[level]?.place != place {
        var record = try data.source.outerRecord(level, around: place) ?? .null
        if screens.contains(level) {
          let shown = try data.source.onScreen(level, around: place)
          record = ScreenKey.adding(title: shown.title, index: shown.index, to: record)
        }
        known[level] = (place, record)
      }
      scoped[level.fieldKey] = known[level]?.record
    }
    return .record(scoped)
  }
}

extension TableSource {
  /// The title and the number of a row or a section of the data, as the screen has them while nothing
  /// is grouped or in another order.
  fileprivate func onScreen(_ level: OuterLevel, around address: Address)
    throws(DataError) -> (title: String?, index: Int)
  {
    if let outer = self as? OuterTable {
      let place = outer.level == .row ? address : Address(address.row ?? 0)
      guard let data = try outer.base.inData(place) else { return (nil, 0) }
      return try data.source.onScreen(level, around: data.address)
    }
    let (section, row) = (address.section, address.row ?? 0)
    switch level {
    case .row: return (try rows(row..<row + 1, inSection: section).first?.title, row)
    case .section: return (try sections(section..<section + 1).first?.title, section)
    case .document: return (nil, 0)
    }
  }
}

extension ColumnStore {
  /// A column of what stands around the records: the same value for all of a row or a section.
  ///
  /// - Parameter path: the keys behind the one of the level.
  /// - Complexity: O(records), without reading them, and O(rows or sections) reads.
  func column(
    of path: ArraySlice<String>, at level: OuterLevel, over directory: RecordDirectory,
    by rule: FieldRule
  ) throws(DataError) -> FieldColumn? {
    var builder = FieldColumn.Builder()
    let field = FieldPath(keys: Array(path))
    var last: (place: Address, found: Value?, member: Value)?
    for run in directory.runs {
      // A run of plain rows is of one section, and of as many rows.
      let isWhole = level != .row || run.start.item != nil
      for record in isWhole ? run.records.prefix(1) : run.records[...] {
        let place = level.place(around: run.address(of: record))
        if last?.place != place {
          let value = try source.outerRecord(level, around: place) ?? .null
          last = (place, value[path: field], KeyReading.members(Array(path), of: value))
        }
        for _ in 0..<(isWhole ? run.records.count : 1) {
          builder.append(last?.found, member: last?.member ?? .null, by: rule)
        }
      }
    }
    return builder.finish()
  }
}

extension TableSource {
  /// Visits every record in order, with the records around it where paths ask for these.
  package func scan(
    for paths: [FieldPath], _ visit: (Address, Value) throws(DataError) -> Bool
  ) throws(DataError) {
    guard var around = Surroundings(of: self, for: paths) else { return try scan(visit) }
    try scan { address, value throws(DataError) in
      try visit(address, around.scoped(value, at: address))
    }
  }
}
