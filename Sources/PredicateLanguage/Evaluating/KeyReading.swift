import TableModel

/// Reads keys of values as key-value coding does.
enum KeyReading {
  /// The value of a key: of a record its field, of an array one value an element, of text its
  /// `length` in characters. What has no such key gives nil.
  static func member(_ key: String, of value: Value) -> Value {
    switch value {
    case .record(let record):
      if let field = record[key] { return field }
      return key == "self" ? value : .null
    case .array(let elements): return .array(elements.map { member(key, of: $0) })
    case .string(let text) where key == "length": return .integer(text.count)
    default: return key == "self" ? value : .null
    }
  }

  static func members(_ keys: [String], of value: Value) -> Value {
    var value = value
    for key in keys {
      if value.isNil { return .null }
      value = member(key, of: value)
    }
    return value
  }
}

extension Term {
  /// The path that a term of nothing but keys and fixed indexes reads.
  var fieldPath: FieldPath? {
    switch self {
    case .itself: return .itself
    case .member(let base, let key): return base.syntax.fieldPath?.appending(.key(key))
    case .element(let base, .at(let index)):
      switch index.syntax {
      case .number(let number):
        guard let position = number.integer else { return nil }
        return base.syntax.fieldPath?.appending(.index(Int(position)))
      case .string(let key): return base.syntax.fieldPath?.appending(.key(key))
      default: return nil
      }
    default: return nil
    }
  }

  /// The keys of a term that is nothing but keys of the record.
  var plainKeys: [String]? {
    switch self {
    case .itself: return []
    case .member(let base, let key):
      guard var keys = base.syntax.plainKeys else { return nil }
      keys.append(key)
      return keys
    default: return nil
    }
  }
}
