import CSQLite
import TableModel

/// A value exactly as a database holds it, for finding the row again.
///
/// Text is kept in bytes: it need not be valid UTF-8, and may hold zeros.
enum KeyValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])
}

extension KeyValue {
  /// Reads a column of a statement's current row.
  init(_ statement: Statement, _ column: Int) {
    let handle = statement.handle
    let column = Int32(column)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: self = .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT: self = .text(Array(statement.textBytes(column)))
    case SQLITE_BLOB: self = .blob(Array(statement.blobBytes(column)))
    default: self = .null
    }
  }

  /// Binds the value to a parameter, counted from one.
  func bind(to statement: Statement, at index: Int32) -> Int32 {
    let handle = statement.handle
    // The library copies the bytes before the call returns.
    let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    return switch self {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let value): sqlite3_bind_int64(handle, index, value)
    case .real(let value): sqlite3_bind_double(handle, index, value)
    case .text(let bytes):
      bytes.isEmpty
        ? sqlite3_bind_text(handle, index, "", 0, copying)
        : bytes.withUnsafeBytes { bytes in
          sqlite3_bind_text64(
            handle, index, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            UInt64(bytes.count), copying, UInt8(SQLITE_UTF8))
        }
    case .blob(let bytes):
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(handle, index, 0)
        : bytes.withUnsafeBytes { bytes in
          sqlite3_bind_blob64(
            handle, index, bytes.baseAddress, UInt64(bytes.count), copying)
        }
    }
  }

  /// The value as records show it.
  var value: Value {
    switch self {
    case .null: .null
    case .integer(let value): .integer(Int(value))
    case .real(let value): .double(value)
    case .text(let bytes): .string(String(decoding: bytes, as: UTF8.self))
    case .blob(let bytes): .data(bytes)
    }
  }
}

/// A column: its name, and how many decimals its numbers are declared with.
struct Column: Sendable, Hashable {
  var name: String
  /// The `2` of `DECIMAL(10,2)`: such a column holds 12.5 and means 12.50.
  var scale: Int?

  init(name: String, declaredType: String? = nil) {
    self.name = name
    scale = declaredType.flatMap(Self.scale)
  }

  private static let decimalTypes = ["DECIMAL", "NUMERIC", "DEC"]
  private static let mostDecimals = 30
  private static let plain = Array("-.0123456789".utf8)

  private static func scale(of type: String) -> Int? {
    let parts = type.split { "(,) ".contains($0) }
    guard parts.count == 3, decimalTypes.contains(parts[0].uppercased()), let scale = Int(parts[2]),
      (1...mostDecimals).contains(scale)
    else { return nil }
    return scale
  }
}

extension Column {
  /// A number with at least the decimals of the column; none is ever taken away.
  func scaled(_ number: NumberText) -> NumberText {
    guard let scale else { return number }
    let text = number.text
    guard text.utf8.allSatisfy({ Self.plain.contains($0) }) else { return number }
    guard let point = text.firstIndex(of: ".") else {
      return NumberText(text: text + "." + String(repeating: "0", count: scale))
    }
    let decimals = text.distance(from: point, to: text.endIndex) - 1
    guard decimals < scale else { return number }
    return NumberText(text: text + String(repeating: "0", count: scale - decimals))
  }
}

extension String {
  /// The text as a name in SQL, whatever characters or keywords it holds.
  var sqlName: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
