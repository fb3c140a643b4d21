package import TableModel

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
