package import TableModel

/// Builds a layout that keeps the base's sections and rows, from a scan of the base in order.
struct NarrowingBuilder {
  /// Without a filter, sections and strips that never had a record stay.
  private let keepsEmpty: Bool
  private let sortKeys: [SortKey]
  /// The rows and sections that stay; nil for all.
  private let units: KeptUnits?
  private var drafts: [Draft] = []
  private var draft: Draft?
  /// The section of the draft.
  private var origin: Int?
  private var strip: Strip?

  private struct Draft {
    let origin: Int
    var rows = IndexList.Builder()
    var plainRows = IndexList.Builder()
    var plainColumns: SortColumns
    var plainOrder: [UInt32]?
    /// The order of all rows, where it comes from columns.
    var sorted: SortedPositions?
    var items = StripItems()

    var isChanged: Bool { plainOrder != nil || sorted != nil || !items.isEmpty }
  }

  private struct Strip {
    let row: Int
    var items = IndexList.Builder()
    var seen = 0
    /// Nil where nothing is sorted.
    var columns: SortColumns?
    /// The order of the items, where it comes from columns.
    var sorted: SortedPositions?
  }

  init(keepsEmpty: Bool, sortKeys: [SortKey], units: KeptUnits? = nil) {
    self.keepsEmpty = keepsEmpty
    self.sortKeys = sortKeys
    self.units = units
  }

  mutating func visit(
    _ address: Address, _ value: Value, isKept: Bool, _ ticker: Ticker
  ) throws(DataError) {
    guard let row = address.row else { return }
    try open(address, ticker)
    if let item = address.item {
      strip?.seen += 1
      guard isKept else { return }
      strip?.items.append(item)
      strip?.columns?.append(value)
    } else if isKept {
      draft?.rows.append(row)
      draft?.plainRows.append(row)
      draft?.plainColumns.append(value)
    }
  }

  /// Visits the kept records of a run of neighbours, which are never read: nothing is sorted.
  ///
  /// - Returns: how many of them are kept.
  /// - Complexity: O(records / 64).
  mutating func visit(
    _ run: RecordDirectory.Run, keeping rows: RowMask, _ ticker: Ticker
  ) throws(DataError) -> Int {
    let kept = rows.population(in: run.records)
    guard kept > 0, let row = run.start.row else { return 0 }
    let isWhole = kept == run.records.count
    if run.start.item == 0, run.records.count <= StripItems.shortCount {
      // The fast path: a run holds all of a strip, so a short one needs no builder.
      try openSection(run.start.section, ticker)
      if strip != nil { try finishStrip(ticker) }
      draft?.rows.append(row)
      if !isWhole { try draft?.items.append(rows.bits(in: run.records), ofRow: row) }
      return kept
    }
    try open(run.start, ticker)
    if let item = run.start.item {
      strip?.seen += run.records.count
      strip?.items.append(rows, in: run.records, startingAt: item, isWhole: isWhole)
    } else {
      draft?.rows.append(rows, in: run.records, startingAt: row, isWhole: isWhole)
    }
    return kept
  }

  /// Visits the kept records of a run of neighbours, which are all that their strip or section
  /// has, and sorts them.
  ///
  /// - Parameter isInterrupted: asked while a reader waits for an order that is found later.
  /// - Returns: how many of them are kept.
  mutating func visit(
    _ run: RecordDirectory.Run, keeping rows: RowMask?, by order: RowOrder, _ ticker: Ticker,
    isInterrupted: @escaping @Sendable () -> Bool, ask: () throws(DataError) -> Void
  ) throws(DataError) -> Int {
    let list = RowSort.Rows(run.records, keeping: rows)
    guard list.count > 0, let row = run.start.row else { return 0 }
    try open(run.start, ticker)
    let sorted = try RowSort(order, list).sortedSoon(isInterrupted: isInterrupted, ask: ask)
    let mask = rows ?? RowMask(words: [], count: 0)
    let isWhole = list.count == run.records.count
    if let item = run.start.item {
      strip?.seen += run.records.count
      strip?.sorted = sorted
      strip?.items.append(mask, in: run.records, startingAt: item, isWhole: isWhole)
    } else {
      draft?.sorted = sorted
      draft?.rows.append(mask, in: run.records, startingAt: row, isWhole: isWhole)
    }
    return list.count
  }

