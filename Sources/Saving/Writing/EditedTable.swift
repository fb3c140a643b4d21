package import TableModel

extension EditedSource: TableSource {
  package func counts() -> Counts {
    Counts(
      sections: .exact(sections.count), rows: .exact(totals.rows), items: .exact(totals.items))
  }

  package func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    var infos: [SectionInfo] = []
    try sections.forEachPiece(in: range) { piece throws(DataError) in
      switch piece {
      case .base(let run): infos += try base.sections(run)
      case .own(let section): infos.append(section.currentInfo)
      }
    }
    return infos
  }

  package func rows(_ range: Range<Int>, inSection index: Int) throws(DataError) -> [RowInfo] {
    switch sections[index] {
    case nil: return []
    case .base(let origin): return try base.rows(range, inSection: origin)
    case .own(let section):
      var infos: [RowInfo] = []
      try section.rows.forEachPiece(in: range) { piece throws(DataError) in
        switch piece {
        case .base(let run): infos += try base.rows(run, inSection: section.origin ?? 0)
        case .own(let row): infos.append(try info(of: row))
        }
      }
      return infos
    }
  }

  package func rowsGoByKey(inSection index: Int) throws(DataError) -> Bool {
    switch sections[index] {
    case nil: false
    case .base(let origin): try base.rowsGoByKey(inSection: origin)
    // A new row has a title that its record need not hold.
    case .own: true
    }
  }

  package func records(
    _ range: Range<Int>, inSection index: Int, fields: [FieldPath]
  ) throws(DataError) -> RecordBatch {
    switch sections[index] {
    case nil: return RecordBatch(fields: fields)
    case .base(let origin): return try base.records(range, inSection: origin, fields: fields)
    case .own(let section):
      var batch = RecordBatch(fields: fields)
      try section.rows.forEachPiece(in: range) { piece throws(DataError) in
        switch piece {
        case .base(let run):
          batch.appendRecords(
            of: try base.records(run, inSection: section.origin ?? 0, fields: fields))
        case .own(let row): batch.append(try record(of: row) ?? .null)
        }
      }
      return batch
    }
  }

  package func items(
    _ range: Range<Int>, inRow address: Address, fields: [FieldPath]
  ) throws(DataError) -> RecordBatch {
    guard let index = address.row, let place = sections[address.section] else {
      return RecordBatch(fields: fields)
    }
    guard case .own(let section) = place else {
      return try base.items(range, inRow: baseRow(place, index), fields: fields)
    }
    switch section.rows[index] {
    case nil: return RecordBatch(fields: fields)
    case .base(let row):
      return try base.items(range, inRow: Address(section.origin ?? 0, row), fields: fields)
    case .own(let row): return try items(range, of: row, fields: fields)
    }
  }

  private func baseRow(_ place: EditedList<EditedSection>.Place, _ row: Int) -> Address {
    if case .base(let origin) = place { Address(origin, row) } else { Address(0, row) }
  }

  private func items(
    _ range: Range<Int>, of row: EditedRow, fields: [FieldPath]
  ) throws(DataError) -> RecordBatch {
    var batch = RecordBatch(fields: fields)
    try row.items?.forEachPiece(in: range) { piece throws(DataError) in
      switch piece {
      case .base(let run):
        guard let origin = row.origin else { return }
        batch.appendRecords(of: try base.items(run, inRow: origin, fields: fields))
      case .own(let value): batch.append(value)
      }
    }
    return batch
  }
}

// MARK: - Whole values

extension EditedSource {
  package func value(at address: Address) throws(DataError) -> Value? {
    if case .base(let origin) = sections[address.section] {
      return try base.value(at: Address(origin, address.row, address.item))
    }
    guard let section = try section(at: address.section) else { return nil }
    guard let index = address.row else { return try value(of: section) }
    if case .base(let row) = section.rows[index], let origin = section.origin {
      return try base.value(at: Address(origin, row, address.item))
    }
    guard let row = try row(at: index, in: section) else { return nil }
    if let item = address.item { return try self.item(item, of: row) }
    return row.isStrip ? try strip(row) : try record(of: row)
  }

