package import TableModel

/// What a text means that stands without quotes, in formats that have nothing but text: a number as
/// JSON writes it, `true`, `false`, nothing, or a text.
package enum PlainText {
  package static func kind(of raw: UnsafeBufferPointer<UInt8>) -> ValueKind {
    guard let first = raw.first else { return .null }
    switch first {
    case UInt8(ascii: "t"): return "true".isWritten(raw) ? .bool : .text
    case UInt8(ascii: "f"): return "false".isWritten(raw) ? .bool : .text
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return isNumber(raw) ? .number : .text
    default: return .text
    }
  }

  /// True for a number in JSON's notation that is not too large to be compared.
  package static func isNumber(_ raw: UnsafeBufferPointer<UInt8>) -> Bool {
    guard JSONNumber.isValid(ArraySlice(raw)) else { return false }
    let isShort = raw.count < 300 && !raw.contains { $0 | 0x20 == UInt8(ascii: "e") }
    return isShort || NumberText(text: String(decoding: raw, as: UTF8.self)).double.isFinite
  }

  package static func value(of text: String) -> Value {
    var text = text
    switch text.withUTF8({ kind(of: $0) }) {
    case .null: return .null
    case .bool: return .bool(text == "true")
    case .number: return .number(NumberText(text: text))
    default: return .string(text)
    }
  }
}
