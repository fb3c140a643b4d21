import Synchronization
package import TableModel

/// A table in which rows, items and sections were inserted, deleted, moved or changed, over a
/// base that stays as it is.
///
/// Memory and time go by what was edited, not by the size of the base. It is a value: keeping
/// an older one is how an edit is taken back.
package struct EditedSource: Sendable {
  let base: any TableSource
  var sections: EditedList<EditedSection>
  var totals: Totals
  /// Tells the state of the data from all others there were: no two have the same number.
  package private(set) var edition = Self.nextEdition()

  private static let editions = Atomic<Int>(0)

  private static func nextEdition() -> Int { editions.add(1, ordering: .relaxed).newValue }

  /// Notes that the data is another one now.
  mutating func renewEdition() { edition = Self.nextEdition() }

  /// Counts, kept along so that asking for them costs nothing.
  struct Totals: Sendable {
    var rows: Int
    var items: Int
  }

  /// The base without an edit.
  ///
  /// - Throws: `DataError.shape` while the base's counts are still growing.
  package init(_ base: any TableSource) throws(DataError) {
    let counts = base.counts()
    guard counts.sections.isExact, counts.rows.isExact, counts.items.isExact else {
      throw .shape(
        message: "the data is still being counted", hint: "try again when 'count' is exact")
    }
    self.base = base
    sections = EditedList(baseCount: counts.sections.known)
    totals = Totals(rows: counts.rows.known, items: counts.items.known)
  }

  /// The source itself where it is edited already, so that edits don't pile up in layers.
  package init(editing source: any TableSource) throws(DataError) {
    if let edited = source as? EditedSource {
      self = edited
    } else {
      try self.init(source)
    }
  }
}

// MARK: - Finding what stands somewhere

extension EditedSource {
  /// A section, made editable.
  func section(at index: Int) throws(DataError) -> EditedSection? {
    switch sections[index] {
    case nil: nil
    case .own(let section): section
    case .base(let origin): try EditedSection(origin: origin, in: base)
    }
  }

  /// A row of an editable section, made editable.
  func row(at index: Int, in section: EditedSection) throws(DataError) -> EditedRow? {
    switch section.rows[index] {
    case nil: return nil
    case .own(let row): return row
    case .base(let row):
      guard let origin = section.origin,
        let info = try base.rows(row..<row + 1, inSection: origin).first
      else { return nil }
      return EditedRow(origin: Address(origin, row), info: info)
    }
  }

  /// What is known of a row.
  func info(of row: EditedRow) throws(DataError) -> RowInfo {
    var info = RowInfo(
      title: row.title, key: row.key, items: row.items.map { .exact($0.count) })
    if let origin = row.origin, let index = origin.row {
      let before = try base.rows(index..<index + 1, inSection: origin.section).first
      if row.key == nil { info.key = before?.key }
      if row.title == nil { info.title = before?.title }
    }
    return info
  }

  /// An item of a strip.
  func item(_ index: Int, of row: EditedRow) throws(DataError) -> Value? {
    switch row.items?[index] {
    case nil: nil
    case .own(let value): value
    case .base(let item): try row.origin.flatMapValue(base, item)
    }
  }

  /// A plain row's record.
  func record(of row: EditedRow) throws(DataError) -> Value? {
    if let record = row.record { return record }
    guard let origin = row.origin else { return nil }
    return try base.value(at: origin)
  }
}

extension Address? {
  fileprivate func flatMapValue(_ base: any TableSource, _ item: Int) throws(DataError) -> Value? {
    guard let row = self else { return nil }
    return try base.value(at: row.with(item: item))
  }
}
