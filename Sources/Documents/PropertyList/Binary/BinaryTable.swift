import Files
package import TableModel

/// A table over a mapped binary property list: windows read the objects that they show.
///
/// Counts stand in the headers of the containers, so they are exact from the beginning.
package struct BinaryTable: TableSource {
  struct Section: Sendable {
    var itself: BinaryChildren.Child
    var rows: BinaryChildren
    /// How many of the rows are strips.
    var strips = 0
    /// False for the section that holds what belongs to none, and where no level makes sections.
    var hasTitle = true
  }

  let objects: BinaryObjects
  package let shape: Shape
  private let all: [Section]
  private let totals: Counts
  private let check: BinaryCheck

  /// - Complexity: O(sections), or O(rows) where rows hold items: one header each.
  init(_ objects: BinaryObjects, shape: Shape, check: BinaryCheck) throws(DataError) {
    self.objects = objects
    self.check = check
    self.shape = shape
    var sections: [Section] = []
    var (rows, items) = (0, 0)
    for var section in try Self.sections(objects, shape) {
      let counts = try Self.itemCounts(of: section.rows, objects, shape)
      section.strips = counts.strips
      rows += section.rows.count
      items += counts.items
      sections.append(section)
    }
    all = sections
    totals = Counts(sections: .exact(sections.count), rows: .exact(rows), items: .exact(items))
  }

  private var titles: TitleRule { TitleRule(path: shape.title) }

  package func counts() -> Counts { totals }

  package var activity: SourceActivity? { check.activity }

  package func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    try reading { () throws(DataError) in
      var infos: [SectionInfo] = []
      for section in all[range.clamped(to: all.indices)] {
        var info = SectionInfo(rows: .exact(section.rows.count))
        info.setKinds(strips: section.strips, plain: section.rows.count - section.strips)
        if shape.sections != nil {
          info.footer = try footer(of: section.itself)
          info.title = section.hasTitle ? try title(of: section.itself) : nil
        } else if let key = shape.rows?.steps.last?.name {
          var named = section.itself
          named.key = key
          info.title = try title(of: named)
        }
        infos.append(info)
      }
      return infos
    }
  }

  package func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo] {
    try reading { () throws(DataError) in
      var infos: [RowInfo] = []
      for row in rows(range, section) {
        let items = try Self.items(of: row, objects, shape)
        let title = shape.rows == nil ? nil : try title(of: row)
        infos.append(
          RowInfo(title: title, key: row.key, items: items.map { .exact($0.count) }))
      }
      return infos
    }
  }

  package func rowsGoByKey(inSection section: Int) throws(DataError) -> Bool {
    guard shape.rows != nil else { return false }
    return try reading { () throws(DataError) in rows(0..<1, section).first?.key != nil }
  }

  package func records(_ range: Range<Int>, inSection section: Int, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    try reading { () throws(DataError) in
      var batch = RecordBatch(fields: fields)
      for row in rows(range, section) {
        let isStrip = try Self.items(of: row, objects, shape) != nil
        batch.append(try isStrip ? outline(row) : objects.value(row))
      }
      return batch
    }
  }

  package func items(_ range: Range<Int>, inRow address: Address, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    try reading { () throws(DataError) in
      var batch = RecordBatch(fields: fields)
      guard let row = row(at: address), let items = try Self.items(of: row, objects, shape) else {
        return batch
      }
      for number in range.clamped(to: 0..<items.count) {
        batch.append(try objects.value(items.child(number, in: objects)))
      }
      return batch
    }
  }

  package func value(at address: Address) throws(DataError) -> Value? {
    try reading { () throws(DataError) in
      guard all.indices.contains(address.section) else { return nil }
      guard address.row != nil else { return try value(ofSection: all[address.section]) }
      guard let row = row(at: address) else { return nil }
      let items = try Self.items(of: row, objects, shape)
      guard let number = address.item else {
        guard let items else { return try objects.value(row) }
        var values: [Value] = []
        for number in 0..<items.count {
          values.append(try objects.value(items.child(number, in: objects)))
        }
        return .array(values)
      }
      guard let items, (0..<items.count).contains(number) else { return nil }
      return try objects.value(items.child(number, in: objects))
    }
  }

  package func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    try reading { () throws(DataError) in
      var sequence = objects.sequence
      for (number, section) in all.enumerated() {
        for row in 0..<section.rows.count {
          let child = section.rows.child(row, in: objects)
          let address = Address(number, row)
          guard let items = try Self.items(of: child, objects, shape) else {
            guard try visit(address, try sequence.value(child)) else { return }
            continue
          }
          for item in 0..<items.count {
            let value = try sequence.value(items.child(item, in: objects))
            guard try visit(address.with(item: item), value) else { return }
          }
        }
      }
    }
  }

  /// Runs a read over a file that is as it was when it was mapped, before and after.
  private func reading<Result>(_ read: () throws(DataError) -> Result) throws(DataError) -> Result {
    try objects.file.reading(read)
  }
}

// MARK: - Levels