  private func value(of section: EditedSection) throws(DataError) -> Value {
    if let value = try DocumentEdits(self)?.value(of: section) { return value }
    var values: [Value] = []
    for index in 0..<section.rows.count {
      guard let row = try row(at: index, in: section) else { continue }
      values.append(row.isStrip ? try strip(row) : try record(of: row) ?? .null)
    }
    return .array(values)
  }

  private func strip(_ row: EditedRow) throws(DataError) -> Value {
    var values: [Value] = []
    for index in 0..<(row.items?.count ?? 0) {
      if let value = try item(index, of: row) { values.append(value) }
    }
    return .array(values)
  }

  /// - Complexity: a read for each record.
  package func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    for section in 0..<sections.count {
      let count = try sections(section..<section + 1).first?.rows.known ?? 0
      for start in stride(from: 0, to: count, by: Self.scanWindow) {
        let window = start..<min(count, start + Self.scanWindow)
        for (row, info) in zip(window, try rows(window, inSection: section)) {
          guard try scan(Address(section, row), items: info.items?.known, visit) else { return }
        }
      }
    }
  }

  private static let scanWindow = 1024

  /// - Returns: false when the visitor wants no more.
  private func scan(
    _ row: Address, items: Int?, _ visit: (Address, Value) throws(DataError) -> Bool
  ) throws(DataError) -> Bool {
    guard let items else {
      guard let value = try value(at: row) else { return true }
      return try visit(row, value)
    }
    for item in 0..<items {
      let address = row.with(item: item)
      guard let value = try value(at: address) else { continue }
      guard try visit(address, value) else { return false }
    }
    return true
  }
}

// MARK: - The records around

extension EditedSource {
  package var outerLevels: [OuterLevel] { base.outerLevels }

  package var isInMemory: Bool { base.isInMemory }

  /// What was inserted or given another title has the record that the document would have of it.
  package func outerRecord(_ level: OuterLevel, around address: Address)
    throws(DataError) -> Value?
  {
    if level == .document { return try base.outerRecord(level, around: address) }
    switch sections[address.section] {
    case nil: return nil
    case .base(let origin):
      return try base.outerRecord(level, around: Address(origin, address.row))
    case .own(let section):
      if level == .section { return try outerRecord(of: section) }
      switch address.row.flatMap({ section.rows[$0] }) {
      case nil: return nil
      case .base(let row):
        return try base.outerRecord(level, around: Address(section.origin ?? 0, row))
      case .own(let row): return try outerRecord(of: row, in: section)
      }
    }
  }

  private func outerRecord(of section: EditedSection) throws(DataError) -> Value? {
    let old = try section.origin.flatMapValue { origin throws(DataError) in
      try base.sections(origin..<origin + 1).first?.title
    }
    let isSame = section.origin != nil && section.info.title == old
    if !isSame, let edits = DocumentEdits(self) { return try edits.record(around: section) }
    return try section.origin.flatMapValue { origin throws(DataError) in
      try base.outerRecord(.section, around: Address(origin))
    }?.retitled(from: old, to: section.info.title)
  }

  private func outerRecord(of row: EditedRow, in section: EditedSection) throws(DataError)
    -> Value?
  {
    if let record = row.record { return record }
    let isSame = row.origin != nil && row.title == nil
    if !isSame, let edits = DocumentEdits(self) {
      return try edits.record(around: row, in: section, isKeyed: hasKeyedRows(section))
    }
    guard let origin = row.origin, let place = origin.row else {
      return row.fields.isEmpty ? nil : .record(row.fields)
    }
    let old = try base.rows(place..<place + 1, inSection: origin.section).first?.title
    return try base.outerRecord(.row, around: origin)?.retitled(from: old, to: row.title)
  }
}

extension Int? {
  fileprivate func flatMapValue<Found>(_ find: (Int) throws(DataError) -> Found?)
    throws(DataError) -> Found?
  {
    guard let self else { return nil }
    return try find(self)
  }
}

extension Value {
  /// The record with another title, where the old one is a field of it.
  fileprivate func retitled(from old: String?, to new: String?) -> Value {
    guard let old, let new, old != new, case .record(var record) = self,
      let field = record.fields.first(where: { $0.value.plainText == old })
    else { return self }
    record[field.key] = .title(new, replacing: field.value)
    return .record(record)
  }
}
