import Documents
import SQLTables
import TableModel

extension Catalog {
  /// Reads the schema of a SQLite database.
  ///
  /// A view that refers to something that is gone stays in the list, without columns.
  init(_ connection: DatabaseConnection) throws(DataError) {
    let relations = try connection.read { database in
      var relations: [Relation] = []
      try database.statement(Self.listing).visitRows([]) { row in
        let name = row.text(0)
        let kind = Relation.Kind(rawValue: row.text(1)) ?? .table
        var relation = Relation(
          name: name, kind: kind, columns: (try? Self.columns(of: name, database)) ?? [])
        relation.key = try? RowKey(
          of: relation, isWithoutRowID: KeyValue(row, 2) == .integer(1), database)
        relations.append(relation)
        return true
      }
      for index in relations.indices {
        relations[index].references = try Self.references(of: relations[index].name, database)
      }
      return relations
    }
    self.init(relations)
  }

  /// Tables that modules and the library keep for themselves are left out.
  private static let listing = """
    SELECT name, type, wr FROM pragma_table_list
    WHERE schema = 'main' AND type IN ('table', 'view', 'virtual')
      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    ORDER BY name COLLATE NOCASE, name
    """

  /// Generated columns count, the hidden arguments of modules do not.
  private static func columns(of name: String, _ database: Database) throws -> [Column] {
    var columns: [Column] = []
    let sql = "SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid"
    try database.statement(sql).visitRows([.text(Array(name.utf8))]) { row in
      columns.append(Column(name: row.text(0), declaredType: row.text(1)))
      return true
    }
    return columns
  }
}

extension Catalog {
  /// The foreign keys of a table. One that names no columns means the primary key of the other table.
  private static func references(of name: String, _ database: Database) throws -> [ForeignKey] {
    let table = KeyValue.text(name)
    var references: [ForeignKey] = []
    var last: Int?
    for row in try database.rows(SQLQuery(Self.foreignKeys, [table])) {
      let target = row[1].text ?? ""
      if row[0].integer != last {
        references.append(
          ForeignKey(columns: [], target: target, targetColumns: [], isIndexed: false))
        last = row[0].integer
      }
      let index = references.count - 1
      references[index].columns.append(row[2].text ?? "")
      if let column = row[3].text { references[index].targetColumns.append(column) }
    }
    for (index, reference) in references.enumerated() {
      if reference.targetColumns.isEmpty {
        let key = SQLQuery(Self.primaryKey, [.text(reference.target)])
        references[index].targetColumns = try database.rows(key).compactMap { $0.first?.text }
      }
      let indexed = try database.rows(SQLQuery(Self.indexes, [table])).contains { row in
        let columns = (row.first?.text ?? "").split(separator: "\u{1F}").map(String.init)
        return Set(columns.prefix(reference.columns.count)) == Set(reference.columns)
      }
      references[index].isIndexed = indexed
    }
    return references.filter { $0.columns.count == $0.targetColumns.count }
  }

  private static let foreignKeys = """
    SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id, seq
    """

  private static let primaryKey = "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk"

  /// The columns of each index that has all rows.
  private static let indexes = """
    SELECT (SELECT group_concat(name, char(31)) FROM
      (SELECT k.name FROM pragma_index_xinfo(i.name) k WHERE k.key = 1 ORDER BY k.seqno))
    FROM pragma_index_list(?) i WHERE i.partial = 0
    """
}

extension RowKey {
  /// The key of a table.
  ///
  /// - Returns: nil for views and made-up tables, where all names of the row's number are taken by
  ///   columns, and for primary keys that the library does not read by ranges: those that mix
  ///   directions, or collate otherwise than their columns.
  fileprivate init?(of relation: Relation, isWithoutRowID: Bool, _ database: Database) throws {
    guard relation.kind == .table else { return nil }
    guard isWithoutRowID else {
      let taken = Set(relation.columns.map { $0.name.lowercased() })
      guard let name = Self.namesOfRowID.first(where: { !taken.contains($0) }) else { return nil }
      self.init(expressions: [name])
      return
    }
    var columns: [String] = []
    try database.statement(Self.primaryKey).visitRows([.text(relation.name)]) { row in
      columns.append(row.text(0))
      return true
    }
    self.init(expressions: columns.map(\.sqlName))
    guard try isReadByRanges(of: relation.sqlName, database) else { return nil }
  }

  private static let primaryKey = """
    SELECT k.name FROM pragma_index_list(?) i, pragma_index_xinfo(i.name) k
    WHERE i.origin = 'pk' AND k.key = 1 ORDER BY k.seqno
    """

  /// Asks the library how it would read a window: with a search, and without sorting.
  private func isReadByRanges(of table: String, _ database: Database) throws -> Bool {
    let query = KeyedSelection(table: table, key: self).query(
      expressions, from: expressions.map { _ in .null }, limit: 0)
    let plan = try QueryPlan.steps(of: query.text, database)
    return plan.count == 1 && plan.allSatisfy { $0.hasPrefix("SEARCH") }
  }
}

/// How the library would carry a statement out.
enum QueryPlan {
  private static let wordsColumn = 3

  /// The steps in the library's words, `SEARCH t USING INDEX i (a>?)` for example.
  static func steps(of sql: String, _ database: Database) throws -> [String] {
    let statement = try Statement("EXPLAIN QUERY PLAN " + sql, database)
    var steps: [String] = []
    try statement.visitRows([]) { _ in
      if case .text(let words) = KeyValue(statement, wordsColumn) {
        steps.append(String(decoding: words, as: UTF8.self))
      }
      return true
    }
    return steps
  }
}
