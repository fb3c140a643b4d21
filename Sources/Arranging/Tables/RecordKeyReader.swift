package import TableModel

/// Finds the keys of the records of a table, in whatever order they are asked for.
package struct RecordKeyReader {
  private let table: ArrangedTable
  private var section: (number: Int, title: String?)?
  /// What is known of the rows that follow one another in the base.
  private var window: (section: Int, start: Int, rows: [RowInfo])?
  private static let size = 512

  package init(_ table: ArrangedTable) {
    self.table = table
  }

  /// Whether records stand in a dictionary, so that each has a key.
  ///
  /// - Complexity: O(sections), up to a limit.
  package static func hasKeys(_ table: ArrangedTable) throws(DataError) -> Bool {
    for section in 0..<min(table.counts().sections.known, 256) {
      guard let row = try table.rows(0..<1, inSection: section).first else { continue }
      if row.items == nil, row.key != nil { return true }
    }
    return false
  }

  /// The key of a record that is shown; for a record in a list, the title of the row or section
  /// around that list.
  package mutating func key(of shown: Address) throws(DataError) -> String? {
    guard let place = table.baseAddress(of: shown), let row = place.row else { return nil }
    let info = try self.row(row, in: place.section)
    if let key = info?.key { return key }
    if place.item != nil, let title = info?.title { return title }
    if section?.number != place.section {
      let title = try table.base.sections(place.section..<place.section + 1).first?.title
      section = (place.section, title)
    }
    return section?.title
  }

  /// Rows that are asked for one after the other are read many at a time.
  private mutating func row(_ row: Int, in section: Int) throws(DataError) -> RowInfo? {
    if let window, window.section == section, row >= window.start,
      row - window.start < window.rows.count
    {
      return window.rows[row - window.start]
    }
    let isNext = window.map { $0.section == section && $0.start + $0.rows.count == row } ?? true
    let rows = try table.base.rows(row..<row + (isNext ? Self.size : 1), inSection: section)
    window = (section, row, rows)
    return rows.first
  }
}
