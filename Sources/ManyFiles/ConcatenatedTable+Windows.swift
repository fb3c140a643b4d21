package import TableModel

/// Windows, each read from the files that it lies in.
extension ConcatenatedTable {
  package func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    guard form == .sections else {
      // Rows that may differ are asked for one by one, which would open every file.
      let kinds = Set(known.parts.compactMap(\.rowKind))
      let info = SectionInfo(
        rows: counts().rows, isUniform: kinds.count < 2 && !kinds.contains(.both))
      return range.clamped(to: 0..<1).isEmpty ? [] : [info]
    }
    var infos: [SectionInfo] = []
    for (part, local) in parts(of: range) {
      let known = known.parts[part]
      if known.counts.sections.known == 0 {
        infos.append(empty(part, known.failure))
        continue
      }
      let read: [SectionInfo]
      if let kept = known.sections {
        read = Array(kept[local])
      } else {
        read = try source(part).sections(local)
      }
      infos += read.map { titled($0, part) }
    }
    return infos
  }

  /// A section for a file without rows.
  private func empty(_ part: Int, _ failure: DataError?) -> SectionInfo {
    SectionInfo(
      title: series.titles[part],
      footer: failure.map { ($0.location.map { "\($0): " } ?? "") + "\($0)" }, rows: .exact(0))
  }

  private func titled(_ info: SectionInfo, _ part: Int) -> SectionInfo {
    var info = info
    let name = series.titles[part]
    info.title = info.title.map { "\(name)\(Mark.dot)\($0)" } ?? name
    return info
  }

  package func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo] {
    var rows: [RowInfo] = []
    for (part, section, range) in pieces(range, inSection: section) where isReadable(part) {
      rows += try source(part).rows(range, inSection: section)
    }
    return rows
  }

  private func isReadable(_ part: Int) -> Bool { known.parts[part].counts.sections.known > 0 }

  package func rowsGoByKey(inSection section: Int) throws(DataError) -> Bool {
    guard form == .sections, let place = place(Address(section)), isReadable(place.part) else {
      return false
    }
    return try source(place.part).rowsGoByKey(inSection: place.address.section)
  }

  package func records(_ range: Range<Int>, inSection section: Int, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    var batch = RecordBatch(fields: fields)
    for (part, section, range) in pieces(range, inSection: section) where isReadable(part) {
      let source = try source(part)
      let read = try source.records(range, inSection: section, fields: fields)
      guard asksForFile(fields) else {
        batch.appendRecords(of: read)
        continue
      }
      for row in 0..<read.count {
        let address = Address(section, max(0, range.lowerBound) + row)
        if let value = try source.value(at: address), value.record != nil {
          batch.append(named(value, part))
        } else {
          batch.appendRecords(
            of: try source.records(
              address.row.map { $0..<$0 + 1 } ?? 0..<0, inSection: section, fields: fields))
        }
      }
    }
    return batch
  }

  package func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    guard let place = place(row), isReadable(place.part) else { return RecordBatch(fields: fields) }
    let source = try source(place.part)
    let read = try source.items(range, inRow: place.address, fields: fields)
    guard asksForFile(fields) else { return read }
    var batch = RecordBatch(fields: fields)
    for item in 0..<read.count {
      let address = place.address.with(item: max(0, range.lowerBound) + item)
      batch.append(named(try source.value(at: address) ?? .null, place.part))
    }
    return batch
  }

  /// Whether fields need more than the files themselves hold.
  private func asksForFile(_ fields: [FieldPath]) -> Bool {
    form == .rows && fields.contains { $0 == .itself || $0.keys?.first == Self.fileKey }
  }
}

/// Whole values.
extension ConcatenatedTable {
  package func value(at address: Address) throws(DataError) -> Value? {
    guard address.row != nil, let place = place(address), isReadable(place.part) else {
      return try section(at: address)
    }
    guard let value = try source(place.part).value(at: place.address) else { return nil }
    guard case .array(let items) = value, address.item == nil else {
      return named(value, place.part)
    }
    return .array(items.map { named($0, place.part) })
  }

  /// A section as a whole.
  private func section(at address: Address) throws(DataError) -> Value? {
    guard address.row == nil, let place = place(address), form == .sections else { return nil }
    guard isReadable(place.part) else { return .array([]) }
    return try source(place.part).value(at: place.address)
  }

  /// A record of one list with its file's name.
  private func named(_ value: Value, _ part: Int) -> Value {
    guard form == .rows, case .record(var record) = value, record[Self.fileKey] == nil else {
      return value
    }
    record[Self.fileKey] = .string(series.titles[part])
    return .record(record)
  }

  package func outerRecord(_ level: OuterLevel, around address: Address)
    throws(DataError) -> Value?
  {
    guard let place = place(address), isReadable(place.part), form == .sections || level == .row
    else { return nil }
    return try source(place.part).outerRecord(level, around: place.address)
  }

  package func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    var table = self
    var part = 0
    while true {
      while part >= table.known.parts.count || table.known.parts[part].growing != nil {
        guard let newer = try table.grown(checkpoint: {}) as? ConcatenatedTable else { return }
        table = newer
      }
      if table.known.parts[part].counts.sections.known > 0 {
        var goesOn = true
        try table.source(part).scan { address, value throws(DataError) in
          goesOn = try visit(
            table.address(of: address, in: part, table.bases), table.named(value, part))
          return goesOn
        }
        if !goesOn { return }
      }
      part += 1
    }
  }
}
