/// An expression of SQL that is 0 or 1 and never NULL, with its arguments.
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

  /// - Returns: nil for a piece that is not exact: what it is false for is known, but no more.
  var negated: SQLPiece? {
    isExact ? SQLPiece(text: "(NOT \(text))", arguments: arguments) : nil
  }
}
