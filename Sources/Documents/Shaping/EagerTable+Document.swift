package import TableModel

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
