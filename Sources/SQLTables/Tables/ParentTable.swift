package import TableModel

/// The rows of a table as strips, whose items are the rows of another one that refer to them.
///
///     products              row 7: "Teapot"
///       <- orders.product     items: the orders of product 7
///
/// A window of rows costs two statements, one for the rows and one for the counts of their items, and each
/// strip that is shown one more.
package struct ParentTable: TableSource {
  private let parents: DatabaseTable
  private let children: ReferringRows
  /// The column whose text is the title of a row.
  private let title: String?
  private let items: Int
  private let keys: RecordKeys

  /// - Parameter title: a column of the rows.
  init(_ parents: DatabaseTable, _ children: ReferringRows, title: String?, items: Int) {
    (self.parents, self.children) = (parents, children)
    (self.title, self.items) = (title, items)
    keys = RecordKeys(distinct: children.relation.columns.map(\.name))
  }

  package func counts() -> Counts {
    var counts = parents.counts()
    counts.items = .exact(items)
    return counts
  }

  package var outerLevels: [OuterLevel] { [.row] }
  package var activity: SourceActivity? { parents.activity }
  package var isOnServer: Bool { parents.isOnServer }

  package func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    try parents.sections(range)
  }

  // MARK: Rows

  /// A row: what its items refer to, and its title.
  private struct Parent {
    var target: [KeyValue]
    var title: String?
    var count = 0
  }

  private func parents(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [Parent] {
    guard parents.sections.indices.contains(section),
      let rows = parents.sections[section].rows as? KeyedRows
    else { return [] }
    let names = children.reference.targetColumns + (title.map { [$0] } ?? [])
    let found = try rows.values(of: names.map(\.sqlName), rows.existing(range))
    let width = children.reference.targetColumns.count
    var parents = found.map { row in
      Parent(target: Array(row.prefix(width)), title: row.dropFirst(width).first.map(titleText))
    }
    for (index, count) in try children.counts(of: parents.map(\.target)).enumerated() {
      parents[index].count = count
    }
    return parents
  }

  private func titleText(_ key: KeyValue) -> String {
    guard let title, let column = parents.columns.first(where: { $0.name == title }) else {
      return ""
    }
    return children.backend.value(key, of: column).plainText
  }

  package func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo] {
    try parents(range, inSection: section).map { parent in
      RowInfo(title: parent.title, items: .exact(parent.count))
    }
  }

  package func records(_ range: Range<Int>, inSection section: Int, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    try parents.records(range, inSection: section, fields: fields)
  }

  package func outerRecord(_ level: OuterLevel, around address: Address) throws(DataError) -> Value?
  {
    level == .row && address.row != nil ? try parents.value(at: address.rowAddress) : nil
  }

  // MARK: Items

  private func rows(of row: Address) throws(DataError) -> KeyedRows? {
    guard let index = row.row, index >= 0,
      let parent = try parents(index..<index + 1, inSection: row.section).first
    else { return nil }
    return children.rows(of: parent.target, count: parent.count)
  }

  package func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    var batch = RecordBatch(fields: fields)
    guard let rows = try rows(of: row) else { return batch }
    let plan = FieldPlan(fields, columns: children.relation.columns)
    try rows.append(rows.existing(range), plan, to: &batch)
    return batch
  }

  package func value(at address: Address) throws(DataError) -> Value? {
    guard let row = address.row else {
      let section = try sections(address.section..<address.section + 1).first
      guard let count = section?.rows.known else { return nil }
      return .array(
        try (0..<count).map { row throws(DataError) in
          try value(at: Address(address.section, row)) ?? .null
        })
    }
    guard let rows = try rows(of: Address(address.section, row)) else { return nil }
    guard let item = address.item else {
      return .array(try rows.records(0..<rows.extent.known, keys: keys))
    }
    return item < 0 ? nil : try rows.records(rows.existing(item..<item + 1), keys: keys).first
  }

  private static let rowsAtOnce = AnchorIndex.standardStride

  package func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    for section in parents.sections.indices {
      var start = 0
      while case let parents = try parents(start..<start + Self.rowsAtOnce, inSection: section),
        !parents.isEmpty
      {
        for (index, parent) in parents.enumerated() where parent.count > 0 {
          guard try scan(parent, Address(section, start + index), visit) else { return }
        }
        start += parents.count
      }
    }
  }

  private func scan(
    _ parent: Parent, _ row: Address, _ visit: (Address, Value) throws(DataError) -> Bool
  ) throws(DataError) -> Bool {
    let rows = children.rows(of: parent.target, count: parent.count)
    for start in stride(from: 0, to: parent.count, by: Self.rowsAtOnce) {
      let window = start..<min(parent.count, start + Self.rowsAtOnce)
      for (item, record) in zip(window, try rows.records(window, keys: keys)) {
        guard try visit(row.with(item: item), record) else { return false }
      }
    }
    return true
  }

  package func advanced() -> (any TableSource)? {
    (parents.advanced() as? DatabaseTable).map { parents in
      ParentTable(parents, children, title: title, items: items)
    }
  }

  package func settled(checkpoint: () throws(DataError) -> Void) throws(DataError)
    -> (any TableSource)?
  {
    (try parents.settled(checkpoint: checkpoint) as? DatabaseTable).map { parents in
      ParentTable(parents, children, title: title, items: items)
    }
  }
}

