import TableModel

struct FilterRenderer {
  init(_ columns: [Column], dialect: SQLDialect) {}
  func piece(_ filter: FieldFilter) -> SQLPiece? { nil }
}
