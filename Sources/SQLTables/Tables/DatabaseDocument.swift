import Arranging
import Documents
package import TableModel

/// A database whose tables can be shown: what a document of it needs from the module that reads it.
package protocol DatabaseSystem: Sendable {
  /// A short name, for titles.
  var name: String { get }
  /// The name of the system as people know it.
  var format: String { get }
  var backend: any SQLBackend { get }
  var catalog: Catalog { get }
  var remarks: [String] { get }
  var hasChanged: Bool { get }
  var isLost: Bool { get }

  /// The columns of what a query returns and its rows, which have no key.
  func table(query: String) throws(DataError) -> DatabaseTable

  /// A table with a section for each value of a column, where the database finds them quickly; nil
  /// where one pass over all rows has to do.
  func table(_ relation: Relation, groupedBy column: Int) throws(DataError) -> DatabaseTable?

  /// The list of tables: a record for each.
  func listing() throws(DataError) -> [Value]
}

extension DatabaseSystem {
  package var remarks: [String] { [] }

  /// The table of a relation, ungrouped.
  package func table(_ relation: Relation, rowsAtFirst: Int? = nil) throws(DataError)
    -> DatabaseTable
  {
    guard let key = relation.key else {
      return try table(query: "SELECT * FROM \(relation.sqlName)")
    }
    let selection = KeyedSelection(table: relation.sqlName, key: key, dialect: backend.dialect)
    let rows = KeyedRows(backend, selection, columns: relation.columns)
    try rows.anchors.countQuickly(to: rowsAtFirst ?? backend.pace.rowsAtFirst)
    if !rows.extent.isExact { rows.anchors.countInBackground() }
    return DatabaseTable(
      columns: relation.columns, sections: [DatabaseTable.Section(rows: rows)],
      questions: TableQuestion(backend: backend, relation: relation, key: key))
  }
}

/// A database, or one table or query of it.
package struct DatabaseDocument: TableDocument {
  package let name: String
  package var format: String { system.format }
  private let system: any DatabaseSystem
  private let content: Content
  private let groupBy: String?

  private enum Content: Sendable {
    case listing
    case relation(Relation)
    case query(String)
  }

  /// A database of a single table shows that table at once, others the list of their tables.
  ///
  /// - Throws: `DataError` when the database does not have what is asked for.
  package init(_ system: any DatabaseSystem, _ request: DatabaseRequest) throws(DataError) {
    self.system = system
    name = system.name
    content = try Self.content(request, system.catalog)
    groupBy = request.groupBy
    if case .listing = content, let column = groupBy {
      throw .shape(
        message: "cannot group a list of tables by '\(column)'",
        hint: "say which table: --table NAME")
    }
  }

  private init(_ document: DatabaseDocument, showing relation: Relation) {
    name = relation.label
    system = document.system
    content = .relation(relation)
    groupBy = nil
  }

  private static func content(_ request: DatabaseRequest, _ catalog: Catalog)
    throws(DataError) -> Content
  {
    switch (request.table, request.query) {
    case (_?, _?):
      throw .shape(
        message: "a table and a query were both given", hint: "give --table NAME or --query SQL")
    case (let table?, nil): return .relation(try catalog.relation(named: table))
    case (nil, let query?): return .query(query)
    case (nil, nil):
      guard catalog.relations.count == 1, let only = catalog.relations.first else {
        return .listing
      }
      return .relation(only)
    }
  }
}

extension DatabaseDocument {
  package var remarks: [String] { system.remarks }

  package var hasChanged: Bool { system.hasChanged }

  package var isLost: Bool { system.isLost }

  /// The database's list of tables, or the rows of what was asked for; no other shape fits rows.
  package func table(shape: Shape?) throws(DataError) -> ShapedTable {
    if case .listing = content { return try listing(shape: shape) }
    do throws(DataError) {
      if let shape { return try strips(shape) }
      return try rows()
    } catch {
      throw system.catalog.explaining(error)
    }
  }

  /// The table that a row of the list stands for.
  package func document(inside value: Value) throws(DataError) -> (any TableDocument)? {
    guard case .listing = content, let name = value.record?[Self.nameKey]?.string else {
      return nil
    }
    return DatabaseDocument(self, showing: try system.catalog.relation(named: name))
  }

