/// Reads keys of values as key-value coding does.
package enum KeyReading {
  /// The value of a key: of a record its field, of an array one value an element, of text its
  /// `length` in characters. What has no such key gives nil.
  package static func member(_ key: String, of value: Value) -> Value {
    switch value {
    case .record(let record):
      if let field = record[key] { return field }
      return key == "self" ? value : .null
    case .array(let elements): return .array(elements.map { member(key, of: $0) })
    case .string(let text) where key == "length": return .integer(text.count)
    default: return key == "self" ? value : .null
    }
  }

  package static func members(_ keys: [String], of value: Value) -> Value {
    var value = value
    for key in keys {
      if case .null = value { return .null }
      value = member(key, of: value)
    }
    return value
  }
}
