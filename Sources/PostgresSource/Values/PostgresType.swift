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

  /// What some values of the type are here that others are not.
  var oddity: (words: String, isFound: (UnsafeBufferPointer<UInt8>) -> Bool)? {
    switch self {
    case .number: ("`NaN` or infinities, which are texts here", { !Self.isRegular($0) })
    case .array:
      (
        "lists that the server counts from another number than 1; here they begin at 0",
        { $0.first == UInt8(ascii: "[") }
      )
    case .moment:
      (
        "moments so far from 1970 that some of their microseconds are lost here",
        { text in
          let year = text.prefix(4).reduce(0) { $0 * 10 + Int($1) - 0x30 }
          return !Self.exactYears.contains(year) && text.contains(UInt8(ascii: "."))
        }
      )
    default: nil
    }
  }

  /// Years in which doubles are precise to the microsecond.
  private static let exactYears = 1685...2254

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

/// Reads the text of a list: `{1,2,NULL}`, `{{a,b},{"c, d",e}}`, `[2:3]={x,y}`.
///
/// Bounds other than the usual are dropped: lists count from 0 here.
struct ArrayLiteral {
  private var cursor: LiteralCursor
  private let element: PostgresType
  private let delimiter: UInt8

  /// Deeper lists are none that the server makes.
  private static let deepest = 16

  /// - Returns: nil for malformed text.
  static func read(_ bytes: [UInt8], of element: PostgresType, _ delimiter: UInt8) -> Value? {
    var reader = ArrayLiteral(
      cursor: LiteralCursor(bytes), element: element, delimiter: delimiter)
    if reader.cursor.next == UInt8(ascii: "[") {
      guard reader.cursor.skip(past: UInt8(ascii: "=")) else { return nil }
    }
    guard let list = reader.list(0), reader.cursor.next == nil else { return nil }
    return list
  }

  private mutating func list(_ depth: Int) -> Value? {
    guard depth < Self.deepest, cursor.take(UInt8(ascii: "{")) else { return nil }
    var elements: [Value] = []
    if cursor.take(UInt8(ascii: "}")) { return .array([]) }
    while true {
      guard let element = element(depth) else { return nil }
      elements.append(element)
      if cursor.take(UInt8(ascii: "}")) { return .array(elements) }
      guard cursor.take(delimiter) else { return nil }
    }
  }

  private mutating func element(_ depth: Int) -> Value? {
    if cursor.next == UInt8(ascii: "{") { return list(depth + 1) }
    if cursor.next == UInt8(ascii: "\"") {
      return cursor.quoted(doubling: false).map { element.value(of: $0) }
    }
    let plain = cursor.plain(until: [delimiter, UInt8(ascii: "}")])
    return plain == Array("NULL".utf8) ? .null : element.value(of: plain)
  }
}

/// Reads the text of a composite: `(1,"a ""b""",)`. What is empty has no value.
enum CompositeLiteral {
  static func read(_ bytes: [UInt8], _ fields: [PostgresType.Field]) -> Value? {
    var cursor = LiteralCursor(bytes)
    guard cursor.take(UInt8(ascii: "(")) else { return nil }
    var values: [(String, Value)] = []
    for (index, field) in fields.enumerated() {
      if index > 0, !cursor.take(UInt8(ascii: ",")) { return nil }
      if cursor.next == UInt8(ascii: "\"") {
        guard let text = cursor.quoted(doubling: true) else { return nil }
        values.append((field.name, field.type.value(of: text)))
      } else {
        let text = cursor.plain(until: Array(",)".utf8))
        values.append((field.name, text.isEmpty ? .null : field.type.value(of: text)))
      }
    }
    guard cursor.take(UInt8(ascii: ")")), cursor.next == nil else { return nil }
    return .record(Record(values))
  }
}

/// Reads the text of `hstore`: `"a"=>"1", "b"=>NULL`.
enum PairsLiteral {
  static func read(_ bytes: [UInt8]) -> Value? {
    var cursor = LiteralCursor(bytes)
    var values: [(String, Value)] = []
    while cursor.next != nil {
      if !values.isEmpty {
        guard cursor.take(UInt8(ascii: ",")) else { return nil }
        _ = cursor.take(UInt8(ascii: " "))
      }
      guard let key = cursor.quoted(doubling: false), cursor.take(UInt8(ascii: "=")),
        cursor.take(UInt8(ascii: ">"))
      else { return nil }
      let name = String(decoding: key, as: UTF8.self)
      if cursor.next == UInt8(ascii: "\"") {
        guard let text = cursor.quoted(doubling: false) else { return nil }
        values.append((name, .string(String(decoding: text, as: UTF8.self))))
      } else {
        guard cursor.plain(until: [UInt8(ascii: ",")]) == Array("NULL".utf8) else { return nil }
        values.append((name, .null))
      }
    }
    return .record(Record(values))
  }
}

