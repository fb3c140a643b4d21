package import TableModel

/// Renders filters as conditions of SQL.
///
///     price > 20      (typeof("price") IN ('integer', 'real') AND "price" > ?)   SQLite
///                     ("price" > $1 AND "price" IS NOT NULL)                     PostgreSQL
///
/// A piece is true for every row that passes the filter. Where SQL means something else than the
/// filter does, for text beyond ASCII above all, the piece says less than was meant: it is not
/// exact, and the rows that it finds have to be asked again.
package struct FilterRenderer: Sendable {
  let columns: [Column]
  let dialect: SQLDialect
  /// False for a server that holds text in another encoding than UTF-8. The order of its bytes is
  /// another one, and it has no normalisation forms.
  let isUTF8: Bool

  package init(_ columns: [Column], dialect: SQLDialect, isUTF8: Bool = true) {
    (self.columns, self.dialect, self.isUTF8) = (columns, dialect, isUTF8)
  }

  /// - Returns: nil when nothing can be said, so that every row has to be asked.
  package func piece(_ filter: FieldFilter) -> SQLPiece? {
    switch filter {
    case .constant(let value): return value ? .everything : .nothing
    case .not(let inner): return piece(inner)?.negated
    case .all(let parts):
      let pieces = parts.map(piece)
      if !pieces.isEmpty, pieces.allSatisfy({ $0 == nil }) { return nil }
      var whole = SQLPiece.all(pieces.compactMap { $0 })
      if pieces.contains(nil) { whole.isExact = false }
      return whole
    case .any(let parts): return .any(parts, piece)
    case .isNil(let path), .compare(let path, _, _), .between(let path, _, _),
      .oneOf(let path, _), .search(let path, _, _), .contains(let path, _):
      return piece(filter, path)
    }
  }

  /// What is said of one field.
  private func piece(_ filter: FieldFilter, _ path: FieldFilter.Path) -> SQLPiece? {
    let column = path.first.flatMap { key in columns.first { $0.name == key } }
    guard dialect == .postgres else {
      return path.count == 1 ? SQLiteField(column?.name.sqlName ?? "NULL").piece(filter) : nil
    }
    guard let column else {
      // What is not there is nil in every row, and fulfils nothing else.
      if case .isNil = filter { return .everything }
      return .nothing
    }
    guard let type = column.type else { return nil }
    if path.count > 1 {
      guard type.kind == .binaryJSON, isUTF8 else { return nil }
      return JSONField(column.name.sqlName, Array(path.dropFirst()))?.piece(filter)
    }
    return ServerField(column.name.sqlName, type, isUTF8: isUTF8).piece(filter)
  }
}

extension SQLPiece {
  /// One of several things, all of which have to be sayable.
  static func any<Part>(_ parts: [Part], _ piece: (Part) -> SQLPiece?) -> SQLPiece? {
    let pieces = parts.compactMap(piece)
    return pieces.count == parts.count ? any(pieces) : nil
  }

  /// Two things, both of which have to be sayable.
  static func both(_ a: SQLPiece?, _ b: SQLPiece?) -> SQLPiece? {
    guard let a, let b else { return nil }
    return all([a, b])
  }
}

extension FieldFilter.Operand {
  /// The number that is compared; a truth value counts as 0 or 1.
  var number: NumberText? {
    switch self {
    case .value(.number(let number)): number
    case .value(.bool(let value)): NumberText(value ? 1 : 0)
    case .value, .text: nil
    }
  }
}
