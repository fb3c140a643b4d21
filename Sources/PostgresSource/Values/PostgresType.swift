import Documents
import Files
import SQLTables
import TableModel

/// How the text of a type is read as a value.
indirect enum PostgresType: Sendable, Hashable {
  case bool
  /// All numbers; `NaN` and the infinities, which are none here, are texts.
  case number
  case text
  /// `\x` and hexadecimal digits.
  case bytes
  /// `2026-11-24`.
  case date
  /// `2026-11-24 05:12:33.5+00`, with a zone or without one; without it is taken for universal time.
  case moment
  case json
  case array(of: PostgresType, delimiter: UInt8)
  case composite([Field])
  /// Keys and texts: `"a"=>"1", "b"=>NULL`.
  case pairs

  struct Field: Sendable, Hashable {
    var name: String
    var type: PostgresType
  }
}

extension PostgresType {
  /// The types whose numbers are the same on every server.
  init?(builtIn number: UInt32) {
    switch number {
    case 16: self = .bool
    case 17: self = .bytes
    case 20, 21, 23, 26, 700, 701, 1700: self = .number
    case 114, 3802: self = .json
    case 1082: self = .date
    case 1114, 1184: self = .moment
    // Characters, names, text, XML, money, networks, times, intervals, bits, UUIDs.
    case 0, 18, 19, 25, 142, 650, 790, 829, 869, 1042, 1043, 1083, 1186, 1266, 1560, 1562, 2950:
      self = .text
    default: return nil
    }
  }

  /// The kind of a column for comparisons.
  static func kind(ofBuiltIn number: UInt32) -> ColumnType.Kind {
    switch number {
    case 16: .bool
    case 17: .data
    case 20, 21, 23, 26: .integer
    case 1700: .decimal
    case 701: .double
    case 700: .float
    case 25, 1043, 19: .text
    case 1042: .paddedText
    case 114: .json
    case 3802: .binaryJSON
    case 1082: .date
    case 1114, 1184: .moment
    case 650, 790, 829, 869, 1083, 1186, 1266, 2950, 18, 142: .named
    default: .other
    }
  }

  /// Whether the text of a number is one here as well.
  static func isRegular(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let last = bytes.last else { return false }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last)
  }

  /// The value of a text.
  func value(_ bytes: UnsafeBufferPointer<UInt8>) -> Value {
    let text = { String(decoding: bytes, as: UTF8.self) }
    switch self {
    case .bool: return .bool(bytes.first == UInt8(ascii: "t"))
    case .number:
      return Self.isRegular(bytes) ? .number(NumberText(text: text())) : .string(text())
    case .text: return .string(text())
    case .bytes: return Self.data(bytes).map(Value.data) ?? .string(text())
    case .date, .moment: return Self.date(text())
    case .json: return Self.json(bytes)
    case .array(let element, let delimiter):
      return ArrayLiteral.read(Array(bytes), of: element, delimiter) ?? .string(text())
    case .composite(let fields):
      return CompositeLiteral.read(Array(bytes), fields) ?? .string(text())
    case .pairs: return PairsLiteral.read(Array(bytes)) ?? .string(text())
    }
  }

  /// Infinities, and years before Christ or beyond 9999, stay text.
  private static func date(_ text: String) -> Value {
    let plain = text.hasSuffix("+00") ? String(text.dropLast(3)) : text
    return Instant(iso8601: plain).map(Value.date) ?? .string(text)
  }

  private static func json(_ bytes: UnsafeBufferPointer<UInt8>) -> Value {
    do throws(DataError) {
      return try JSONReader.read(SourceText(file: "json", bytes: Array(bytes)))
    } catch {
      return .string(String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func data(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard bytes.count >= 2, bytes[1] == UInt8(ascii: "x"), bytes.count % 2 == 0 else { return nil }
    var data: [UInt8] = []
    data.reserveCapacity(bytes.count / 2)
    for index in stride(from: 2, to: bytes.count, by: 2) {
      guard let high = digit(bytes[index]), let low = digit(bytes[index + 1]) else { return nil }
      data.append(high << 4 | low)
    }
    return data
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