  /// The rows as strips of those that refer to them.
  private func strips(_ shape: Shape) throws(DataError) -> ShapedTable {
    guard case .relation(let relation) = content, shape.sections == nil,
      shape.rows?.steps.isEmpty ?? true,
      let items = shape.items?.keys
    else {
      throw .shape(
        message: "the shape of a database's rows is fixed",
        hint:
          "--group-by COLUMN makes sections of them, and --items TABLE strips of the rows that refer to them"
      )
    }
    let children = try ReferringRows(items, to: relation, system)
    guard let parents = try rows().source as? DatabaseTable,
      parents.sections.allSatisfy({ $0.rows is KeyedRows })
    else {
      throw .shape(
        message: "the rows of '\(relation.label)' have no key by which others could be found",
        hint: nil)
    }
    let title = shape.title?.keys?.first ?? relation.titleColumn
    let (count, none) = try children.total(in: relation)
    let table = ParentTable(parents, children, title: title, items: count)
    let rest = none == 0 ? "" : " (\(none) more refer to none)"
    return ShapedTable(
      source: table, shape: shape,
      explanation: "\(relation.kindName) \(relation.label): a row of items each, the rows of"
        + " \(children.relation.label) that refer to it\(rest)")
  }

  private func rows() throws(DataError) -> ShapedTable {
    switch content {
    case .relation(let relation):
      let words = "\(relation.kindName) \(relation.label)"
      guard let groupBy else { return shaped(try system.table(relation), words) }
      let column = try column(groupBy, in: relation.columns)
      if let table = try system.table(relation, groupedBy: column) {
        return shaped(table, words, groupedBy: relation.columns[column].name)
      }
      return try grouped(try system.table(relation), words, groupBy)
    case .query(let query):
      let table = try system.table(query: query)
      guard let groupBy else { return shaped(table, "query") }
      return try grouped(table, "query", groupBy)
    case .listing: return shaped(DatabaseTable(columns: [], sections: []), "tables")
    }
  }

  private func grouped(_ table: DatabaseTable, _ words: String, _ groupBy: String)
    throws(DataError) -> ShapedTable
  {
    let name = table.columns[try column(groupBy, in: table.columns)].name
    let groups = try table.grouped(by: FieldPath(key: name), order: .sorted)
    return shaped(groups, words, groupedBy: name)
  }

  private func shaped(_ source: any TableSource, _ words: String, groupedBy column: String? = nil)
    -> ShapedTable
  {
    let sections = column.map { ", a section for each '\($0)'" } ?? ""
    return ShapedTable(
      source: source, shape: Shape(rows: .itself), explanation: "\(words): a row each" + sections)
  }

  private func column(_ name: String, in columns: [Column]) throws(DataError) -> Int {
    let columns = columns.map(\.name)
    let found =
      columns.firstIndex(of: name) ?? columns.firstIndex { $0.lowercased() == name.lowercased() }
    if let found { return found }
    let near = Spelling.nearest(to: name, in: columns).map { "did you mean '\($0)'?" }
    throw .shape(
      message: "there is no column '\(name)'",
      hint: near ?? "the columns: " + columns.prefix(12).joined(separator: ", "))
  }
}

// MARK: - The list of tables

extension DatabaseDocument {
  /// The key of a table's name in the list.
  package static let nameKey = "name"

  /// The key of what a table belongs to, in a database that has schemas.
  package static let schemaKey = "schema"

  /// The records of a list by what they belong to.
  private static func schemas(of records: [Value]) -> [(String, Value)] {
    var schemas: [(name: String, records: [Value])] = []
    for record in records {
      let name = record.record?[schemaKey]?.string ?? ""
      if schemas.last?.name != name { schemas.append((name, [])) }
      schemas[schemas.count - 1].records.append(record)
    }
    return schemas.map { ($0.name, .array($0.records)) }
  }

  private func listing(shape: Shape?) throws(DataError) -> ShapedTable {
    let records = try system.listing()
    let title = records.isEmpty ? nil : FieldPath(key: Self.nameKey)
    let schemas = Self.schemas(of: records)
    let isDivided = schemas.count > 1
    let document = ValueDocument(
      name: name, value: isDivided ? .record(Record(schemas)) : .array(records))
    let standard = Shape(sections: isDivided ? .itself : nil, rows: .itself, title: title)
    var table = try document.table(shape: shape ?? standard)
    if shape == nil {
      table.explanation =
        records.isEmpty
        ? "a database without tables" : "the tables of a database; push opens one"
    }
    return table
  }
}
