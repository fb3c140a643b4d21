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
