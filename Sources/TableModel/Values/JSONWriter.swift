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
  /// Dates that lost what they had beyond whole seconds.
  package var fractions = 0
  /// Whole numbers of more than 64 bits, which other programs will round.
  package var longNumbers = 0
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
    if fractions > 0 {
      words.append(
        "\(fractions) \(fractions == 1 ? "date was" : "dates were") cut to whole seconds: a property list"
          + " in XML has no fractions of them")
    }
    if longNumbers > 0 {
      let what = longNumbers == 1 ? "whole number has" : "whole numbers have"
      words.append(
        "\(longNumbers) \(what) more than 64 bits: written as <real>, which other programs round")
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

/// Texts as JSON writes them: in the same way wherever the program writes JSON.
///
/// What a terminal or a script engine could take amiss is escaped, so the result may be shown as it
/// is: see `Unicode.Scalar.isHidden`.
package enum JSONString {
  /// Appends a text in quotes, as UTF-8.
  ///
  /// - Complexity: O(bytes).
  package static func append(_ text: String, to output: inout [UInt8]) {
    output.append(quote)
    var text = text
    let isPlain = text.withUTF8 { bytes in
      guard bytes.allSatisfy(Self.isPlain) else { return false }
      output.append(contentsOf: bytes)
      return true
    }
    if !isPlain { for scalar in text.unicodeScalars { append(scalar, to: &output) } }
    output.append(quote)
  }

  private static let quote = UInt8(ascii: "\"")

  /// Whether a byte of UTF-8 belongs to a character that is written as it is.
  ///
  /// The leading bytes excluded here begin every character beyond ASCII that is escaped, and some
  /// that are not.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x22, 0x5C, 0x7F, 0xC2, 0xD8, 0xE1, 0xE2, 0xEF, 0xF0...0xF4: false
    default: true
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    switch scalar {
    case "\"": output.append(contentsOf: "\\\"".utf8)
    case "\\": output.append(contentsOf: "\\\\".utf8)
    case "\n": output.append(contentsOf: "\\n".utf8)
    case "\r": output.append(contentsOf: "\\r".utf8)
    case "\t": output.append(contentsOf: "\\t".utf8)
    case _ where scalar.isHidden: appendEscape(of: scalar, to: &output)
    case _ where scalar.isASCII: output.append(UInt8(truncatingIfNeeded: scalar.value))
    default: output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  private static func appendEscape(of scalar: Unicode.Scalar, to output: inout [UInt8]) {
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      let escape = "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      output.append(contentsOf: escape.utf8)
    }
  }
}

extension Unicode.Scalar {
  /// True for what acts on a terminal or a script engine instead of being seen, or is not a
  /// character at all: controls, U+2028 and U+2029, what turns the direction of text around,
  /// invisible operators and tags, byte order marks, noncharacters.
  ///
  /// Formats that have an escape write these as one, so that the data stays what it is and nothing
  /// acts. What joins letters and chooses the form of a sign (U+200C, U+200D, U+FE0F) is text.
  package var isHidden: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFDD0...0xFDEF, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
      true
    default: value & 0xFFFE == 0xFFFE
    }
  }
}

extension String {
  /// True for a text that a terminal would act upon: one with a hidden character that is not a
  /// tab, and no line break in either of its usual forms.
  ///
  /// - Complexity: O(bytes).
  package var actsOnTerminal: Bool {
    var isAfterReturn = false
    for scalar in unicodeScalars {
      if isAfterReturn, scalar != "\n" { return true }
      isAfterReturn = scalar == "\r"
      if scalar.isHidden, scalar != "\t", scalar != "\n", scalar != "\r" { return true }
    }
    return isAfterReturn
  }
}

/// JSON's notation of numbers.
package enum JSONNumber {
  /// The number in JSON's notation, its own text wherever that is JSON; nil for NaN and infinity.
  package static func text(of number: NumberText) -> String? {
    if isNumber(number.text.utf8) { return number.text }
    switch number.numeric {
    case .int(let value): return String(value)
    case .double(let value): return value.isFinite ? NumberText(value).text : nil
    }
  }

  /// True when a text is a number as JSON writes it.
  package static func isValid(_ text: ArraySlice<UInt8>) -> Bool { isNumber(text) }

  /// True when a text is a whole number as JSON writes it, without an exponent.
  package static func isWhole(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    return takeWhole(&rest) && rest.isEmpty
  }

  private static func isNumber(_ text: some Collection<UInt8>) -> Bool {
    var rest = text[...]
    guard takeWhole(&rest) else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard takeDigits(&rest) > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard takeDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// Takes what stands before the point: no zero leads other digits.
  private static func takeWhole<Rest: Collection<UInt8>>(_ rest: inout Rest) -> Bool
  where Rest.SubSequence == Rest {
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let first = rest.first
    let digits = takeDigits(&rest)
    return digits == 1 || (digits > 1 && first != UInt8(ascii: "0"))
  }

  private static func takeDigits<Rest: Collection<UInt8>>(_ rest: inout Rest) -> Int
  where Rest.SubSequence == Rest {
    var count = 0
    while let byte = rest.first, (0x30...0x39).contains(byte) {
      rest = rest.dropFirst()
      count += 1
    }
    return count
  }
}
