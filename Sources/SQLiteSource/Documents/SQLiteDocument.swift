import Arranging
package import Documents
package import TableModel

/// A SQLite database, or one table or query of it.
package struct SQLiteDocument: TableDocument {
  package let name: String
  package var format: String { "SQLite" }
  private let connection: DatabaseConnection
  private let catalog: Catalog
  private let content: Content
  private let groupBy: String?

  private enum Content: Sendable {
    case listing
    case relation(Relation)
    case query(String)
  }

  /// Opens a database file, to read it only.
  ///
  /// A database of a single table shows that table at once, others the list of their tables.
  ///
  /// - Parameter isInterrupted: asked while a query runs; true stops it with `cancelled`.
  /// - Throws: `DataError` when the file cannot be read or does not have what is asked for.
  package init(
    path: String, request: DatabaseRequest = DatabaseRequest(),
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(DataError) {
    name = path.split(separator: "/").last.map(String.init) ?? path
    connection = try DatabaseConnection(file: path, isInterrupted: isInterrupted)
    catalog = try Catalog(connection)
    content = try Self.content(request, catalog)
    groupBy = request.groupBy
    if case .listing = content, let column = groupBy {
      throw .shape(
        message: "cannot group a list of tables by '\(column)'",
        hint: "say which table: --table NAME")
    }
  }

  private init(_ document: SQLiteDocument, showing relation: Relation) {
    name = relation.name
    connection = document.connection
    catalog = document.catalog
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

extension SQLiteDocument {
  package var hasChanged: Bool { connection.hasChanged }

  package var isLost: Bool { connection.isLost }

  /// The database's list of tables, or the rows of what was asked for; no other shape fits rows.
  package func table(shape: Shape?) throws(DataError) -> ShapedTable {
    if case .listing = content {
      return try TableListing(catalog, connection).table(name: name, shape: shape)
    }
    guard shape == nil else {
      throw .shape(
        message: "the shape of a database's rows is fixed",
        hint: "--group-by COLUMN makes sections of them")
    }
    do throws(DataError) {
      return try rows()
    } catch {
      throw catalog.explaining(error)
    }
  }

  /// The table that a row of the list stands for.
  package func document(inside value: Value) throws(DataError) -> (any TableDocument)? {
    guard case .listing = content, let name = value.record?[TableListing.nameKey]?.string else {
      return nil
    }
    return SQLiteDocument(self, showing: try catalog.relation(named: name))
  }

  private func rows() throws(DataError) -> ShapedTable {
    switch content {
    case .relation(let relation):
      let words = "\(relation.kindName) \(relation.name)"
      guard let groupBy else {
        return shaped(try DatabaseTable(relation, connection), words)
      }
      let column = try column(groupBy, in: relation.columns)
      if let table = try DatabaseTable(relation, groupedBy: column, connection) {
        return shaped(table, words, groupedBy: relation.columns[column].name)
      }
      return try grouped(try DatabaseTable(relation, connection), words, groupBy)
    case .query(let query):
      let table = try DatabaseTable(query: query, connection)
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

/// The tables of a database as a table of their own.
struct TableListing {
  static let nameKey = "name"

  private let catalog: Catalog
  private let connection: DatabaseConnection

  /// Rows are counted in files up to this size, in bytes: those are read in a few milliseconds.
  private static let countedSize = 32 << 20

  init(_ catalog: Catalog, _ connection: DatabaseConnection) {
    self.catalog = catalog
    self.connection = connection
  }

  func table(name: String, shape: Shape?) throws(DataError) -> ShapedTable {
    let isCounted = DatabaseStamp.size(of: connection.file) <= Self.countedSize
    let records = try connection.read { database in
      catalog.relations.map { relation -> Value in
        let rows = isCounted ? Self.count(relation, database) : nil
        return .record(
          Record([
            (Self.nameKey, .string(relation.name)), ("type", .string(relation.kindName)),
            ("columns", .array(relation.columns.map { .string($0.name) })),
            ("rows", rows.map(Value.integer) ?? .null),
          ]))
      }
    }
    let document = ValueDocument(name: name, value: .array(records))
    let title = records.isEmpty ? nil : FieldPath(key: Self.nameKey)
    let standard = Shape(rows: .itself, title: title)
    var table = try document.table(shape: shape ?? standard)
    if shape == nil { table.explanation = Self.words(records.isEmpty) }
    return table
  }

  private static func words(_ isEmpty: Bool) -> String {
    isEmpty ? "a database without tables" : "the tables of a database; push opens one"
  }

  /// The rows of a table; a view may compute for hours, and a made-up table may fail.
  private static func count(_ relation: Relation, _ database: Database) -> Int? {
    guard relation.kind == .table else { return nil }
    let count = try? database.integer("SELECT count(*) FROM \(relation.name.sqlName)")
    return count.map { Int($0) }
  }
}
