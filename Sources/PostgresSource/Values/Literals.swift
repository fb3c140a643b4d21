import TableModel

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
