import Documents
import TableModel

/// The tables and views of a database, in the order of their names.
struct Catalog: Sendable {
  let relations: [Relation]

  /// Reads the schema.
  ///
  /// A view that refers to something that is gone stays in the list, without columns.
  init(_ connection: DatabaseConnection) throws(DataError) {
    relations = try connection.read { database in
      var relations: [Relation] = []
      try database.statement(Self.listing).visitRows([]) { row in
        let name = row.text(0)
        let kind = Relation.Kind(rawValue: row.text(1)) ?? .table
        relations.append(
          Relation(
            name: name, kind: kind, isWithoutRowID: KeyValue(row, 2) == .integer(1),
            columns: (try? Self.columns(of: name, database)) ?? []))
        return true
      }
      return relations
    }
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
  /// The table or view of a name: exactly, or else whatever the case of its letters.
  ///
  /// - Throws: `DataError.shape` that proposes the nearest name.
  func relation(named name: String) throws(DataError) -> Relation {
    let found =
      relations.first { $0.name == name }
      ?? relations.first { $0.name.lowercased() == name.lowercased() }
    if let found { return found }
    throw .shape(message: "the database has no table '\(name)'", hint: nearest(to: name))
  }

  /// `did you mean 'products'?`, or the names there are.
  func nearest(to name: String) -> String? {
    let names = relations.map(\.name)
    if let near = Spelling.nearest(to: name, in: names) { return "did you mean '\(near)'?" }
    return names.isEmpty ? "it has no tables at all" : "its tables: " + Self.list(names)
  }

  private static let shortest = 8

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(shortest).joined(separator: ", ")
    return names.count > shortest ? shown + " and \(names.count - shortest) more" : shown
  }

  /// The same error of a query, with the nearest name of a table or column.
  func explaining(_ error: DataError) -> DataError {
    guard case .shape(let message, nil) = error else { return error }
    if let name = Self.name(after: "no such table: ", in: message) {
      return .shape(message: message, hint: nearest(to: name))
    }
    if let name = Self.name(after: "no such column: ", in: message) {
      let columns = relations.flatMap { $0.columns.map(\.name) }
      let near = Spelling.nearest(to: name, in: columns).map { "did you mean '\($0)'?" }
      return .shape(message: message, hint: near)
    }
    return error
  }

  /// The last part of a name that may be qualified: `p.nme` is `nme`.
  private static func name(after words: String, in message: String) -> String? {
    guard message.hasPrefix(words) else { return nil }
    return message.dropFirst(words.count).split(separator: ".").last.map(String.init)
  }
}

/// A table or view of a database: its name and the columns that a `SELECT *` of it shows.
struct Relation: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable {
    case table
    case view
    /// A table whose rows a module of the library makes up.
    case virtual
  }

  var name: String
  var kind: Kind
  var isWithoutRowID: Bool
  var columns: [Column]

  /// The word that lists use for the kind.
  var kindName: String { kind == .view ? "view" : "table" }
}