  /// Makes ready for records at an address.
  private mutating func open(_ address: Address, _ ticker: Ticker) throws(DataError) {
    try openSection(address.section, ticker)
    if strip?.row != address.row { try finishStrip(ticker) }
    if address.item != nil, strip == nil, let row = address.row {
      strip = Strip(row: row, columns: sortKeys.isEmpty ? nil : SortColumns(keys: sortKeys))
    }
  }

  private mutating func openSection(_ section: Int, _ ticker: Ticker) throws(DataError) {
    if section == origin { return }
    try finishSection(ticker)
    draft = Draft(origin: section, plainColumns: SortColumns(keys: sortKeys))
    origin = section
  }

  private mutating func finishStrip(_ ticker: Ticker) throws(DataError) {
    guard let strip = strip.take() else { return }
    if strip.items.isEmpty { return }
    let kept = strip.items.finish()
    let items =
      if strip.sorted != nil {
        kept.reordered(by: strip.sorted)
      } else {
        try kept.reordered(by: strip.columns?.order(ticker))
      }
    draft?.rows.append(strip.row)
    if !items.isWhole(strip.seen) { try draft?.items.append(items, ofRow: strip.row) }
  }

  private mutating func finishSection(_ ticker: Ticker) throws(DataError) {
    try finishStrip(ticker)
    guard var draft = draft.take() else { return }
    if draft.rows.isEmpty { return }
    draft.plainOrder = try draft.plainColumns.order(ticker)
    draft.plainColumns = SortColumns(keys: [])
    drafts.append(draft)
  }
}

extension NarrowingBuilder {
  mutating func finish(base: any TableSource, _ ticker: Ticker) throws(DataError) -> Layout {
    try finishSection(ticker)
    guard keepsEmpty else {
      var sections: [NarrowedSection] = []
      for draft in drafts { sections.append(try section(draft, rows: draft.rows.finish())) }
      return .narrowed(sections)
    }
    if let units { return try everySection(units.sections) }
    guard drafts.contains(where: \.isChanged) else { return .identity }
    let infos = try base.sections(0..<base.counts().sections.known)
    return try everySection(
      infos.enumerated().map { origin, info in
        NarrowedSection(origin: origin, rows: .range(0..<info.rows.known))
      })
  }

  private func everySection(_ whole: [NarrowedSection]) throws(DataError) -> Layout {
    var sections: [NarrowedSection] = []
    var drafts = drafts[...]
    for section in whole {
      // Records are visited in sections that are left out, too; nothing of them is kept.
      while let draft = drafts.first, draft.origin < section.origin { drafts.removeFirst() }
      if let draft = drafts.first, draft.origin == section.origin {
        drafts.removeFirst()
        sections.append(try self.section(draft, rows: section.rows))
      } else {
        sections.append(section)
      }
    }
    return .narrowed(sections)
  }

  /// Plain rows change places among themselves; strips between them stay where they are.
  private func section(_ draft: Draft, rows: IndexList) throws(DataError) -> NarrowedSection {
    var section = NarrowedSection(origin: draft.origin, rows: rows, items: draft.items)
    if draft.sorted != nil { section.rows = rows.reordered(by: draft.sorted) }
    guard let order = draft.plainOrder else { return section }
    let plain = draft.plainRows.finish()
    if plain.count == rows.count {
      section.rows = try plain.reordered(by: order)
      return section
    }
    var list: [UInt32] = []
    var next = 0
    for position in 0..<rows.count {
      var row = rows[position]
      if plain.position(of: row) != nil {
        row = plain[Int(order[next])]
        next += 1
      }
      list.append(try compact(row))
    }
    section.rows = .permuted(list)
    return section
  }
}

