/// What databases say differently.
package enum SQLDialect: Sendable, Hashable {
  /// Values have kinds of their own, whatever their column was declared as.
  case sqlite
  /// Columns have types.
  case postgres

  /// What stands for an argument in a text.
  ///
  /// PostgreSQL numbers them, `$1`; that is done when a statement is complete, since its parts don't
  /// know where they will stand. No text of SQL holds this character otherwise: what users write
  /// reaches statements as arguments and quoted names.
  package var mark: String {
    switch self {
    case .sqlite: "?"
    case .postgres: Self.numberedMark
    }
  }

  package static let numberedMark = "\u{1}"

  /// What is true of a column that has a value, or has none.
  ///
  /// PostgreSQL has an operator for both as well, for which it uses no index.
  package func equality(_ column: String, _ value: KeyValue) -> SQLPiece {
    switch self {
    case .sqlite: SQLPiece(text: "\(column) IS ?", arguments: [value])
    case .postgres:
      value == .null
        ? SQLPiece(text: "\(column) IS NULL")
        : SQLPiece(text: "\(column) = \(mark)", arguments: [value])
    }
  }
}
