/// What gives each row of a table its place: expressions that an index or the table itself is
/// ordered by, and that no two rows have in common.
package struct RowKey: Sendable, Hashable {
  package struct Part: Sendable, Hashable {
    /// An SQL expression that is never NULL.
    package var expression: String
    package var isDescending: Bool

    package init(_ expression: String, isDescending: Bool = false) {
      (self.expression, self.isDescending) = (expression, isDescending)
    }
  }

  package var parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }

  package init(expressions: [String]) { parts = expressions.map { Part($0) } }

  package var expressions: [String] { parts.map(\.expression) }

  private static let rowIDNames = ["rowid", "_rowid_", "oid"]

  /// The names by which SQLite knows the number that it gives each row.
  package static var namesOfRowID: [String] { rowIDNames }

  /// True for the number that SQLite itself gives each row.
  package var isRowID: Bool { parts.count == 1 && Self.rowIDNames.contains(parts[0].expression) }

  /// `a, b DESC`, in the order of the index.
  package var order: String { order(reversed: false) }

  /// - Parameter reversed: from the last row to the first.
  func order(reversed: Bool) -> String {
    parts.map { $0.expression + ($0.isDescending != reversed ? " DESC" : "") }
      .joined(separator: ", ")
  }

  /// The rows from one on, `(a, b) >= (?, ?)`, or those before it.
  ///
  /// Rows can be compared as a whole where all parts go the same way. Otherwise what the first part
  /// says stands by itself as well, since that is what an index can search by:
  /// `a <= ? AND (a < ? OR b >= ?)`.
  func side(_ side: Side, of row: [KeyValue], in dialect: SQLDialect) -> SQLPiece {
    let mark = dialect.mark
    guard parts.count == 1 || Set(parts.map(\.isDescending)).count > 1 else {
      let sign = side.sign(isDescending: parts.first?.isDescending == true)
      let marks = parts.map { _ in mark }.joined(separator: ", ")
      let names = expressions.joined(separator: ", ")
      return SQLPiece(text: "(\(names)) \(sign) (\(marks))", arguments: row)
    }
    return Self.side(side, zip(parts, row).map { ($0, $1) }[...], mark)
  }

  /// What lies on one side of a row.
  enum Side {
    /// The row itself and those behind it.
    case from
    case before

    fileprivate func sign(isDescending: Bool) -> String {
      switch self {
      case .from: isDescending ? "<=" : ">="
      case .before: isDescending ? ">" : "<"
      }
    }
  }

  private static func side(
    _ side: Side, _ rest: ArraySlice<(part: Part, value: KeyValue)>, _ mark: String
  ) -> SQLPiece {
    guard let (part, value) = rest.first else { return .everything }
    func own(_ sign: String) -> SQLPiece {
      SQLPiece(text: "\(part.expression) \(sign) \(mark)", arguments: [value])
    }
    let last = side.sign(isDescending: part.isDescending)
    if rest.count == 1 { return own(last) }
    let (first, strict) = (String(last.prefix(1)), last.count == 1)
    return .all([
      own(strict ? first + "=" : last),
      .any([own(first), Self.side(side, rest.dropFirst(), mark)]),
    ])
  }
}
