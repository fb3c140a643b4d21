package import Documents
import Files
package import SQLTables
package import TableModel

extension FileFormat {
  /// SQLite databases: read in windows, and never written to.
  package static let sqlite = FileFormat(
    name: "sqlite", title: "SQLite databases", one: "a SQLite database",
    endings: ["sqlite", "sqlite3", "db", "db3"],
    reading: .file(
      FileReading(recognizes: { DatabaseDocument.isSQLite(path: $0) }) {
        path, request, isInterrupted throws(DataError) in
        try DatabaseDocument(sqlite: path, request: request, isInterrupted: isInterrupted)
      }))
}

extension DatabaseDocument {
  /// Opens a database file of SQLite, to read it only.
  ///
  /// - Parameter isInterrupted: asked while a query runs; true stops it with `cancelled`.
  /// - Throws: `DataError` when the file cannot be read or does not have what is asked for.
  package init(
    sqlite path: String, request: DatabaseRequest = DatabaseRequest(),
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(DataError) {
    guard request.key == nil else {
      throw .shape(
        message: "tables of SQLite have keys of their own", hint: "leave --key out")
    }
    try self.init(SQLiteSystem(path: path, isInterrupted: isInterrupted), request)
  }

  /// Whether a file is a database of SQLite, by its first bytes, or by its name where it has none.
  ///
  /// An encrypted database has no telling bytes: a name that ends like a database's decides.
  package static func isSQLite(path: String) -> Bool {
    let head = FileHead.bytes(of: path, count: 64)
    if head.starts(with: BinarySignature.sqlite) { return true }
    guard FileFormat.sqlite.isNamed(path), Compression(signature: head) == nil else { return false }
    return head.isEmpty || head.contains(0) || String(validating: head, as: UTF8.self) == nil
  }
}

/// A SQLite file as a database whose tables are shown.
struct SQLiteSystem: DatabaseSystem {
  let name: String
  let connection: DatabaseConnection
  let catalog: Catalog

  /// Opens a database file, to read it only.
  ///
  /// - Parameter isInterrupted: asked while a query runs; true stops it with `cancelled`.
  init(path: String, isInterrupted: @escaping @Sendable () -> Bool) throws(DataError) {
    name = path.split(separator: "/").last.map(String.init) ?? path
    connection = try DatabaseConnection(file: path, isInterrupted: isInterrupted)
    catalog = try Catalog(connection)
  }

  var format: String { "SQLite" }
  var backend: any SQLBackend { connection }
  var hasChanged: Bool { connection.hasChanged }
  var isLost: Bool { connection.isLost }

  /// How many rows of a query are taken before it is shown; the others are counted behind it.
  private static let rowsAtFirst = 1 << 13

  func table(query: String) throws(DataError) -> DatabaseTable {
    try table(query: query, rowsAtFirst: Self.rowsAtFirst)
  }

  func table(query: String, rowsAtFirst: Int) throws(DataError) -> DatabaseTable {
    let cursor = try QueryCursor(query, connection.another())
    let rows = try SpooledRows(cursor)
    try rows.countQuickly(to: rowsAtFirst)
    if !rows.extent.isExact { rows.countInBackground() }
    return DatabaseTable(columns: cursor.columns, sections: [DatabaseTable.Section(rows: rows)])
  }

  // MARK: Lists

  /// Rows are counted in files up to this size, in bytes: those are read in a few milliseconds.
  private static let countedSize = 32 << 20

  func listing() throws(DataError) -> [Value] {
    let isCounted = DatabaseStamp.size(of: connection.file) <= Self.countedSize
    return try connection.read { database in
      catalog.relations.map { relation -> Value in
        let rows = isCounted ? Self.count(relation, database) : nil
        return .record(
          Record([
            (DatabaseDocument.nameKey, .string(relation.name)),
            ("type", .string(relation.kindName)),
            ("columns", .array(relation.columns.map { .string($0.name) })),
            ("rows", rows.map(Value.integer) ?? .null),
          ]))
      }
    }
  }

  /// The rows of a table; a view may compute for hours, and a made-up table may fail.
  private static func count(_ relation: Relation, _ database: Database) -> Int? {
    guard relation.kind == .table else { return nil }
    let count = try? database.integer("SELECT count(*) FROM \(relation.sqlName)")
    return count.map { Int($0) }
  }
}

// MARK: - Groups

extension SQLiteSystem {
  /// - Complexity: one pass over the index of the column; nil where there is none that serves.
  func table(_ relation: Relation, groupedBy column: Int) throws(DataError) -> DatabaseTable? {
    let name = relation.columns[column].name
    guard let key = relation.key, try hasIndex(relation.name, name) else { return nil }
    let question = TableQuestion(backend: connection, relation: relation, key: key)
    return try question.grouped(by: "\(name.sqlName) COLLATE BINARY", relation.columns[column])
  }

  /// True when an index begins with the column and distinguishes all values.
  private func hasIndex(_ table: String, _ column: String) throws(DataError) -> Bool {
    let sql = """
      SELECT count(*) FROM pragma_index_list(?) i, pragma_index_xinfo(i.name) k
      WHERE i.partial = 0 AND k.seqno = 0 AND k.name = ? AND k.coll = 'BINARY'
      """
    return try connection.integer(SQLQuery(sql, [.text(table), .text(column)])) > 0
  }
}
