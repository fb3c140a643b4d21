import DataSources
import GRDB
import TableModel

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
    return try? Int.fetchOne(database, sql: "SELECT count(*) FROM \(relation.name.sqlName)")
  }
}
