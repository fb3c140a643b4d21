package import TableModel

/// A value exactly as a database holds it, for finding the row again.
///
/// Text is kept in bytes: it need not be valid UTF-8, and may hold zeros.
package enum KeyValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])
  /// A value in its type's own text, with the number by which a server knows the type.
  case typed(UInt32, [UInt8])

  package static func text(_ text: String) -> KeyValue { .text(Array(text.utf8)) }
}

extension KeyValue {
  /// The value as records show it.
  package var value: Value {
    switch self {
    case .null: .null
    case .integer(let value): .integer(Int(value))
    case .real(let value): .double(value)
    case .text(let bytes), .typed(_, let bytes): .string(String(decoding: bytes, as: UTF8.self))
    case .blob(let bytes): .data(bytes)
    }
  }

  /// A whole number, however it is held.
  package var integer: Int? {
    switch self {
    case .integer(let value): Int(value)
    case .typed(_, let bytes): Int(String(decoding: bytes, as: UTF8.self))
    default: nil
    }
  }

  /// A text, of whatever type.
  package var text: String? {
    switch self {
    case .text(let bytes), .typed(_, let bytes): String(decoding: bytes, as: UTF8.self)
    default: nil
    }
  }
}

/// A statement of SQL with what its marks stand for, in their order.
package struct SQLQuery: Sendable, Hashable {
  package var text: String
  package var arguments: [KeyValue]

  package init(_ text: String, _ arguments: [KeyValue] = []) {
    (self.text, self.arguments) = (text, arguments)
  }
}

extension String {
  /// The text as a name in SQL, whatever characters or keywords it holds.
  package var sqlName: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}

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
