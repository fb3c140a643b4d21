import TableModel

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
