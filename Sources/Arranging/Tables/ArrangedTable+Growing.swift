package import TableModel

/// Tables that grow at their end while they are filtered.
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
        if !list.isWhole(strip.count) { section.items.append(list, ofRow: row) }
      }
    }
    section.rows = kept.finish()
    return section
  }
}
