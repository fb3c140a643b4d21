import Foundation
import TableModel

/// What can be computed from many values; nil elements count for nothing, except in `average`.
struct CollectionFunctions {
  let values: [Value]
  /// The kinds of elements that were left out because nothing can be computed from them.
  private(set) var strangers: [ValueKind] = []

  init(_ values: [Value]) {
    self.values = values
  }

  private mutating func numbers() -> [NumberText.Numeric] {
    var numbers: [NumberText.Numeric] = []
    for value in values {
      if let number = value.numberText {
        numbers.append(number.numeric)
      } else if !value.isNil {
        strangers.append(value.kind)
      }
    }
    return numbers
  }

  /// 0 for no numbers.
  mutating func sum() -> Value {
    Arithmetic.value(Self.total(numbers()))
  }

  private static func total(_ numbers: [NumberText.Numeric]) -> NumberText.Numeric {
    numbers.reduce(.int(0)) { Arithmetic.calculate($0, .plus, $1) ?? $0 }
  }

  /// - Parameter countsNil: true for `@avg`, to which a missing value is 0.
  mutating func average(countsNil: Bool) -> Value {
    let numbers = numbers()
    let missing = countsNil ? values.count { $0.isNil } : 0
    let count = numbers.count + missing
    if count == 0 { return countsNil ? .integer(0) : .null }
    return Arithmetic.value(.double(Self.total(numbers).double / Double(count)))
  }

  /// The least or greatest of values of one kind; those of other kinds than the first's are left
  /// out.
  mutating func extreme(_ sign: Int) -> Value {
    var best = Value.null
    for value in values where !value.isNil {
      if best.isNil, ValueComparison.areOrdered(value.kind, value.kind) {
        best = value
      } else if best.isNil || !ValueComparison.areOrdered(value.kind, best.kind) {
        strangers.append(value.kind)
      } else if let order = ValueComparison.order(value, best, []), order * sign > 0 {
        best = value
      }
    }
    return best
  }

  /// The middle one, or the mean of the two in the middle.
  mutating func median() -> Value {
    let sorted = numbers().sorted { $0.double < $1.double }
    if sorted.isEmpty { return .null }
    let middle = sorted.count / 2
    if sorted.count % 2 == 1 { return Arithmetic.value(sorted[middle]) }
    return Arithmetic.value(.double((sorted[middle - 1].double + sorted[middle].double) / 2))
  }

  /// The values that are there most often, as a list.
  func mode() -> Value {
    var tally: [(value: Value, count: Int)] = []
    var index = ValueIndex()
    for value in values where !value.isNil {
      let place = index.place(of: value)
      if place == tally.count { tally.append((value, 0)) }
      tally[place].count += 1
    }
    let most = tally.map(\.count).max()
    return .array(tally.filter { $0.count == most }.map(\.value))
  }

  /// The deviation of a whole population.
  mutating func standardDeviation() -> Value {
    let numbers = numbers().map(\.double)
    if numbers.isEmpty { return .null }
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return Arithmetic.value(.double((squares / Double(numbers.count)).squareRoot()))
  }

  /// Each value once, in the order of their first places.
  static func distinct(_ values: [Value]) -> [Value] {
    var index = ValueIndex()
    var distinct: [Value] = []
    for value in values where index.place(of: value) == distinct.count { distinct.append(value) }
    return distinct
  }
}

extension KeyOperator {
  /// What the operator makes of a value, and the kinds of elements that it could not use.
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
