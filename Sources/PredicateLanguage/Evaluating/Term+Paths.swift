import TableModel

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
