import Foundation
import TableModel

/// A function with its arguments' values, where they are all there.
struct FunctionCall {
  let function: Function
  let arguments: [Value]
  /// What messages call the arguments; as many as there are arguments.
  let sites: [Site]

  func value(_ context: inout EvaluationContext) throws(EvaluationError) -> Value {
    switch function.domain {
    case .collection: return try collection(&context)
    case .text: return try text(&context)
    case .dates: return .null
    case .anything: return try other(&context)
    case .numbers: break
    }
    switch function {
    case .now: return .date(context.currentInstant())
    case .random: return .double(context.random(in: 0..<1))
    default: break
    }
    var numbers: [NumberText.Numeric] = []
    for (argument, site) in zip(arguments, sites) {
      guard let number = try context.number(argument, site) else { return .null }
      numbers.append(number)
    }
    guard let first = numbers.first else { return .null }
    if numbers.count == 2 { return Arithmetic.value(binary(first, numbers[1])) }
    return unary(first, &context)
  }

  private func unary(
    _ number: NumberText.Numeric, _ context: inout EvaluationContext
  ) -> Value {
    switch function {
    case .sqrt: Arithmetic.value(Arithmetic.real(number) { $0.squareRoot() })
    case .log: Arithmetic.value(Arithmetic.real(number) { Foundation.log10($0) })
    case .ln: Arithmetic.value(Arithmetic.real(number) { Foundation.log($0) })
    case .exp: Arithmetic.value(Arithmetic.real(number) { Foundation.exp($0) })
    case .floor: Arithmetic.value(Arithmetic.round(number) { $0.rounded(.down) })
    case .ceiling: Arithmetic.value(Arithmetic.round(number) { $0.rounded(.up) })
    case .trunc: Arithmetic.value(Arithmetic.round(number) { $0.rounded(.towardZero) })
    case .abs: Arithmetic.value(Arithmetic.absolute(number))
    case .onesComplement: Arithmetic.value(number.truncated.map { .int(~$0) })
    case .randomn: random(below: number, &context)
    default: .null
    }
  }

  private func random(
    below limit: NumberText.Numeric, _ context: inout EvaluationContext
  ) -> Value {
    guard let limit = limit.truncated, limit > 0 else { return .null }
    return .integer(context.random(below: Int(limit)))
  }

  private func binary(
    _ a: NumberText.Numeric, _ b: NumberText.Numeric
  ) -> NumberText.Numeric? {
    switch function {
    case .add: Arithmetic.calculate(a, .plus, b)
    case .subtract: Arithmetic.calculate(a, .minus, b)
    case .multiply: Arithmetic.calculate(a, .times, b)
    case .divide: Arithmetic.calculate(a, .dividedBy, b)
    case .raise: Arithmetic.calculate(a, .power, b)
    case .modulus: Arithmetic.modulus(a, b)
    case .bitwiseAnd: Arithmetic.bits(a, b, &)
    case .bitwiseOr: Arithmetic.bits(a, b, |)
    case .bitwiseXor: Arithmetic.bits(a, b, ^)
    case .leftShift: Arithmetic.bits(a, b, <<)
    case .rightShift: Arithmetic.bits(a, b, >>)
    default: nil
    }
  }

  private func text(_ context: inout EvaluationContext) throws(EvaluationError) -> Value {
    guard let value = arguments.first, !value.isNil else { return .null }
    guard case .string(let text) = value else {
      if let site = sites.first { try context.report(.text, value.kind, site, as: .nothing) }
      return .null
    }
    switch function {
    case .uppercase: return .string(text.uppercased())
    case .lowercase: return .string(text.lowercased())
    default: return .integer(text.count)
    }
  }

  /// One collection, or several values that are one together.
  private func collection(_ context: inout EvaluationContext) throws(EvaluationError) -> Value {
    guard let first = arguments.first, let site = sites.first else { return .null }
    var values = arguments
    if arguments.count == 1 {
      if first.isNil { return .null }
      if let elements = first.elements {
        values = elements
      } else {
        try context.report(.collection, first.kind, site, as: .oneElement)
      }
    }
    var functions = CollectionFunctions(values)
    let result = collect(&functions)
    for kind in functions.strangers { try context.report(.arithmetic, kind, site, as: .nothing) }
    return result
  }

