import TableModel

extension EvaluationContext {
  /// The value as a number to calculate with; nil for nil and, counted, for other kinds.
  mutating func number(
    _ value: Value, _ site: Site
  ) throws(EvaluationError) -> NumberText.Numeric? {
    if let number = value.numberText { return number.numeric }
    if !value.isNil { try report(.arithmetic, value.kind, site, as: .nothing) }
    return nil
  }

  /// The element at a number, counted from the end when negative, or the field of a key.
  mutating func element(
    of base: Value, at index: Value, _ site: Site
  ) throws(EvaluationError) -> Value {
    switch (base, index) {
    case (.null, _), (_, .null): return .null
    case (.record(let record), .string(let key)): return record[key] ?? .null
    case (.array(let elements), .number(let number)):
      if let position = number.integer.map(Int.init) {
        let place = position < 0 ? elements.count + position : position
        if elements.indices.contains(place) { return elements[place] }
      }
    default: break
    }
    try report(.index, base.kind, site, as: .nothing)
    return .null
  }

  /// The elements of a collection; one that is none stands for itself, and is counted.
  mutating func elements(
    of value: Value, _ site: Site
  ) throws(EvaluationError) -> [Value]? {
    if value.isNil { return nil }
    if let elements = value.elements { return elements }
    try report(.collection, value.kind, site, as: .oneElement)
    return [value]
  }

  /// A value as another type; nil, and counted, where it can't be read as that.
  mutating func cast(
    _ value: Value, to type: CastType, _ site: Site
  ) throws(EvaluationError) -> Value {
    let cast = Casting.cast(value, to: type)
    if cast.isNil, !value.isNil { try report(type.purpose, value.kind, site, as: .nothing) }
    return cast
  }
}

extension CastType {
  /// What a value is wanted for that is cast.
  fileprivate var purpose: Mismatch.Purpose {
    switch self {
    case .number: .castToNumber
    case .string: .castToText
    case .date: .castToDate
    }
  }
}
