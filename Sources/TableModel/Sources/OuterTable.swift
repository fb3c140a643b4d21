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
