/// A table or view of a database: its name and the columns that a `SELECT *` of it shows.
package struct Relation: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case table
    case view
    /// A table whose rows a module of the library makes up.
    case virtual
    /// A table whose rows lie in parts, by their values.
    case partitioned
    /// A table that a server reads from another one.
    case foreign
    /// A view whose rows are kept.
    case materialized
  }

  /// What it belongs to, where a database has more than one: `public`.
  package var schema: String?
  package var name: String
  /// How lists and messages call it: with the schema where that has to be said.
  package var label: String
  package var kind: Kind
  package var columns: [Column]
  /// What gives its rows their places; nil where nothing does.
  package var key: RowKey?
  /// The tables that its rows refer to.
  package var references: [ForeignKey] = []
  /// About how many rows it has, where that is known without counting them.
  package var estimate: Int?
  /// In bytes, with its indexes; nil where that is not known.
  package var size: Int?
  /// True where the database has to look into each row to know whether it is still there, because nobody
  /// has cleared the table for long: counting takes ten times as long.
  package var isUncleared = false

  package init(
    schema: String? = nil, name: String, label: String? = nil, kind: Kind, columns: [Column],
    key: RowKey? = nil,
    estimate: Int? = nil
  ) {
    (self.schema, self.name, self.label, self.kind) = (schema, name, label ?? name, kind)
    (self.columns, self.key, self.estimate) = (columns, key, estimate)
  }

  /// The name as SQL writes it.
  package var sqlName: String { (schema.map { $0.sqlName + "." } ?? "") + name.sqlName }

  /// `public.items`; the name alone where there are no schemas.
  package var qualifiedName: String { (schema.map { $0 + "." } ?? "") + name }

  /// The word that lists use for the kind.
  package var kindName: String {
    switch kind {
    case .view, .materialized: "view"
    case .table, .virtual, .partitioned: "table"
    case .foreign: "foreign table"
    }
  }
}
