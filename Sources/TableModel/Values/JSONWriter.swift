import Foundation

/// Writes values as JSON: numbers as they were written, keys in their order.
///
/// Dates become ISO 8601 text, data becomes base64. JSON has no word for "not a number" or for
/// infinity: they become null. Texts are those of `JSONString`.
package struct JSONWriter: Sendable {
  package enum Layout: Sendable {
    /// Everything in one line, for files.
    case compact
    /// Everything in one line with blanks behind commas and colons, as the program answers.
    case spaced
    /// A line for each element and field, indented by two blanks a level.
    case pretty
  }

  private let layout: Layout
  /// What was written, as UTF-8.
  package var output: [UInt8] = []
  /// What JSON could not hold of it.
  package var losses = WritingLosses()

  package init(layout: Layout) {
    self.layout = layout
  }

  /// The value as JSON text, without a line break at its end.
  ///
  /// - Complexity: O(size of the text).
  package static func text(of value: Value, layout: Layout = .compact) -> String {
    String(decoding: bytes(of: value, layout: layout), as: UTF8.self)
  }

  /// The value as UTF-8 bytes of JSON.
  package static func bytes(of value: Value, layout: Layout = .compact) -> [UInt8] {
    var writer = JSONWriter(layout: layout)
    writer.write(value, depth: 0)
    return writer.output
  }
}

extension JSONWriter {
  package mutating func write(_ value: Value, depth: Int) {
    switch value {
    case .null: put("null")
    case .bool(let value): put(value ? "true" : "false")
    case .number(let number): write(number)
    case .string(let text): writeString(text)
    case .date(let instant): writeString(instant.iso8601)
    case .data(let bytes): writeString(Data(bytes).base64EncodedString())
    case .array(let elements): writeArray(elements, depth: depth)
    case .record(let record): writeRecord(record, depth: depth)
    }
  }

  private mutating func write(_ number: NumberText) {
    let text = JSONNumber.text(of: number)
    if text == nil { losses.numbers += 1 }
    put(text ?? "null")
  }

  private mutating func writeArray(_ elements: [Value], depth: Int) {
    put(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { put(layout == .spaced ? ", " : ",") }
      breakLine(depth + 1)
      write(element, depth: depth + 1)
    }
    if !elements.isEmpty { breakLine(depth) }
    put(UInt8(ascii: "]"))
  }

  private mutating func writeRecord(_ record: Record, depth: Int) {
    losses.repeats += record.lostValues
    put(UInt8(ascii: "{"))
    for (index, field) in record.fields.enumerated() {
      if index > 0 { put(layout == .spaced ? ", " : ",") }
      breakLine(depth + 1)
      writeString(field.key)
      put(layout == .compact ? ":" : ": ")
      write(field.value, depth: depth + 1)
    }
    if !record.isEmpty { breakLine(depth) }
    put(UInt8(ascii: "}"))
  }

  private mutating func writeString(_ text: String) { JSONString.append(text, to: &output) }

  package mutating func put(_ text: String) {
    output.append(contentsOf: text.utf8)
  }

  private mutating func put(_ byte: UInt8) {
    output.append(byte)
  }

  package mutating func breakLine(_ depth: Int) {
    guard layout == .pretty else { return }
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }
}

/// What a format has no word for, of what was written in it.
package struct WritingLosses: Sendable, Hashable {
  /// Infinities and "not a number", which became null.
  package var numbers = 0
  /// Fields that held null and were left out.
  package var nulls = 0
  /// Values that were lost when the data was read, because their keys stand again in their records.
  package var repeats = 0
  /// Lists, records, dates, data and infinite numbers that became text.
  package var texts = 0
  /// Fields that a record lacks, for which there is an empty cell.
  package var missing = 0

  package init() {}

  /// In words; empty where there is nothing to say.
  package var words: [String] {
    var words: [String] = []
    if numbers > 0 {
      words.append(
        "\(numbers) \(numbers == 1 ? "number that is" : "numbers that are") infinite or not a number"
          + " \(numbers == 1 ? "was" : "were") written as null: JSON has no word for them")
    }
    if nulls > 0 {
      words.append(
        "\(nulls) \(nulls == 1 ? "field that holds null is" : "fields that hold null are") left out:"
          + " a property list has no null")
    }
    if repeats > 0 {
      words.append(
        "\(repeats) \(repeats == 1 ? "value is" : "values are") left out: where a key appears more"
          + " than once in a record, only its last value is written")
    }
    if texts > 0 {
      words.append(
        "\(texts) \(texts == 1 ? "value was" : "values were") written as text: separated values hold"
          + " no lists, records, dates or data")
    }
    if missing > 0 {
      words.append(
        missing == 1
          ? "1 field that a record lacks was written as an empty cell, which is read as null"
          : "\(missing) fields that records lack were written as empty cells, which are read as null"
      )
    }
    return words
  }
}
