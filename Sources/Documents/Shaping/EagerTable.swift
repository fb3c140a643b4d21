package import TableModel

/// A table whose values are all in memory.
///
/// It refers to the values of its document and copies none. Windows cost what they show.
package struct EagerTable: TableSource {
  package struct Row: Sendable {
    /// The key that the row has in the document.
    var key: String?
    var value: Value
    /// The items of a strip; nil for a plain row.
    var items: [Value]?
    /// False for a row that is its section in another role: the header says its title already.
    var hasTitle = true
  }

  package struct Section: Sendable {
    package var key: String?
    package var value: Value
    var footer: String?
    var rows: [Row]
    /// False for the section that holds what belongs to none.
    var hasTitle = true
  }

  package let sections: [Section]
  /// What it was made from, and how.
  package let document: Value
  package let shape: Shape
  /// The first element of the document where that names the columns of the others.
  package let header: [String]?
  var titles: TitleRule { TitleRule(path: shape.title) }
  private let totals: Counts
  /// By section: whether its rows are all plain or all strips.
  private let uniformity: [Bool]

  init(
    sections: [Section], of document: Value, shape: Shape = Shape(), header: [String]? = nil
  ) {
    self.sections = sections
    self.document = document
    self.shape = shape
    self.header = header
    let rows = sections.reduce(0) { $0 + $1.rows.count }
    let items = sections.reduce(0) { $0 + $1.rows.reduce(0) { $0 + ($1.items?.count ?? 0) } }
    uniformity = sections.map { section in
      let plain = section.rows.count { $0.items == nil }
      return plain == 0 || plain == section.rows.count
    }
    totals = Counts(sections: .exact(sections.count), rows: .exact(rows), items: .exact(items))
  }

  package func counts() -> Counts { totals }

  package func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    range.clamped(to: sections.indices).map { index in
      let section = sections[index]
      let title = section.hasTitle ? titles.title(of: section.value, key: section.key) : nil
      return SectionInfo(
        title: title, footer: section.footer, rows: .exact(section.rows.count),
        isUniform: uniformity[index])
    }
  }

  package func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo] {
    rows(range, section).map { row in
      let title = row.hasTitle ? titles.title(of: row.value, key: row.key) : nil
      return RowInfo(title: title, key: row.key, items: row.items.map { .exact($0.count) })
    }
  }

  package func rowsGoByKey(inSection section: Int) -> Bool {
    rows(0..<1, section).first.map { $0.hasTitle && $0.key != nil } ?? false
  }

  /// The records of rows; a strip's row gives the record that its items were taken from.
  package func records(_ range: Range<Int>, inSection section: Int, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    var batch = RecordBatch(fields: fields)
    for row in rows(range, section) { batch.append(row.value) }
    return batch
  }

  package func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    var batch = RecordBatch(fields: fields)
    let items = self.row(at: row)?.items ?? []
    for item in items[range.clamped(to: items.indices)] { batch.append(item) }
    return batch
  }

  /// A section gives the value that it stands for in the document.
  package func value(at address: Address) throws(DataError) -> Value? {
    guard sections.indices.contains(address.section) else { return nil }
    guard address.row != nil else { return sections[address.section].value }
    guard let row = row(at: address) else { return nil }
    guard let item = address.item else { return row.items.map(Value.array) ?? row.value }
    guard let items = row.items, items.indices.contains(item) else { return nil }
    return items[item]
  }

  package func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    for (s, section) in sections.enumerated() {
      for (r, row) in section.rows.enumerated() {
        guard let items = row.items else {
          guard try visit(Address(s, r), row.value) else { return }
          continue
        }
        for (i, item) in items.enumerated() {
          guard try visit(Address(s, r, i), item) else { return }
        }
      }
    }
  }

  private func rows(_ range: Range<Int>, _ section: Int) -> ArraySlice<Row> {
    guard sections.indices.contains(section) else { return [] }
    let rows = sections[section].rows
    return rows[range.clamped(to: rows.indices)]
  }

  private func row(at address: Address) -> Row? {
    guard let row = address.row, sections.indices.contains(address.section),
      sections[address.section].rows.indices.contains(row)
    else { return nil }
    return sections[address.section].rows[row]
  }
}
