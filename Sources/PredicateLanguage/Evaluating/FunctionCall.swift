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
