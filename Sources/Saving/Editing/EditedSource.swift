package import Documents
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
  /// The number of the state of the data: no two states that there were have the same one.
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

extension EditedSource {
  /// The document whose table was edited; nil where the table shows none, as a database does.
  package var document: (any DocumentTable)? { base as? any DocumentTable }
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

/// Keys of rows that enter a dictionary. A row gets its key when it enters, so that no later edit
/// and no saving gives it another one.
extension EditedSource {
  /// Sections with more rows than this give keys when they are saved: finding a free one means
  /// reading all keys once.
  private static let mostKeys = 65_536

  /// Gives a row that enters a section the key that it wishes for, or a free one like it; a row that
  /// comes back to where it was has its key already.
  ///
  /// - Complexity: O(edited rows), and once O(rows of the section).
  func giveKey(to row: inout EditedRow, in section: inout EditedSection) throws(DataError) {
    let before = row.key
    row.key = nil
    if let origin = row.origin, origin.section == section.origin { return }
    guard try readKeys(of: &section), let rule = titleRule else { return }
    var wish = before
    if wish == nil, let place = row.origin, let index = place.row {
      wish = try base.rows(index..<index + 1, inSection: place.section).first?.key
    }
    let title = row.title ?? row.record.flatMap { rule.title(of: $0, key: nil) }
    let key = section.freshKey(wish ?? title ?? "new")
    row.key = key
  }

  /// Gives a new row the title that the document would give it.
  func giveTitle(to row: inout EditedRow) {
    guard row.origin == nil, row.title == nil else { return }
    row.title = titleRule?.title(of: row.record ?? .record(row.fields), key: row.key)
  }

  var titleRule: TitleRule? {
    (base as? any DocumentTable).map { TitleRule(path: $0.shape.title) }
  }

  /// Reads the keys of a section of the base, for the first row that enters it.
  ///
  /// - Returns: false where rows have no keys, or too many.
  private func readKeys(of section: inout EditedSection) throws(DataError) -> Bool {
    if section.baseKeys != nil { return true }
    let count = section.info.rows.known
    guard let origin = section.origin, count <= Self.mostKeys, try isKeyed(origin) else {
      return false
    }
    var keys: [String: Int] = [:]
    for (index, row) in try base.rows(0..<count, inSection: origin).enumerated() {
      if let key = row.key { keys[key] = index }
    }
    section.baseKeys = keys
    return true
  }

  /// True where the rows of a section are the fields of a dictionary; those of a new one never are.
  func hasKeyedRows(_ section: EditedSection) throws(DataError) -> Bool {
    guard let origin = section.origin else { return false }
    return try isKeyed(origin)
  }

  /// True where the rows of a section of the base are the fields of a dictionary.
  private func isKeyed(_ section: Int) throws(DataError) -> Bool {
    if let first = try base.rows(0..<1, inSection: section).first { return first.key != nil }
    guard let table = base as? any DocumentTable, let path = table.shape.rows else { return false }
    let node =
      table.shape.sections == nil
      ? table.root : try table.child(at: Address(section))?.content.node
    return try node?.find(path)?.kind == .record
  }
}

extension EditedSection {
  /// The key that is wished for, with a number behind it where a row has it.
  fileprivate mutating func freshKey(_ wish: String) -> String {
    // Numbers go on where they ended: most keys are wished for again and again.
    var number = numbers[wish] ?? 0
    var key: String
    repeat {
      number += 1
      key = number == 1 ? wish : "\(wish) \(number)"
    } while holds(key)
    numbers[wish] = number
    return key
  }

  private func holds(_ key: String) -> Bool {
    let index = baseKeys?[key]
    var isHeld = false
    rows.forEachPiece(in: 0..<rows.count) { piece in
      switch piece {
      case .base(let run): isHeld = isHeld || index.map(run.contains) ?? false
      case .own(let row) where row.key != nil: isHeld = isHeld || row.key == key
      case .own(let row):
        isHeld = isHeld || index != nil && row.origin == origin.map { Address($0, index) }
      }
    }
    return isHeld
  }
}

extension TableSource {
  /// The document that the table shows; nil where it shows none, as a database does.
  private var document: (any DocumentTable)? {
    ((self as? EditedSource)?.base ?? self) as? any DocumentTable
  }

  /// True where the sections are the fields of a dictionary in the document.
  package func sectionsAreKeyed() throws(DataError) -> Bool {
    guard let document, let path = document.shape.sections else { return false }
    return try document.root.find(path)?.kind == .record
  }

  /// True for the table of a document as it stands: not one whose first line names the columns.
  package var isPlainDocument: Bool { document.map { $0.header == nil } ?? false }
}
