import TableModel

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
    let list = reference.columns.map(\.sqlName).joined(separator: ", ")
    guard let key = relation.key, reference.isIndexed else {
      throw .shape(
        message: "no index finds the rows of '\(relation.label)' that refer to one",
        hint: "this one would: CREATE INDEX ON \(relation.sqlName) (\(list))")
    }
    self.init(backend: system.backend, relation: relation, key: key, reference: reference)
  }
}

extension Relation {
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
