package import Documents
package import Files
import Foundation
import SQLTables
import SQLiteSource
import TableModel

extension FileFormat {
  /// Databases of servers that speak PostgreSQL's protocol: read in windows, and never written to.
  package static let postgres = postgres(asking: nil)

  /// The same with somebody to ask for passwords.
  package static func postgres(asking ask: PasswordQuestion?) -> FileFormat {
    FileFormat(
      name: "postgres", title: "PostgreSQL databases", one: "a PostgreSQL database", endings: [],
      reading: .file(
        FileReading(recognizes: PostgresAddress.recognizes) {
          text, request, isInterrupted throws(DataError) in
          guard let address = PostgresAddress(text) else {
            throw .shape(
              message: "'\(text)' is not the address of a server",
              hint: "postgres://USER@HOST/DATABASE, service=NAME, or pg: and libpq's keywords")
          }
          return try DatabaseDocument(
            PostgresSystem(address, request, asking: ask, isInterrupted: isInterrupted), request)
        }))
  }
}

/// A database of a server as one whose tables are shown.
struct PostgresSystem: DatabaseSystem {
  let database: PostgresDatabase
  let catalog: Catalog
  /// What has to be said of a key that somebody states; nil where the server knows its keys.
  private let remarkOnKey: String?

  /// Connects to a server and reads which tables there are.
  ///
  /// - Parameters:
  ///   - request: which table or query to show, and the columns of its key where the server knows none.
  ///   - ask: asks for a password that is wanted.
  ///   - isInterrupted: asked while the server is waited for; true stops it with `cancelled`.
  init(
    _ address: PostgresAddress, _ request: DatabaseRequest, asking ask: PasswordQuestion? = nil,
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(DataError) {
    database = try PostgresDatabase(
      address, hold: request.hold, asking: ask, isInterrupted: isInterrupted)
    let catalog = try Catalog(database)
    guard let key = request.key else {
      self.catalog = catalog
      remarkOnKey = nil
      return
    }
    guard let table = request.table else {
      throw .shape(
        message: "a key belongs to a table", hint: "say which: --table NAME --key \(key)")
    }
    self.catalog = try catalog.stating(key, of: catalog.relation(named: table))
    remarkOnKey =
      "that no two rows of '\(table)' have the same \(key) is taken on trust: where two have, rows are"
      + " missed or shown twice"
  }

  var name: String { database.name }
  var format: String { "PostgreSQL" }
  var backend: any SQLBackend { database }
  var remarks: [String] { database.remarks + [remarkOnKey].compactMap(\.self) }
  /// Nobody says that a server has changed; that it may have is a remark.
  var hasChanged: Bool { false }
  var isLost: Bool { false }

  func table(query: String) throws(DataError) -> DatabaseTable {
    let cursor = try PostgresCursor(query, database)
    let rows = try CursorRows(cursor)
    try rows.kept.countQuickly(to: 1000)
    if !rows.extent.isExact { rows.kept.countInBackground() }
    return DatabaseTable(columns: cursor.columns, sections: [DatabaseTable.Section(rows: rows)])
  }

  func table(_ relation: Relation, groupedBy column: Int) throws(DataError) -> DatabaseTable? {
    guard let key = relation.key else { return nil }
    let question = TableQuestion(backend: database, relation: relation, key: key)
    return try question.table(groupedBy: relation.columns[column])
  }

  func listing() throws(DataError) -> [Value] {
    catalog.relations.map { relation in
      .record(
        Record([
          (DatabaseDocument.nameKey, .string(relation.label)),
          (DatabaseDocument.schemaKey, .string(relation.schema ?? "")),
          ("type", .string(relation.kindName)),
          ("columns", .array(relation.columns.map { .string($0.name) })),
          ("rows", relation.estimate.map { .string(Self.roughly($0)) } ?? .null),
          ("size", relation.size.map { .string(Self.size($0)) } ?? .null),
        ]))
    }
  }

  /// `~5.0 M`: an estimate that nobody takes for a count.
  private static func roughly(_ count: Int) -> String {
    let units = [(1_000_000_000, " G"), (1_000_000, " M"), (1000, " k")]
    guard let (unit, letter) = units.first(where: { count >= $0.0 }) else { return "~\(count)" }
    return "~" + tenths(count, unit) + letter
  }

  private static func size(_ bytes: Int) -> String {
    let units = [(1 << 30, " GiB"), (1 << 20, " MiB"), (1 << 10, " KiB")]
    guard let (unit, letters) = units.first(where: { bytes >= $0.0 }) else { return "\(bytes) B" }
    return tenths(bytes, unit) + letters
  }

  private static func tenths(_ count: Int, _ unit: Int) -> String {
    let tenths = (count * 10 + unit / 2) / unit
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension Catalog {
  /// The same catalog, in which a table has a key that somebody states.
  ///
  /// - Parameter key: names of columns, separated by commas.
  fileprivate func stating(_ key: String, of relation: Relation) throws(DataError) -> Catalog {
    let names = key.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let known = relation.columns.map(\.name)
    if let unknown = names.first(where: { !known.contains($0) }) {
      let near = Spelling.nearest(to: unknown, in: known).map { "did you mean '\($0)'?" }
      throw .shape(
        message: "'\(relation.label)' has no column '\(unknown)'",
        hint: near ?? "its columns: " + known.prefix(12).joined(separator: ", "))
    }
    return Catalog(
      relations.map { other in
        guard other == relation else { return other }
        var stated = relation
        stated.key = RowKey(expressions: names.map(\.sqlName))
        return stated
      })
  }
}
