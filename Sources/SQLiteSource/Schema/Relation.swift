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
