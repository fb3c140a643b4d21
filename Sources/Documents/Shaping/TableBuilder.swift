package import TableModel

/// Maps a value to sections, rows and items as a shape says.
///
/// A path names a container; its children (elements of an array, fields of a record) are the
/// things of that level. A level without a path has one thing: the one above in another role. Two
/// rules keep everything in sight: a row without the items' key is a plain row, and where the
/// fields of a record are sections, those that are scalars gather in a first section.
package struct TableBuilder {
  let shape: Shape
  let root: Value
  /// The document as it is where the root is another form of it, without its header.
  var disguised: (document: Value, header: [String])?

  package init(
    shape: Shape, root: Value, disguised: (document: Value, header: [String])? = nil
  ) {
    (self.shape, self.root, self.disguised) = (shape, root, disguised)
  }

  /// The table, when every path of the shape leads somewhere.
  ///
  /// - Throws: `DataError.shape` when a path leads nowhere.
  /// - Complexity: O(sections + rows).
  func checked() throws(DataError) -> EagerTable {
    try checkLevels()
    let table = table()
    try checkTitle(table)
    return table
  }

  /// The table, empty at the levels whose path leads nowhere.
  ///
  /// - Complexity: O(sections + rows); items are not touched.
  package func table() -> EagerTable {
    var children = sectionChildren
    let loose = takeLooseFields(&children)
    var sections = children.map(section)
    if let loose { sections.insert(loose, at: 0) }
    return EagerTable(
      sections: sections, of: disguised?.document ?? root, shape: shape, header: disguised?.header)
  }

  private var sectionChildren: [Child] {
    guard let path = shape.sections else { return [Child(key: nil, value: root)] }
    return Child.all(of: root[path: path] ?? .null)
  }

  private func section(_ child: Child) -> EagerTable.Section {
    let isLevel = shape.sections != nil
    var section = EagerTable.Section(key: child.key, value: child.value, rows: rows(of: child))
    section.footer = footer(of: child.value)
    if !isLevel {
      section.key = shape.rows?.steps.last?.name
      section.hasTitle = section.key != nil
    }
    return section
  }

  private func rows(of section: Child) -> [EagerTable.Row] {
    guard let path = shape.rows else {
      var row = row(Child(key: nil, value: section.value))
      row.hasTitle = false
      return [row]
    }
    return Child.all(of: section.value[path: path] ?? .null).map(row)
  }

  private func row(_ child: Child) -> EagerTable.Row {
    EagerTable.Row(key: child.key, value: child.value, items: items(of: child.value))
  }

  private func items(of row: Value) -> [Value]? {
    guard let path = shape.items else { return nil }
    guard let found = row[path: path] else { return shape.rowsAreStrips ? [] : nil }
    switch found {
    case .array(let elements): return elements
    case .record(let record): return record.values
    case .null: return []
    default: return [found]
    }
  }

  /// A footer counts only where the section holds it beside its rows, not among them.
  private func footer(of section: Value) -> String? {
    guard shape.sections != nil, let content = shape.rows ?? shape.items, !content.steps.isEmpty
    else { return nil }
    return section.record?["footer"]?.string
  }
}

extension TableBuilder {
  /// Takes the scalars out where sections are the fields of a record and have plain rows.
  private func takeLooseFields(_ sections: inout [Child]) -> EagerTable.Section? {
    guard shape.rows == .itself, shape.items == nil else { return nil }
    let isLoose = { (child: Child) in child.key != nil && !child.value.isContainer }
    let loose = sections.filter(isLoose)
    guard !loose.isEmpty else { return nil }
    sections.removeAll(where: isLoose)
    let record = Record(loose.map { ($0.key ?? "", $0.value) })
    return EagerTable.Section(
      key: nil, value: .record(record), rows: loose.map(row), hasTitle: false)
  }

  private func checkLevels() throws(DataError) {
    var values = [root]
    var place = "the document"
    if let path = shape.sections {
      try ShapeCheck(level: "sections", path: path).check(values, place: place)
      values = sectionChildren.map(\.value)
      place = "the sections"
    }
    if let path = shape.rows {
      try ShapeCheck(level: "rows", path: path).check(values, place: place)
      values = values.flatMap { Child.all(of: $0[path: path] ?? .null).map(\.value) }
      place = "the rows"
    }
    if let path = shape.items {
      try ShapeCheck(level: "items", path: path).check(values, place: place)
    }
  }

  private func checkTitle(_ table: EagerTable) throws(DataError) {
    guard let path = shape.title else { return }
    let values = table.sections.map(\.value) + table.sections.flatMap { $0.rows.map(\.value) }
    try ShapeCheck(level: "title", path: path).checkExistence(values, "the sections and rows")
  }
}

/// An element of an array, or a field of a record.
package struct Child {
  var key: String?
  var value: Value

  /// The children of a container; a scalar counts as its own only child, null as none.
  static func all(of value: Value) -> [Child] {
    switch value {
    case .array(let elements): elements.map { Child(key: nil, value: $0) }
    case .record(let record): record.fields.map { Child(key: $0.key, value: $0.value) }
    case .null: []
    default: [Child(key: nil, value: value)]
    }
  }
}

extension FieldPath.Step {
  /// The key, when the step is one.
  package var name: String? {
    if case .key(let key) = self { key } else { nil }
  }
}
