import Foundation
package import TableModel

/// Writes values as JSON: numbers as they were written, keys in their order.
///
/// Dates become ISO 8601 text, data becomes base64. JSON has no word for "not a number" or for
/// infinity: they become null. Everything a terminal or a script engine could take amiss (control
/// characters, bidirectional overrides, U+2028 and U+2029) is escaped.
package struct JSONWriter: Sendable {
  package enum Layout: Sendable {
    /// Everything in one line.
    case compact
    /// A line for each element and field, indented by two blanks a level.
    case pretty
  }

  private let layout: Layout
  /// What was written, as UTF-8.
  var output: [UInt8] = []
  /// What JSON could not hold of it.
  var losses = WritingLosses()

  init(layout: Layout) {
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
  mutating func write(_ value: Value, depth: Int) {
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
      if index > 0 { put(UInt8(ascii: ",")) }
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
      if index > 0 { put(UInt8(ascii: ",")) }
      breakLine(depth + 1)
      writeString(field.key)
      put(layout == .pretty ? ": " : ":")
      write(field.value, depth: depth + 1)
    }
    if !record.isEmpty { breakLine(depth) }
    put(UInt8(ascii: "}"))
  }

  mutating func put(_ text: String) {
    output.append(contentsOf: text.utf8)
  }

  private mutating func put(_ byte: UInt8) {
    output.append(byte)
  }

  mutating func breakLine(_ depth: Int) {
    guard layout == .pretty else { return }
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }
}

extension JSONWriter {
  private mutating func writeString(_ text: String) {
    put(UInt8(ascii: "\""))
    var text = text
    let isPlain = text.withUTF8 { bytes in
      guard bytes.allSatisfy(Self.isPlain) else { return false }
      output.append(contentsOf: bytes)
      return true
    }
    if !isPlain { for scalar in text.unicodeScalars { write(scalar) } }
    put(UInt8(ascii: "\""))
  }

  /// Whether a byte of UTF-8 belongs to a character that is written as it is.
  ///
  /// The four leading bytes left out begin all characters beyond ASCII that are escaped, and others.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x22, 0x5C, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF: false
    default: true
    }
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": put("\\\"")
    case "\\": put("\\\\")
    case "\n": put("\\n")
    case "\r": put("\\r")
    case "\t": put("\\t")
    case _ where Self.isUnsafe(scalar): writeEscape(scalar)
    case _ where scalar.isASCII: output.append(UInt8(truncatingIfNeeded: scalar.value))
    default: output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  private mutating func writeEscape(_ scalar: Unicode.Scalar) {
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      put("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }
  }

  /// Controls, line and paragraph separators, and what turns the direction of text around.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }
}