/// Moves over the text of a value that holds others.
struct LiteralCursor {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  mutating func skip(past byte: UInt8) -> Bool {
    while let next {
      position += 1
      if next == byte { return true }
    }
    return false
  }

  mutating func plain(until ends: [UInt8]) -> [UInt8] {
    var found: [UInt8] = []
    while let next, !ends.contains(next) {
      position += 1
      if next == UInt8(ascii: "\\"), let escaped = self.next {
        found.append(escaped)
        position += 1
      } else {
        found.append(next)
      }
    }
    return found
  }

  /// What stands between quotes, with a backslash before what is meant literally.
  ///
  /// - Parameter doubling: whether a quote is also written twice.
  mutating func quoted(doubling: Bool) -> [UInt8]? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    var found: [UInt8] = []
    while let next {
      position += 1
      switch next {
      case UInt8(ascii: "\\"):
        guard let escaped = self.next else { return nil }
        found.append(escaped)
        position += 1
      case UInt8(ascii: "\"") where doubling && self.next == UInt8(ascii: "\""):
        found.append(next)
        position += 1
      case UInt8(ascii: "\""): return found
      default: found.append(next)
      }
    }
    return nil
  }
}

extension PostgresType {
  fileprivate func value(of bytes: [UInt8]) -> Value {
    bytes.withUnsafeBufferPointer { value($0) }
  }
}

/// The values of rows by the types of their columns.
struct RowValues {
  /// Where the rows are.
  enum Rows {
    case returned(PostgresResult)
    case kept([[[UInt8]?]])
  }

  private let rows: Rows
  private let types: [PostgresType]
  let count: Int

  init(_ rows: Rows, types: [PostgresType]) {
    (self.rows, self.types) = (rows, types)
    count =
      switch rows {
      case .returned(let result): result.count
      case .kept(let rows): rows.count
      }
  }

  func value(_ row: Int, _ column: Int) -> Value {
    withBytes(row, column) { $0.map { types[column].value($0) } ?? .null }
  }

  @inline(__always)
  private func withBytes<Result>(
    _ row: Int, _ column: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result
  ) -> Result {
    switch rows {
    case .returned(let result): body(result.bytes(row, column))
    case .kept(let rows): rows[row][column]?.withUnsafeBufferPointer { body($0) } ?? body(nil)
    }
  }

  /// Adds the rows to a window, by the plan whose columns they are.
  func append(_ plan: FieldPlan, to batch: inout RecordBatch) {
    for row in 0..<count {
      for origin in plan.origins {
        switch origin {
        case .column(let place, _): append(row, place, to: &batch)
        case .part(let place, _, let path): batch.append(field: value(row, place)[path: path])
        case .wholeRecord(let places):
          let text = plan.text(places) { place, _ in value(row, place) }
          batch.appendField(kind: .record, utf8: text.utf8)
        case .missing: batch.appendMissingField()
        }
      }
      batch.finishRecord()
    }
  }

  /// Adds a value's text, where it can be done without the value.
  private func append(_ row: Int, _ column: Int, to batch: inout RecordBatch) {
    withBytes(row, column) { bytes in
      guard let bytes else { return batch.appendField(kind: .null, utf8: "null".utf8) }
      switch types[column] {
      case .text: batch.appendField(kind: .text, utf8: bytes)
      case .number where PostgresType.isRegular(bytes):
        batch.appendField(kind: .number, utf8: bytes)
      case let type: batch.append(field: type.value(bytes))
      }
    }
  }

  /// The rows as records, whose fields are all columns.
  func records(_ keys: RecordKeys) -> [Value] {
    var values: [Value] = []
    return (0..<count).map { row in
      values.removeAll(keepingCapacity: true)
      for column in types.indices { values.append(value(row, column)) }
      return .record(Record(keys, values: values[...]))
    }
  }

  /// Adds the rows to columns.
  func fill(_ plan: ColumnFilling, into builders: inout [FieldColumn.Builder]) {
    for row in 0..<count {
      for (field, place) in plan.places.enumerated() {
        if let place {
          builders[field].append(value(row, place))
        } else {
          builders[field].appendMissing()
        }
      }
    }
  }
}
