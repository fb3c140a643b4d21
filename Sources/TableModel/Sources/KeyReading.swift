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

/// What a comparison says of the value of one field, in terms that an index can search.
package enum FieldBound: Sendable, Hashable {
  /// The end of a range of numbers.
  package struct Limit: Sendable, Hashable {
    package var number: Number
    /// True when the number itself lies within.
    package var isIncluded: Bool

    package init(_ number: Number, isIncluded: Bool) {
      self.number = number
      self.isIncluded = isIncluded
    }
  }

  package enum Number: Sendable, Hashable {
    case integer(Int64)
    case real(Double)
  }

  /// Numbers between two others; without one of them, up to or from the other one.
  case numbers(lower: Limit?, upper: Limit?)
  /// This text, byte by byte.
  case text(String)
}
