import TableModel

extension ArrangedTable {
  /// The table with its sections in the order of their titles as people compare them; those
  /// without a title come last, and an index of letters stays as it is.
  ///
  /// - Complexity: O(s log s) comparisons for s sections; no record is read.
  func sortingSections(_ order: SectionOrder) throws(DataError) -> ArrangedTable {
    if indexTitles != nil { return self }
    let infos = try sections(0..<counts().sections.known)
    let places = Self.places(of: infos.map(\.title), order)
    if places == Array(infos.indices) { return self }
    return ArrangedTable(
      base: base, layout: reordered(places, infos), tally: tally,
      keptItems: counts().items.known)
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

extension [NarrowedSection] {
  /// True when the sections stand as in the base.
  var areInBaseOrder: Bool { zip(self, dropFirst()).allSatisfy { $0.origin < $1.origin } }
}

/// Filters that answer for all records at once.
extension ArrangedTable {
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
    _ filters: [RecordFilter], _ kept: RecordSelection?
  ) -> ((Address, Value) throws(DataError) -> Bool)? {
    if filters.isEmpty, kept == nil { return nil }
    var number = 0
    return { address, value throws(DataError) in
      defer { number += 1 }
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