extension BinaryTable {
  private static func sections(_ objects: BinaryObjects, _ shape: Shape)
    throws(DataError) -> [Section]
  {
    guard let path = shape.sections else {
      let rows = try rows(of: objects.top, objects, shape)
      return [Section(itself: objects.top, rows: rows, hasTitle: false)]
    }
    guard let container = try objects.find(path, from: objects.top) else { return [] }
    let children = try objects.children(of: container)
    var sections: [Section] = []
    var loose: [BinaryChildren.Child] = []
    for number in 0..<children.count {
      let child = children.child(number, in: objects)
      if try isLoose(child, objects, shape) {
        loose.append(child)
      } else {
        sections.append(Section(itself: child, rows: try rows(of: child, objects, shape)))
      }
    }
    if !loose.isEmpty {
      sections.insert(Section(itself: container, rows: .fields(loose), hasTitle: false), at: 0)
    }
    return sections
  }

  /// True for a scalar among sections that are the fields of a record and have plain rows.
  private static func isLoose(
    _ child: BinaryChildren.Child, _ objects: BinaryObjects, _ shape: Shape
  ) throws(DataError) -> Bool {
    guard shape.rows == .itself, shape.items == nil, child.key != nil else { return false }
    let kind = try objects.kind(child)
    return kind == .scalar || kind == .null
  }

  private static func rows(
    of section: BinaryChildren.Child, _ objects: BinaryObjects, _ shape: Shape
  ) throws(DataError) -> BinaryChildren {
    guard let path = shape.rows else {
      var row = section
      row.key = nil
      return .fields([row])
    }
    guard let container = try objects.find(path, from: section) else { return .fields([]) }
    return try objects.children(of: container)
  }

  /// The items of a row; nil for a plain row.
  static func items(
    of row: BinaryChildren.Child, _ objects: BinaryObjects, _ shape: Shape
  ) throws(DataError) -> BinaryChildren? {
    guard let path = shape.items else { return nil }
    guard let container = try objects.find(path, from: row) else {
      return shape.rowsAreStrips ? .fields([]) : nil
    }
    return try objects.children(of: container)
  }

  private static func itemCounts(
    of rows: BinaryChildren, _ objects: BinaryObjects, _ shape: Shape
  ) throws(DataError) -> (items: Int, strips: Int) {
    var counts = (items: 0, strips: 0)
    guard shape.items != nil else { return counts }
    for number in 0..<rows.count {
      let row = rows.child(number, in: objects)
      guard let items = try items(of: row, objects, shape) else { continue }
      counts.items += items.count
      counts.strips += 1
    }
    return counts
  }

  private func rows(_ range: Range<Int>, _ section: Int) -> [BinaryChildren.Child] {
    guard all.indices.contains(section) else { return [] }
    let rows = all[section].rows
    return range.clamped(to: 0..<rows.count).map { rows.child($0, in: objects) }
  }

  func row(at address: Address) -> BinaryChildren.Child? {
    guard let row = address.row, row >= 0, row < .max else { return nil }
    return rows(row..<row + 1, address.section).first
  }
}

// MARK: - Where things stand

extension BinaryTable {
  /// Whether the first section gathers the scalars that stand among the others.
  package var hasLooseSection: Bool { shape.sections != nil && all.first?.hasTitle == false }

  /// A section, a row or an item.
  func binaryChild(at address: Address) throws(DataError) -> BinaryChildren.Child? {
    guard all.indices.contains(address.section) else { return nil }
    guard address.row != nil else { return all[address.section].itself }
    guard let row = row(at: address) else { return nil }
    guard let number = address.item else { return row }
    guard let items = try Self.items(of: row, objects, shape), (0..<items.count).contains(number)
    else { return nil }
    return items.child(number, in: objects)
  }

  /// The rows of a section, or the items of a row.
  func binaryChildren(of parent: Address) throws(DataError) -> BinaryChildren? {
    guard all.indices.contains(parent.section) else { return nil }
    guard parent.row != nil else { return all[parent.section].rows }
    guard let row = row(at: parent) else { return nil }
    return try Self.items(of: row, objects, shape)
  }
}

// MARK: - What groups say

extension BinaryTable {
  private func value(ofSection section: Section) throws(DataError) -> Value {
    guard case .fields(let loose) = section.rows, shape.sections != nil, !section.hasTitle else {
      return try objects.value(section.itself)
    }
    var record = Record()
    for child in loose { record[child.key ?? ""] = try objects.value(child) }
    return .record(record)
  }

  private func outline(_ child: BinaryChildren.Child) throws(DataError) -> Value {
    let readsLists = shape.title?.steps.contains { $0.name == nil } ?? false
    return try objects.outline(child, readsLists: readsLists)
  }

  private func title(of child: BinaryChildren.Child) throws(DataError) -> String? {
    if let key = child.key, shape.title == nil { return key }
    return titles.title(of: try outline(child), key: child.key)
  }

  private func footer(of section: BinaryChildren.Child) throws(DataError) -> String? {
    guard let content = shape.rows ?? shape.items, !content.steps.isEmpty,
      let footer = try objects.find(FieldPath(key: "footer"), from: section),
      try objects.kind(footer) == .scalar
    else { return nil }
    return try objects.value(footer).string
  }
}
