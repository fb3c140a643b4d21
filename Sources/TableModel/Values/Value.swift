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

extension Value {
  /// The value in one line as a cell shows it: numbers verbatim, small containers in full, larger
  /// records by their first words, and larger lists by their size.
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

  /// Records with this many fields, all of them scalars, are shown in full.
  package static let fullyShownFields = 1...4

  private static func describe(_ record: Record) -> String {
    let few =
      fullyShownFields.contains(record.count) && !record.values.contains(where: \.isContainer)
    if few {
      return "{" + record.fields.map { "\($0.key): \($0.value.plainText)" }.joined(separator: ", ")
        + "}"
    }
    return preview(of: record)
  }

  private static func preview(of record: Record) -> String {
    var preview = RecordPreview()
    for field in record.fields where preview.isOpen { preview.add(field.key, field.value) }
    return preview.text(ofFields: record.count)
  }

  /// Short lists of scalars are shown in full, others by their size.
  private static func describe(_ elements: [Value]) -> String {
    let few = elements.count <= 8 && !elements.contains(where: \.isContainer)
    if few { return "[" + elements.map(\.plainText).joined(separator: ", ") + "]" }
    return elements.count == 1 ? "[1 item]" : "[\(elements.count) items]"
  }
}