  private func collect(_ functions: inout CollectionFunctions) -> Value {
    switch function {
    case .sum: functions.sum()
    case .count: .integer(functions.values.count)
    case .min: functions.extreme(-1)
    case .max: functions.extreme(1)
    case .average: functions.average(countsNil: false)
    case .median: functions.median()
    case .mode: functions.mode()
    default: functions.standardDeviation()
    }
  }

  private func other(_ context: inout EvaluationContext) throws(EvaluationError) -> Value {
    guard let first = arguments.first else { return .null }
    guard let second = arguments.dropFirst().first, sites.count == 2 else { return first }
    switch function {
    case .castObject:
      guard let type = second.string.flatMap(CastType.init(name:)) else { return .null }
      return try context.cast(first, to: type, sites[0])
    case .objectFrom: return try context.element(of: first, at: second, sites[0])
    default: return Self.distance(first, second)
    }
  }

  /// Metres along the surface between two records with a latitude and a longitude in degrees.
  private static func distance(_ a: Value, _ b: Value) -> Value {
    guard let a = place(a), let b = place(b) else { return .null }
    let height = Foundation.sin((b.latitude - a.latitude) / 2)
    let width = Foundation.sin((b.longitude - a.longitude) / 2)
    let chord = height * height + cos(a.latitude) * cos(b.latitude) * width * width
    return .double(2 * 6_371_008.8 * asin(min(1, chord.squareRoot())))
  }

  private static func place(_ value: Value) -> (latitude: Double, longitude: Double)? {
    guard let record = value.record else { return nil }
    func degrees(_ keys: [String]) -> Double? {
      keys.lazy.compactMap { record[$0]?.numberText?.double }.first
    }
    guard let latitude = degrees(["latitude", "lat"]),
      let longitude = degrees(["longitude", "lon", "lng"])
    else { return nil }
    return (latitude * .pi / 180, longitude * .pi / 180)
  }
}

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

/// A function of dates with the pattern or the unit that its second argument names, read once for
/// all records.
enum DateCall {
  case read(DatePattern)
  case write(DatePattern)
  case epoch(EpochUnit)

  /// - Returns: nil for any other function, and for what the checker reports.
  init?(_ function: Function, _ arguments: [TermNode]) {
    guard arguments.count == 2, case .string(let text) = arguments[1].syntax else { return nil }
    switch function {
    case .epoch:
      guard let unit = EpochUnit(rawValue: text) else { return nil }
      self = .epoch(unit)
    case .date, .text:
      guard let pattern = try? DatePattern(text) else { return nil }
      self = function == .date ? .read(pattern) : .write(pattern)
    default: return nil
    }
  }

  /// Nil for nil and, counted, for what has no value here.
  func value(
    of value: Value, _ site: Site, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    if value.isNil { return .null }
    switch (self, value) {
    case (.read(let pattern), .string), (.read(let pattern), .number):
      // A number may be a date too, by its digits: 20240501.
      if let instant = pattern.instant(of: value.plainText) { return .date(instant) }
      try context.report(.pattern, value.kind, site, as: .nothing)
    case (.read, _): try context.report(.text, value.kind, site, as: .nothing)
    case (.write(let pattern), .date(let instant)):
      if let text = pattern.text(of: instant) { return .string(text) }
      try context.report(.date, value.kind, site, as: .nothing)
    case (.write, _): try context.report(.date, value.kind, site, as: .nothing)
    case (.epoch(let unit), .number(let number)):
      let seconds = number.double / unit.perSecond
      if abs(seconds) < Self.limit { return .date(Instant(secondsSince1970: seconds)) }
      try context.report(.epoch, value.kind, site, as: .nothing)
    case (.epoch, _): try context.report(.arithmetic, value.kind, site, as: .nothing)
    }
    return .null
  }

  /// The seconds of the first year after 9999: what lies beyond is in another unit.
  private static let limit = 253_402_300_800.0
}

/// What a number counts from the beginning of 1970 on.
enum EpochUnit: String, CaseIterable {
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"

  var perSecond: Double {
    switch self {
    case .seconds: 1
    case .milliseconds: 1000
    case .microseconds: 1_000_000
    }
  }
}
