/// What SQL can say of a condition, and what is left to ask of the records that it finds.
///
/// Rows are taken as records whose values keep SQLite's storage classes: integers and reals are
/// numbers, text is text, blobs are data, NULL is nil. Mismatches of types are not counted by SQL.
package struct SQLTranslation: Sendable {
  /// An expression for WHERE that is never NULL, with a `?` for each argument.
  ///
  /// It is true for every row that fulfils the condition.
  package let expression: String
  /// The values of the `?`, in order.
  package let arguments: [SQLArgument]
  /// What a row has to fulfil besides; nil when the expression is the whole condition.
  package let residue: Condition?

  /// False when the expression is true for every row.
  package var isSelective: Bool { expression != SQLPiece.everything.text }
}

/// A value to bind.
package enum SQLArgument: Sendable, Hashable {
  case integer(Int64)
  case real(Double)
  case text(String)
}

extension Condition {
  /// Translates the condition to SQL, as far as that has exactly its meaning.
  ///
  /// - Parameter column: the SQL expression of a key's column; nil when there is no such column, so
  ///   that the key is nil in every row.
  package func sql(column: @escaping (_ key: String) -> String?) -> SQLTranslation {
    let translator = SQLTranslator(column: column)
    var pieces: [SQLPiece] = []
    var rest: [ClauseNode] = []
    for part in conjuncts {
      let piece = translator.piece(part)
      if piece?.isExact != true { rest.append(part) }
      if let piece { pieces.append(piece) }
    }
    let whole = SQLPiece.all(pieces)
    return SQLTranslation(
      expression: whole.text, arguments: whole.arguments, residue: residue(rest))
  }

  /// The clauses that all have to hold.
  var conjuncts: [ClauseNode] {
    if case .and(let parts) = clause.syntax { parts } else { [clause] }
  }

  private func residue(_ parts: [ClauseNode]) -> Condition? {
    guard let first = parts.first, let last = parts.last else { return nil }
    if parts.count == 1 { return Condition(first, of: self) }
    return Condition(ClauseNode(.and(parts), first.span.through(last.span)), of: self)
  }
}

/// An expression of SQL whose value is 0 or 1 and never NULL, with its arguments.
struct SQLPiece: Sendable {
  var text: String
  var arguments: [SQLArgument] = []
  /// False when it is also true for rows that do not fulfil what was translated.
  var isExact = true

  static let everything = SQLPiece(text: "1")
  static let nothing = SQLPiece(text: "0")

  /// A piece that says less than was meant.
  static func atLeast(_ text: String, _ arguments: [SQLArgument] = []) -> SQLPiece {
    SQLPiece(text: text, arguments: arguments, isExact: false)
  }

  static func all(_ pieces: [SQLPiece]) -> SQLPiece {
    join(pieces, with: " AND ", empty: .everything)
  }

  static func any(_ pieces: [SQLPiece]) -> SQLPiece {
    join(pieces, with: " OR ", empty: .nothing)
  }

  private static func join(
    _ pieces: [SQLPiece], with word: String, empty: SQLPiece
  ) -> SQLPiece {
    if pieces.count < 2 { return pieces.first ?? empty }
    return SQLPiece(
      text: "(" + pieces.map(\.text).joined(separator: word) + ")",
      arguments: pieces.flatMap(\.arguments), isExact: pieces.allSatisfy(\.isExact))
  }

  /// - Returns: nil for a piece that is not exact: rows for which it is true may fulfil the
  ///   condition or not, so its negation would lose some of them.
  var negated: SQLPiece? {
    isExact ? SQLPiece(text: "(NOT \(text))", arguments: arguments) : nil
  }
}
