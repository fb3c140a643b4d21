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
