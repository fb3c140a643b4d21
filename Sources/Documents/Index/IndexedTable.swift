import Files
package import TableModel

/// A table over the text of a mapped file: only an index of it is in memory.
///
/// It shows the moment at which it was made; `advanced()` gives a table that knows more, if the
/// index has grown. Windows read the text of what they show and check it. Sizes don't matter: of
/// ten million items about a megabyte is kept.
package struct IndexedTable: TableSource {
  let index: RecordIndex
  let known: IndexSnapshot
  package let shape: Shape
  private let handle: IndexHandle
  /// Whether scans end where what is known does.
  private(set) var isFrozen = false

  /// - Parameter handle: keeps the work in the background going as long as a table needs it.
  init(index: RecordIndex, shape: Shape, handle: IndexHandle) {
    self.index = index
    self.shape = shape
    self.handle = handle
    known = index.snapshot
    isFrozen = isFollowed
  }

  /// True for a file that may go on growing after all that it holds is known.
  private var isFollowed: Bool { index.file.arriving?.followed != nil }

  var plan: LevelPlan { known.plan }
  /// The text, asked in its notation.
  var content: any TextNotation { index.content }
  var titles: TitleRule { TitleRule(path: shape.title) }

  package func counts() -> Counts {
    let sections = sectionTotal
    let rows: Extent
    switch plan.level(of: .rows) {
    case let level?: rows = extent(known.totals[level - 1] + known.loose.count)
    case nil: rows = sections
    }
    let items = plan.level(of: .items).map { extent(known.totals[$0 - 1]) } ?? .exact(0)
    return Counts(sections: sections, rows: rows, items: items)
  }

  private func extent(_ count: Int) -> Extent {
    known.isComplete ? .exact(count) : .atLeast(count)
  }

  var sectionTotal: Extent {
    guard let level = plan.level(of: .sections) else { return .exact(1) }
    return extent(known.totals[level - 1] + looseSections)
  }

  /// One when loose fields stand in a section of their own, before the others.
  var looseSections: Int { known.loose.isEmpty ? 0 : 1 }

  /// How the keys of the text are written; nil until all of it was checked.
  var keySpelling: KeySpelling? { handle.keySpelling }

  package var activity: SourceActivity? { handle.activity }

  /// The table as it is known now.
  var now: IndexedTable { IndexedTable(index: index, shape: shape, handle: handle) }

  package func advanced() -> (any TableSource)? {
    let newer = now
    return newer.known.isBehind(known) ? newer : nil
  }

  package var asKnown: any TableSource {
    guard index.file.endsAnywhere || index.failure != nil else { return self }
    var table = now
    table.isFrozen = true
    return table
  }

  package func grown(checkpoint: () throws(DataError) -> Void)
    throws(DataError) -> (any TableSource)?
  {
    if isFollowed { return try settled(checkpoint: checkpoint) }
    guard !known.isComplete else { return nil }
    let records = known.totals.last ?? 0
    // Going through all of it each time is not to happen too often.
    _ = try index.wait(checkpoint: checkpoint) { newer in
      known.isBehind(newer)
        && ((newer.totals.last ?? 0) > records + records / 2
          || index.file.arriving?.isQuiet ?? false)
    }
    return advanced()
  }

  /// How many bytes are known before anything is asked that is not on the first screen.
  private static let beginning = 1 << 21

  package func begun(checkpoint: () throws(DataError) -> Void)
    throws(DataError) -> (any TableSource)?
  {
    guard !known.isComplete, known.scanned < Self.beginning else { return nil }
    do throws(DataError) {
      _ = try index.wait(checkpoint: checkpoint) { known in
        known.scanned >= Self.beginning || index.file.arriving?.isQuiet ?? false
      }
    } catch .cancelled {
      throw .cancelled
    } catch {
      // What is wrong with the text is reported where something is read behind it.
    }
    return advanced()
  }

  package func settled(checkpoint: () throws(DataError) -> Void)
    throws(DataError) -> (any TableSource)?
  {
    guard isFollowed || !known.isComplete else { return nil }
    _ = try index.wait(checkpoint: checkpoint) { $0.isComplete }
    return advanced()
  }

  /// Runs a read over a file that is as it was when it was mapped, before and after.
  func reading<Result>(_ read: () throws(DataError) -> Result) throws(DataError) -> Result {
    try index.file.reading(read)
  }
}

// MARK: - Windows: what the screen shows

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
      let plain = plain(among: rows)
      info.setKinds(strips: rows.numbers.count - plain, plain: plain)
    } else {
      info.areStrips = items(of: section) != nil
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

  /// How many of some rows are no strips.
  private func plain(among rows: Children) -> Int {
    plan.level(of: .items) == nil ? rows.numbers.count : known.missing(among: rows.numbers)
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
