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
  /// By section: how many of its rows are strips.
  private let strips: [Int]

  init(
    sections: [Section], of document: Value, shape: Shape = Shape(), header: [String]? = nil
  ) {
    self.sections = sections
    self.document = document
    self.shape = shape
    self.header = header
    let rows = sections.reduce(0) { $0 + $1.rows.count }
    let items = sections.reduce(0) { $0 + $1.rows.reduce(0) { $0 + ($1.items?.count ?? 0) } }
    strips = sections.map { $0.rows.count { $0.items != nil } }
    totals = Counts(sections: .exact(sections.count), rows: .exact(rows), items: .exact(items))
  }

  package func counts() -> Counts { totals }

  package var isInMemory: Bool { true }

  package func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    range.clamped(to: sections.indices).map { index in
      let section = sections[index]
      let title = section.hasTitle ? titles.title(of: section.value, key: section.key) : nil
      let count = section.rows.count
      var info = SectionInfo(title: title, footer: section.footer, rows: .exact(count))
      info.setKinds(strips: strips[index], plain: count - strips[index])
      return info
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
    RecordBatch(rows(range, section).lazy.map(\.value), fields: fields)
  }

  package func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    let items = self.row(at: row)?.items ?? []
    return RecordBatch(items[range.clamped(to: items.indices)], fields: fields)
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

extension RecordBatch {
  /// The fields of some values.
  init(_ values: some Sequence<Value>, fields: [FieldPath]) {
    self.init(fields: fields)
    reserve(records: values.underestimatedCount)
    for value in values { append(value) }
  }
}

extension EagerTable: DocumentTable {
  package var root: any DocumentNode { ValueNode(document) }

  package var hasLooseSection: Bool {
    guard let first = sections.first else { return false }
    return shape.sections != nil && !first.hasTitle
  }

  package func child(at address: Address) -> DocumentChild? {
    guard sections.indices.contains(address.section) else { return nil }
    let section = sections[address.section]
    guard let row = address.row else {
      return DocumentChild(key: section.key, content: .node(ValueNode(section.value)))
    }
    guard section.rows.indices.contains(row) else { return nil }
    guard let item = address.item else {
      return DocumentChild(
        key: section.rows[row].key, content: .node(ValueNode(section.rows[row].value)))
    }
    let items = itemChildren(of: section.rows[row])
    guard items.indices.contains(item) else { return nil }
    return DocumentChild(key: items[item].key, content: .node(ValueNode(items[item].value)))
  }

  package func children(of parent: Address, from index: Int) -> any DocumentChildren {
    guard sections.indices.contains(parent.section) else { return ValueChildren([]) }
    let rows = sections[parent.section].rows
    if let row = parent.row {
      guard rows.indices.contains(row) else { return ValueChildren([]) }
      return ValueChildren(itemChildren(of: rows[row]).dropFirst(index))
    }
    return ValueChildren(rows.dropFirst(index).map { Child(key: $0.key, value: $0.value) }[...])
  }

  package func sectionChildren(from index: Int) -> any DocumentChildren {
    ValueChildren(sections.dropFirst(index).map { Child(key: $0.key, value: $0.value) }[...])
  }

  package func readingDocument(_ read: () throws(DataError) -> Void) throws(DataError) {
    try read()
  }

  private func itemChildren(of row: Row) -> [Child] {
    guard let path = shape.items, let found = row.value[path: path] else { return [] }
    return Child.all(of: found)
  }
}
