package import Documents
import Files
import TableModel

extension FileFormat {
  /// SQLite databases: read in windows, and never written to.
  package static let sqlite = FileFormat(
    name: "sqlite", title: "SQLite databases", one: "a SQLite database",
    endings: ["sqlite", "sqlite3", "db", "db3"],
    reading: .file(
      FileReading(recognizes: { SQLiteDocument.recognizes(path: $0) }) {
        path, request, isInterrupted throws(DataError) in
        try SQLiteDocument(path: path, request: request, isInterrupted: isInterrupted)
      }))
}

extension SQLiteDocument {
  /// Whether a file is a database, by its first bytes, or by its name where it has none.
  ///
  /// An encrypted database has no telling bytes: a name that ends like a database's decides.
  package static func recognizes(path: String) -> Bool {
    let head = FileHead.bytes(of: path, count: 64)
    if head.starts(with: BinarySignature.sqlite) { return true }
    guard FileFormat.sqlite.isNamed(path) else { return false }
    return head.isEmpty || head.contains(0) || String(validating: head, as: UTF8.self) == nil
  }
}