/// Whole rows or sections that a filter keeps, with all that they hold or hold not.
///
/// What is asked of the records around those of the table has one answer for all records of a row
/// or a section, so it is asked once for each of these.
package struct KeptUnits: Sendable {
  /// What is kept or dropped as a whole.
  package let level: OuterLevel
  /// How many there are of them, and how many are kept.
  package let count: Int
  package private(set) var keptCount = 0
  /// The sections in which something is kept, in order, with all their rows that are.
  private(set) var sections: [NarrowedSection] = []

  /// - Parameters:
  ///   - addresses: what is kept, in order: rows, or sections; the first section for the document.
  ///   - count: how many rows or sections there are.
  /// - Complexity: O(kept rows or sections).
  package init(
    _ level: OuterLevel, keeping addresses: some Sequence<Address>, of count: Int,
    in base: any TableSource
  ) throws(DataError) {
    self.level = level
    self.count = count
    var rows = IndexList.Builder()
    var section: Int?
    for address in addresses {
      keptCount += 1
      if let row = address.row, level == .row {
        if let origin = section, origin != address.section {
          sections.append(NarrowedSection(origin: origin, rows: rows.finish()))
          rows = IndexList.Builder()
        }
        section = address.section
        rows.append(row)
      } else if level == .document {
        let infos = try base.sections(0..<base.counts().sections.known)
        sections = infos.enumerated().map { NarrowedSection(wholeOf: $0.offset, $0.element) }
      } else if let info = try base.sections(address.section..<address.section + 1).first {
        sections.append(NarrowedSection(wholeOf: address.section, info))
      }
    }
    if let section { sections.append(NarrowedSection(origin: section, rows: rows.finish())) }
  }

  /// What both keep; the smaller unit counts.
  ///
  /// - Complexity: O(rows kept).
  func intersection(_ other: KeptUnits) -> KeptUnits {
    var both = level == .row || other.level != .row ? self : other
    let wider = level == .row || other.level != .row ? other : self
    both.sections = both.sections.compactMap { section in
      guard let match = wider.section(section.origin) else { return nil }
      guard wider.level == .row else { return section }
      var rows = IndexList.Builder()
      for position in 0..<section.rows.count {
        let row = section.rows[position]
        if match.rows.position(of: row) != nil { rows.append(row) }
      }
      return rows.isEmpty ? nil : NarrowedSection(origin: section.origin, rows: rows.finish())
    }
    both.keptCount =
      both.level == .row
      ? both.sections.reduce(0) { $0 + $1.rows.count }
      : both.level == .section ? both.sections.count : both.sections.isEmpty ? 0 : 1
    return both
  }

  /// - Complexity: O(log sections).
  func contains(_ address: Address) -> Bool {
    guard let section = section(address.section) else { return false }
    return address.row.map { section.rows.position(of: $0) != nil } ?? true
  }

  private func section(_ origin: Int) -> NarrowedSection? {
    let index = sections.partitioningIndex { $0.origin >= origin }
    return index < sections.count && sections[index].origin == origin ? sections[index] : nil
  }

  package var tally: ArrangedTable.Tally.Units {
    ArrangedTable.Tally.Units(level: level, kept: keptCount, count: count)
  }

  /// How many records there are in what is kept.
  ///
  /// - Complexity: O(rows kept), without reading records.
  func tally(in base: any TableSource) throws(DataError) -> ArrangedTable.Tally {
    var tally = ArrangedTable.Tally()
    for section in sections {
      try section.rows.forEachRun(in: 0..<section.rows.count) { run throws(DataError) in
        for start in stride(from: run.lowerBound, to: run.upperBound, by: 4096) {
          let window = start..<min(start + 4096, run.upperBound)
          for info in try base.rows(window, inSection: section.origin) {
            tally.kept += info.items?.known ?? 1
            tally.keptItems += info.items?.known ?? 0
          }
        }
      }
    }
    tally.dropped = try base.recordCount() - tally.kept
    return tally
  }
}

extension NarrowedSection {
  fileprivate init(wholeOf origin: Int, _ info: SectionInfo) {
    self.init(origin: origin, rows: .range(0..<info.rows.known))
  }
}
