import SQLTables
import TableModel

extension SQLQuery {
  /// The text with its marks numbered, as PostgreSQL has them: `$1`, `$2`.
  var numbered: String {
    guard text.contains(SQLDialect.numberedMark) else { return text }
    let pieces = text.split(separator: SQLDialect.numberedMark, omittingEmptySubsequences: false)
    return pieces.dropFirst().enumerated().reduce(String(pieces[0])) { text, piece in
      text + "$\(piece.offset + 1)" + piece.element
    }
  }
}

extension KeyValue {
  /// The type by which the server reads the parameter; 0 has it find out.
  var typeNumber: UInt32 {
    switch self {
    case .null: 0
    case .integer: TypeNumber.int8
    case .real: TypeNumber.float8
    case .text: TypeNumber.text
    case .blob: TypeNumber.bytes
    case .typed(let number, _): number
    }
  }

  /// The value in the text of its type; nil for NULL.
  func parameter() throws(PostgresError) -> String? {
    switch self {
    case .null: return nil
    case .integer(let value): return String(value)
    case .real(let value): return value.description
    case .blob(let bytes):
      return "\\x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    case .text(let bytes), .typed(_, let bytes):
      guard !bytes.contains(0) else {
        throw PostgresError(
          code: PostgresError.Code.notSupported,
          message: "no text of a server holds the character U+0000",
          hint: nil)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