/// The rows of a table that refer to rows of another one.
struct ReferringRows: Sendable {
  let backend: any SQLBackend
  let relation: Relation
  let key: RowKey
  let reference: ForeignKey

  private var columns: [String] { reference.columns.map(\.sqlName) }

  /// The rows that refer to one.
  ///
  /// - Parameters:
  ///   - target: what the columns hold then.
  ///   - count: how many there are.
  func rows(of target: [KeyValue], count: Int) -> KeyedRows {
    let pieces = zip(columns, target).map { backend.dialect.equality($0, $1) }
    let selection = KeyedSelection(
      table: relation.sqlName, key: key, filter: .all(pieces), dialect: backend.dialect)
    return KeyedRows(backend, selection, columns: relation.columns, count: count)
  }

  /// How many rows refer to each of some, by one statement.
  func counts(of targets: [[KeyValue]]) throws(DataError) -> [Int] {
    let wanted = targets.filter { !$0.contains(.null) }
    guard !wanted.isEmpty else { return targets.map { _ in 0 } }
    let list = columns.joined(separator: ", ")
    let mark = backend.dialect.mark
    let row = "(" + columns.map { _ in mark }.joined(separator: ", ") + ")"
    let values = wanted.map { _ in row }.joined(separator: ", ")
    let query = SQLQuery(
      "SELECT \(list), count(*) FROM \(relation.sqlName) WHERE (\(list)) IN (VALUES \(values))"
        + " GROUP BY \(list)", wanted.flatMap(\.self))
    var counts: [[Value]: Int] = [:]
    for found in try backend.rows(query) {
      counts[found.dropLast().map(\.value)] = found.last?.integer ?? 0
    }
    return targets.map { counts[$0.map(\.value)] ?? 0 }
  }

  /// How many rows refer to one of another table, and how many to none.
  ///
  /// A server sees to it that what is referred to is there; SQLite does so only where it is told to.
  func total(in target: Relation) throws(DataError) -> (some: Int, none: Int) {
    let isSome: String
    switch backend.dialect {
    case .postgres: isSome = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    case .sqlite:
      let pairs = zip(reference.targetColumns, columns).map { "p.\($0.sqlName) = c.\($1)" }
      isSome =
        "EXISTS (SELECT 1 FROM \(target.sqlName) p WHERE \(pairs.joined(separator: " AND ")))"
    }
    let row =
      try backend.rows(
        SQLQuery(
          "SELECT count(*), sum(CASE WHEN \(isSome) THEN 1 ELSE 0 END) FROM \(relation.sqlName) c")
      ).first ?? []
    let (all, some) = (row.first?.integer ?? 0, row.last?.integer ?? 0)
    return (some, all - some)
  }
}

extension ReferringRows {
  /// The rows of a table that refer to those of another one.
  ///
  /// - Parameter path: the table, and the first of the columns that refer where several do.
  /// - Throws: `DataError.shape` where nothing refers, or no index finds what does.
  init(_ path: [String], to target: Relation, _ system: any DatabaseSystem) throws(DataError) {
    let whole = path.joined(separator: ".")
    let named = (try? system.catalog.relation(named: whole)) != nil
    let name = named ? whole : path.dropLast().joined(separator: ".")
    let relation = try system.catalog.relation(named: named || path.count == 1 ? whole : name)
    let column = named || path.count == 1 ? nil : path.last
    let references = relation.references.filter { reference in
      reference.target == target.label && (column == nil || reference.columns.first == column)
    }
    guard let reference = references.first else {
      let others = system.catalog.relations.filter { other in
        other.references.contains { $0.target == target.label }
      }.map(\.label)
      throw .shape(
        message: "'\(whole)' does not refer to '\(target.label)'",
        hint: others.isEmpty
          ? "no table does" : "these do: " + others.prefix(8).joined(separator: ", "))
    }
    guard references.count == 1 else {
      throw .shape(
        message: "several columns of '\(name)' refer to '\(target.label)'",
        hint: "say which: " + references.map { "\(name).\($0.columns[0])" }.joined(separator: ", "))
    }
    guard let key = relation.key, reference.isIndexed else {
      throw .shape(
        message: "no index finds the rows of '\(relation.label)' that refer to one",
        hint: "this one would: \(relation.indexStatement(on: reference.columns))")
    }
    self.init(backend: system.backend, relation: relation, key: key, reference: reference)
  }
}

extension Relation {
  /// The statement that makes an index of columns, as each system takes it.
  fileprivate func indexStatement(on columns: [String]) -> String {
    let index = ([name] + columns).joined(separator: "_").sqlName
    let list = columns.map(\.sqlName).joined(separator: ", ")
    return "CREATE INDEX \(index) ON \(sqlName) (\(list))"
  }

  /// The column that a row is called by: the first one of text.
  var titleColumn: String? {
    columns.first { $0.type?.kind.isText ?? $0.isNamedLikeATitle }?.name ?? columns.first?.name
  }
}

extension Column {
  /// Where columns have no types, their names have to do.
  fileprivate var isNamedLikeATitle: Bool {
    ["name", "title", "label"].contains(name.lowercased())
  }
}
