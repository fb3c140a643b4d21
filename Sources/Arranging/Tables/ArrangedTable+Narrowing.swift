package import TableModel

extension ArrangedTable {
  /// The table with its sections in the order of their titles as people compare them; those
  /// without a title come last, and an index of letters stays as it is. Groups may stand in the order
  /// of their values instead, as they do by themselves.
  ///
  /// - Complexity: O(s log s) comparisons for s sections; no record is read.
  func sortingSections(_ order: SectionOrder) throws(DataError) -> ArrangedTable {
    if indexTitles != nil { return self }
    let infos = try sections(0..<counts().sections.known)
    let places =
      switch order {
      case .groups(_, let isAscending): isAscending ? Array(infos.indices) : Self.turned(infos)
      case .ascending, .descending: Self.places(of: infos.map(\.title), order)
      }
    if places == Array(infos.indices) { return self }
    return ArrangedTable(
      base: base, layout: reordered(places, infos), tally: tally,
      keptItems: counts().items.known)
  }

  /// Groups in the order of their values, backwards; a group without a value comes last in either order.
  private static func turned(_ groups: [SectionInfo]) -> [Int] {
    let last = groups.indices.suffix(groups.last?.title == ValueLabels.noValueTitle ? 1 : 0)
    return groups.indices.dropLast(last.count).reversed() + last
  }

  private static func places(of titles: [String?], _ order: SectionOrder) -> [Int] {
    titles.indices.sorted { a, b in
      guard let titleA = titles[a], let titleB = titles[b] else {
        return titles[a] != nil || (titles[b] == nil && a < b)
      }
      let comparison = Collation.compare(titleA, titleB)
      if comparison == 0 { return a < b }
      return (comparison < 0) == (order == .ascending)
    }
  }

  private func reordered(_ places: [Int], _ infos: [SectionInfo]) -> Layout {
    switch layout {
    case .identity:
      .narrowed(
        places.map { NarrowedSection(origin: $0, rows: .range(0..<infos[$0].rows.known)) })
    case .narrowed(let sections): .narrowed(places.map { sections[$0] })
    case .gathered(let sections): .gathered(places.map { sections[$0] })
    }
  }
}

/// Rows and sections in the order of what stands around their records.
extension ArrangedTable {
  /// The table with its sections, and the rows in each of them, in the order of keys of the records
  /// that they have themselves.
  ///
  /// - Complexity: O(s) reads and O(s log s) comparisons for s sections, likewise for rows.
  func sortingUnits(by keys: [SortKey], _ checkpoint: @escaping Checkpoint)
    throws(DataError) -> ArrangedTable
  {
    let infos = try sections(0..<counts().sections.known)
    var sections: [NarrowedSection]
    switch layout {
    case .identity:
      sections = infos.enumerated().map { origin, info in
        NarrowedSection(origin: origin, rows: .range(0..<info.rows.known))
      }
    case .narrowed(let narrowed): sections = narrowed
    case .gathered: return self
    }
    let ticker = Ticker(checkpoint)
    func order(at level: OuterLevel, _ places: some Sequence<Address>)
      throws(DataError) -> [UInt32]?
    {
      let keys = keys.filter { OuterLevel(at: $0.path) == level }
      guard var around = Surroundings(of: base, for: keys.map(\.path)) else { return nil }
      var columns = SortColumns(keys: keys)
      for place in places { columns.append(try around.scoped(.null, at: place)) }
      return try columns.order(ticker)
    }
    var isMoved = false
    for (index, section) in sections.enumerated() {
      let rows = (0..<section.rows.count).lazy.map { Address(section.origin, section.rows[$0]) }
      guard let order = try order(at: .row, rows) else { continue }
      sections[index].rows = try section.rows.reordered(by: order)
      isMoved = true
    }
    if let order = try order(at: .section, sections.lazy.map { Address($0.origin) }) {
      sections = order.map { sections[Int($0)] }
      isMoved = true
    }
    guard isMoved else { return self }
    return ArrangedTable(
      base: base, layout: .narrowed(sections), tally: tally, keptItems: counts().items.known)
  }
}

extension Arrangement {
  /// The keys that order rows and sections: where records are gathered from everywhere, all keys
  /// order records.
  var unitKeys: [SortKey]? {
    let keys = sortKeys.filter { OuterLevel(at: $0.path) != nil }
    return grouping == nil && !keys.isEmpty ? keys : nil
  }
}

extension [NarrowedSection] {
  /// True when the sections stand as in the base.
  var areInBaseOrder: Bool { zip(self, dropFirst()).allSatisfy { $0.origin < $1.origin } }
}

/// Filters that answer for all records at once.
extension ArrangedTable {
  /// Asks the filters that decide on whole rows or sections and takes them out of the list.
  ///
  /// - Returns: what all of them keep; nil where there are none.
  static func units(
    _ filters: inout [RecordFilter], _ columns: ColumnStore
  ) throws(DataError) -> KeptUnits? {
    var kept: KeptUnits?
    var rest: [RecordFilter] = []
    for filter in filters {
      if let units = try filter.units?(columns) {
        kept = kept.map { $0.intersection(units) } ?? units
      } else {
        rest.append(filter)
      }
    }
    filters = rest
    return kept
  }

  /// Narrows a table to whole rows or sections.
  init(base: any TableSource, keeping units: KeptUnits) throws(DataError) {
    var tally = try units.tally(in: base)
    tally.units = units.tally
    self.init(base: base, layout: .narrowed(units.sections), tally: tally)
  }

