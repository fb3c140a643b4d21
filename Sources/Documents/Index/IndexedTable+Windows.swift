package import TableModel

/// Windows: what the screen shows.
extension IndexedTable {
  package func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    try reading { () throws(DataError) in
      var infos: [SectionInfo] = []
      for number in range.clamped(to: 0..<sectionTotal.known) {
        guard let section = section(number) else { break }
        infos.append(try info(of: section))
      }
      return infos
    }
  }

  private func info(of section: Thing) throws(DataError) -> SectionInfo {
    var info = SectionInfo(rows: .exact(1))
    if let rows = rows(of: section) {
      info.rows = rows.extent
      info.isUniform = areUniform(rows)
    }
    guard plan.level(of: .sections) != nil else {
      let key = shape.rows?.steps.last?.name
      if key != nil { info.title = try title(of: section, key: key) }
      return info
    }
    if case .looseSection = section { return info }
    let start = try start(of: section)
    let outline = try outline(of: section, at: start)
    info.title = titles.title(of: outline, key: content.key(at: start))
    if let content = shape.rows ?? shape.items, !content.steps.isEmpty {
      info.footer = outline.record?["footer"]?.string
    }
    return info
  }

  /// True when rows are all plain or all strips.
  private func areUniform(_ rows: Children) -> Bool {
    guard plan.level(of: .items) != nil else { return true }
    let plain = known.missing(among: rows.numbers)
    return plain == 0 || plain == rows.numbers.count
  }

  package func rows(_ range: Range<Int>, inSection number: Int) throws(DataError) -> [RowInfo] {
    try reading { () throws(DataError) in
      var infos: [RowInfo] = []
      try forEachRow(of: number, range) { row, start throws(DataError) in
        var info = RowInfo(items: items(of: row)?.extent)
        if shape.rows != nil {
          info.key = content.key(at: start)
          info.title = try title(of: row, key: info.key, start: start)
        }
        infos.append(info)
        return nil
      }
      return infos
    }
  }

  package func rowsGoByKey(inSection number: Int) throws(DataError) -> Bool {
    guard shape.rows != nil else { return false }
    return try reading { () throws(DataError) in
      var goesByKey = false
      try forEachRow(of: number, 0..<1) { _, start throws(DataError) in
        goesByKey = content.key(at: start) != nil
        return nil
      }
      return goesByKey
    }
  }

  /// - Complexity: O(chunks).
  package func recordCount() -> Int {
    let counts = counts()
    guard plan.level(of: .items) != nil else { return counts.rows.known }
    guard plan.depth > 1 else { return counts.items.known }
    return counts.items.known + known.missing(among: 0..<known.totals[plan.depth - 2])
  }

  package func records(_ range: Range<Int>, inSection number: Int, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    try reading { () throws(DataError) in
      var batch = emptyBatch(fields, for: range)
      var reader = content.fieldReader(fields)
      try forEachRow(of: number, range) { row, start throws(DataError) in
        if items(of: row) != nil {
          // A strip's record holds the strip: only what stands beside its lists is read.
          batch.append(try outline(of: row, at: start))
          return nil
        }
        return try reader.append(recordAt: content.valueStart(at: start), to: &batch)
      }
      return batch
    }
  }

  package func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    try reading { () throws(DataError) in
      var batch = emptyBatch(fields, for: range)
      guard row.row != nil, let row = thing(at: row.rowAddress), let items = items(of: row)
      else { return batch }
      var reader = content.fieldReader(fields)
      try forEach(items, range) { _, start throws(DataError) in
        try reader.append(recordAt: content.valueStart(at: start), to: &batch)
      }
      return batch
    }
  }

  /// A batch with room for the records of a range that is no larger than a screen.
  private func emptyBatch(_ fields: [FieldPath], for range: Range<Int>) -> RecordBatch {
    var batch = RecordBatch(fields: fields)
    batch.reserve(records: min(range.count, 64))
    return batch
  }

  /// Visits the rows of a range with the offsets at which they begin.
  ///
  /// - Parameter visit: gives the offset at which the row ends, where it is known.
  private func forEachRow(
    of number: Int, _ range: Range<Int>, _ visit: (Thing, Int) throws(DataError) -> Int?
  ) throws(DataError) {
    guard let section = section(number) else { return }
    if case .looseSection = section {
      for row in range.clamped(to: known.loose.indices) {
        _ = try visit(.loose(known.loose[row]), known.loose[row])
      }
    } else if let rows = rows(of: section) {
      try forEach(rows, range, visit)
    } else if range.contains(0) {
      _ = try visit(section, try start(of: section))
    }
  }

  /// Visits children of a range; records are stepped through from one to the next.
  private func forEach(
    _ children: Children, _ range: Range<Int>, _ visit: (Thing, Int) throws(DataError) -> Int?
  ) throws(DataError) {
    var next: Int?
    for number in range.clamped(to: 0..<children.numbers.count) {
      guard let thing = thing(of: children, number) else { return }
      let start = if let next { next } else { try start(of: thing) }
      let end = try visit(thing, start)
      next = end.flatMap { afterSeparator($0, children.level) }
    }
  }

  /// Where the record begins that follows one which ends at an offset.
  private func afterSeparator(_ end: Int, _ level: Int) -> Int? {
    guard level == plan.depth else { return nil }
    return content.nextRecord(after: end, isSequence: plan.isSequence && plan.depth == 1)
  }
}

extension IndexedTable {
  /// What stands at the address of a section, a row or an item.
  func thing(at address: Address) -> Thing? {
    guard let section = section(address.section) else { return nil }
    guard let number = address.row else { return section }
    guard let row = row(number, of: section) else { return nil }
    guard let item = address.item else { return row }
    return items(of: row).flatMap { thing(of: $0, item) }
  }

  private func title(of thing: Thing, key: String?, start: Int? = nil)
    throws(DataError) -> String?
  {
    if let key, shape.title == nil { return key }
    let start = if let start { start } else { try self.start(of: thing) }
    return titles.title(of: try outline(of: thing, at: start), key: key)
  }

  private func outline(of thing: Thing, at start: Int) throws(DataError) -> Value {
    let readsLists = shape.title?.steps.contains { $0.name == nil } ?? false
    return try content.outline(
      at: content.valueStart(at: start), list: try childList(of: thing), readsLists: readsLists)
  }
}
