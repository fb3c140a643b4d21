import TableModel

extension KeyOperator {
  /// What the operator makes of a value, and the kinds of what it could do nothing with.
  ///
  /// - Parameter path: the keys whose values are collected; none for the elements themselves.
  func apply(to base: Value, path: [String]) -> (value: Value, strangers: [ValueKind]) {
    switch (self, base) {
    case (_, .null): return (.null, [])
    case (.allKeys, .record(let record)): return (.array(record.keys.map(Value.string)), [])
    case (.allValues, .record(let record)): return (.array(record.values), [])
    default: break
    }
    guard let elements = base.elements, self != .allKeys, self != .allValues else {
      return (.null, [base.kind])
    }
    switch self {
    case .count: return (.integer(elements.count), [])
    case .firstObject: return (elements.first ?? .null, [])
    case .lastObject: return (elements.last ?? .null, [])
    default: return collect(elements.map { KeyReading.members(path, of: $0) })
    }
  }

  private func collect(_ values: [Value]) -> (value: Value, strangers: [ValueKind]) {
    var functions = CollectionFunctions(values)
    switch self {
    case .sum: return (functions.sum(), functions.strangers)
    case .average: return (functions.average(countsNil: true), functions.strangers)
    case .minimum: return (functions.extreme(-1), functions.strangers)
    case .maximum: return (functions.extreme(1), functions.strangers)
    case .unionOfObjects: return (.array(values.filter { !$0.isNil }), [])
    case .distinctUnionOfObjects:
      return (.array(CollectionFunctions.distinct(values.filter { !$0.isNil })), [])
    default: break
    }
    let lists = values.filter { !$0.isNil }
    let joined = lists.flatMap { $0.elements ?? [] }.filter { !$0.isNil }
    let strangers = lists.filter { $0.elements == nil }.map(\.kind)
    let result = self == .unionOfArrays ? joined : CollectionFunctions.distinct(joined)
    return (.array(result), strangers)
  }
}