  /// Asks the filters that can answer from columns and takes them out of the list.
  ///
  /// - Returns: the records that pass all of them; nil when none of them answers.
  static func survey(
    _ filters: inout [RecordFilter], _ columns: ColumnStore?
  ) throws(DataError) -> RecordSelection? {
    guard let columns else { return nil }
    var kept: RecordSelection?
    var rest: [RecordFilter] = []
    for filter in filters {
      let selection = try filter.survey?(columns)
      let both = selection.flatMap { selection in
        kept.map { $0.intersection(selection) } ?? selection
      }
      if let both { kept = both } else { rest.append(filter) }
    }
    filters = rest
    return kept
  }

  /// What a record has to pass when the base is scanned.
  static func condition(
    _ filters: [RecordFilter], _ kept: RecordSelection?, _ units: KeptUnits?
  ) -> ((Address, Value) throws(DataError) -> Bool)? {
    if filters.isEmpty, kept == nil, units == nil { return nil }
    var number = 0
    return { address, value throws(DataError) in
      defer { number += 1 }
      if let units, !units.contains(address) { return false }
      if let kept, number >= kept.rows.count || !kept.rows.contains(number) { return false }
      for filter in filters {
        guard try filter.matches(address, value) else { return false }
      }
      return true
    }
  }

  /// Narrows a table to records that are known, without reading any.
  init(
    base: any TableSource, keeping kept: RecordSelection, _ checkpoint: @escaping Checkpoint
  ) throws(DataError) {
    var ticker = Ticker(checkpoint)
    var tally = Tally()
    var builder = NarrowingBuilder(keepsEmpty: false, sortKeys: [])
    for run in kept.directory.runs {
      try ticker.tick()
      let count = try builder.visit(run, keeping: kept.rows, ticker)
      tally.kept += count
      tally.dropped += run.records.count - count
      if run.start.item != nil { tally.keptItems += count }
    }
    let layout = try builder.finish(base: base, ticker)
    self.init(base: base, layout: layout, tally: tally)
  }
}

// MARK: - Tables that grow at their end while they are filtered

extension ArrangedTable {
  /// The same filters over a table that has more rows behind those of this one's base: only these
  /// are read.
  ///
  /// - Returns: nil for an arrangement in which new records may belong anywhere, and for filters
  ///   that decide on whole rows or sections.
  /// - Complexity: O(new records), and O(rows shown / 64) or less for those that were.
  package func grown(to newer: any TableSource, _ arrangement: Arrangement)
    throws(DataError) -> ArrangedTable?
  {
    guard arrangement.isFilteredOnly, var tally, var sections = try narrowedSections() else {
      return nil
    }
    let (old, new) = (base.counts().sections.known, newer.counts().sections.known)
    guard sections.areInBaseOrder, new >= old else { return nil }
    for filter in arrangement.filters {
      try filter.prepare?(newer, Arrangement()) { arrangement throws(DataError) in
        try ArrangedTable(base: newer, arrangement: arrangement)
      }
    }
    for number in max(0, old - 1)..<new {
      let seen = number < old ? try base.sections(number..<number + 1).first?.rows.known ?? 0 : 0
      let known = try newer.sections(number..<number + 1).first?.rows.known ?? 0
      guard seen < known else { continue }
      if let last = sections.last, last.origin == number {
        guard last.isAscending, !last.rows.isPermuted else { return nil }
        sections.removeLast()
        sections.append(
          try last.adding(seen..<known, of: newer, arrangement.filters, to: &tally))
      } else {
        let added = try NarrowedSection(origin: number, rows: .range(0..<0))
          .adding(seen..<known, of: newer, arrangement.filters, to: &tally)
        if added.rows.count > 0 { sections.append(added) }
      }
    }
    return ArrangedTable(base: newer, layout: .narrowed(sections), tally: tally)
  }

  /// The base's sections with what is shown of them; nil where records are gathered.
  private func narrowedSections() throws(DataError) -> [NarrowedSection]? {
    switch layout {
    case .narrowed(let sections): return sections
    case .gathered: return nil
    case .identity:
      return try base.sections(0..<base.counts().sections.known).enumerated().map {
        NarrowedSection(origin: $0.offset, rows: .range(0..<$0.element.rows.known))
      }
    }
  }
}

extension Arrangement {
  /// True where each record alone decides whether it is shown.
  fileprivate var isFilteredOnly: Bool {
    grouping == nil && sortKeys.isEmpty && sectionOrder == nil
      && filters.allSatisfy { $0.units == nil }
  }
}

extension NarrowedSection {
  /// The section with those of some rows behind its own that pass filters.
  fileprivate func adding(
    _ new: Range<Int>, of table: any TableSource, _ filters: [RecordFilter],
    to tally: inout ArrangedTable.Tally
  ) throws(DataError) -> NarrowedSection {
    var section = self
    var kept = IndexList.Builder(rows)
    func passes(_ address: Address, _ record: Value) throws(DataError) -> Bool {
      for filter in filters {
        if try filter.matches(address, record) { continue }
        tally.dropped += 1
        return false
      }
      tally.kept += 1
      if address.item != nil { tally.keptItems += 1 }
      return true
    }
    for start in stride(from: new.lowerBound, to: new.upperBound, by: 1024) {
      let window = start..<min(start + 1024, new.upperBound)
      for (row, info) in zip(window, try table.rows(window, inSection: origin)) {
        let address = Address(origin, row)
        guard let value = try table.value(at: address) else { continue }
        guard info.items != nil else {
          if try passes(address, value) { kept.append(row) }
          continue
        }
        var items = IndexList.Builder()
        let strip = value.array ?? []
        for (item, record) in strip.enumerated() where try passes(address.with(item: item), record)
        {
          items.append(item)
        }
        if items.isEmpty { continue }
        kept.append(row)
        let list = items.finish()
        if !list.isWhole(strip.count) { try section.items.append(list, ofRow: row) }
      }
    }
    section.rows = kept.finish()
    return section
  }
}
