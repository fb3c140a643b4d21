/// A condition in SQL that is true or false and never NULL, with its arguments.
package struct SQLPiece: Sendable, Hashable {
  package var text: String
  package var arguments: [KeyValue] = []
  /// False when it is also true for rows that do not fulfil what was meant.
  package var isExact = true

  package init(text: String, arguments: [KeyValue] = [], isExact: Bool = true) {
    (self.text, self.arguments, self.isExact) = (text, arguments, isExact)
  }

  package static let everything = SQLPiece(text: "(1 = 1)")
  package static let nothing = SQLPiece(text: "(1 = 0)")

  /// A piece that says less than was meant.
  package static func atLeast(_ text: String, _ arguments: [KeyValue] = []) -> SQLPiece {
    SQLPiece(text: text, arguments: arguments, isExact: false)
  }

  package static func all(_ pieces: [SQLPiece]) -> SQLPiece {
    join(pieces, with: " AND ", empty: .everything)
  }

  package static func any(_ pieces: [SQLPiece]) -> SQLPiece {
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
  package var negated: SQLPiece? {
    isExact ? SQLPiece(text: "(NOT \(text))", arguments: arguments) : nil
  }
}
