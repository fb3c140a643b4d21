/// Any value that a data source can hold, from JSON, a property list or a database.
///
/// Numbers keep the text they were written with, records keep the order of their keys.
package indirect enum Value: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(NumberText)
  case string(String)
  case date(Instant)
  case data([UInt8])
  case array([Value])
  case record(Record)
}

extension Value {
  package static func integer(_ value: Int) -> Value { .number(NumberText(value)) }
  package static func double(_ value: Double) -> Value { .number(NumberText(value)) }

  package var kind: ValueKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .text
    case .date: .date
    case .data: .data
    case .array: .array
    case .record: .record
    }
  }

  package var isNull: Bool { self == .null }

  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var array: [Value]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var record: Record? {
    if case .record(let record) = self { record } else { nil }
  }

  /// True for an array or a record: a value that opens as a table of its own.
  package var isContainer: Bool {
    switch self {
    case .array, .record: true
    default: false
    }
  }
}

/// The kinds of `Value`, with the words that `schema` uses for them.
package enum ValueKind: String, Sendable, Hashable, CaseIterable {
  case null
  case bool
  case number
  case text
  case date
  case data
  case array
  case record
}

/// A moment in time, in seconds since 1970-01-01T00:00:00Z.
package struct Instant: Sendable, Hashable, Comparable {
  package var secondsSince1970: Double

  package init(secondsSince1970: Double) {
    self.secondsSince1970 = secondsSince1970
  }

  package static func < (a: Instant, b: Instant) -> Bool {
    a.secondsSince1970 < b.secondsSince1970
  }
}

extension Value {
  /// The value in one line as a cell shows it: numbers verbatim, containers by their size.
  package var plainText: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let number): number.text
    case .string(let text): text
    case .date(let instant): instant.iso8601
    case .data(let bytes): Self.text(ofBytes: bytes.count)
    case .array(let elements): Self.describe(elements)
    case .record(let record): Self.describe(record)
    }
  }

  /// What stands for data of a length, for sources that know it without the bytes.
  package static func text(ofBytes count: Int) -> String {
    count == 1 ? "1 byte" : "\(count) bytes"
  }

  /// What stands for a record that is too large to be shown in full, for sources that know its
  /// size without the fields.
  package static func text(ofFields count: Int) -> String {
    count == 1 ? "{1 field}" : "{\(count) fields}"
  }

  /// Records with this many fields, all of them scalars, are shown in full.
  package static let fullyShownFields = 1...4

  private static func describe(_ record: Record) -> String {
    let few =
      fullyShownFields.contains(record.count) && !record.values.contains(where: \.isContainer)
    if few {
      return "{" + record.fields.map { "\($0.key): \($0.value.plainText)" }.joined(separator: ", ")
        + "}"
    }
    return text(ofFields: record.count)
  }

  /// Short lists of scalars are shown in full, others by their size.
  private static func describe(_ elements: [Value]) -> String {
    let few = elements.count <= 8 && !elements.contains(where: \.isContainer)
    if few { return "[" + elements.map(\.plainText).joined(separator: ", ") + "]" }
    return elements.count == 1 ? "[1 item]" : "[\(elements.count) items]"
  }
}

extension Instant {
  /// `2024-02-29T12:00:00Z`, with a fraction only when there is one.
  package var iso8601: String {
    guard secondsSince1970.isFinite, abs(secondsSince1970) < 1e15 else { return "invalid date" }
    let whole = secondsSince1970.rounded(.down)
    let seconds = Int(whole)
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let second = seconds - day * 86_400
    let (year, month, dayOfMonth) = Self.civil(fromDay: day)
    let time = [second / 3600, second / 60 % 60, second % 60].map { Self.pad($0, 2) }
    let fraction = secondsSince1970 - whole
    let tail = fraction == 0 ? "" : "." + Self.pad(Int((fraction * 1000).rounded(.down)), 3)
    return "\(Self.pad(year, 4))-\(Self.pad(month, 2))-\(Self.pad(dayOfMonth, 2))"
      + "T\(time.joined(separator: ":"))\(tail)Z"
  }

  /// Converts days since 1970-01-01 to a date of the proleptic Gregorian calendar.
  private static func civil(fromDay day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfMonth)
  }

  private static func pad(_ value: Int, _ width: Int) -> String {
    let text = String(abs(value))
    let zeros = String(repeating: "0", count: max(0, width - text.count))
    return (value < 0 ? "-" : "") + zeros + text
  }
}
