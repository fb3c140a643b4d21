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
    guard FileFormat.sqlite.isNamed(path) else { return false }
    return head.isEmpty || head.contains(0) || String(validating: head, as: UTF8.self) == nil
  }
}
