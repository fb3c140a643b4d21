import Foundation
package import TableModel

/// Writes records as separated values after RFC 4180, below a header of their keys.
///
/// What is read again is what was written: a text that would be taken for a number, a truth value or
/// nothing stands in quotes. Texts stand there byte for byte, whatever they hold: there are no escapes
/// but quotes.
package struct CSVWriter: RecordListWriter {
  package var output: [UInt8] = []
  package private(set) var losses = WritingLosses()
  private let keys: [String]
  private let manner: CSVManner
  /// Whether texts that a spreadsheet would take for a formula get an apostrophe before them.
  private let isSafe: Bool
  /// Whether it is said what will be read as something else.
  private let reportsLosses: Bool

  /// - Parameters:
  ///   - keys: one for each column; none where the values are no records, each of which then stands
  ///     in a line of its own.
  ///   - manner: how the lines are written.
  ///   - isSafe: true to write texts that begin like a formula as the texts that they are.
  ///   - reportsLosses: true to count the values that will be read as something else.
  init(
    keys: [String], _ manner: CSVManner, isSafe: Bool = false, reportsLosses: Bool = false
  ) {
    self.keys = keys
    self.reportsLosses = reportsLosses
    self.manner = manner
    self.isSafe = isSafe
    if !keys.isEmpty, manner.hasHeader { write(keys) { writer, key in writer.write(name: key) } }
  }

  /// The same with commas and a header.
  package init(keys: [String], isSafe: Bool = false, reportsLosses: Bool = false) {
    self.init(keys: keys, CSVManner(), isSafe: isSafe, reportsLosses: reportsLosses)
  }

  package mutating func add(_ value: Value) {
    guard !keys.isEmpty else { return write([value]) { writer, value in writer.write(value) } }
    let record = value.record
    write(keys) { writer, key in
      if let value = record?[key] {
        writer.write(value)
      } else if writer.reportsLosses {
        writer.losses.missing += 1
      }
    }
  }

  package mutating func finish() {}

  private mutating func write<Cell>(_ cells: [Cell], _ write: (inout Self, Cell) -> Void) {
    for (column, cell) in cells.enumerated() {
      if column > 0 { output.append(manner.delimiter) }
      write(&self, cell)
    }
    output += Array(manner.lineBreak.utf8)
  }

  /// A name that can't be taken for a number, nor for several cells: both would be found in it by
  /// whatever has to guess how the text is laid out.
  private mutating func write(name: String) {
    let name = safe(name)
    write(name, inQuotes: needsQuotes(name) || looksTyped(name) || mayPartCells(name))
  }

  /// Scalars as they are, nothing for null, data in base64, containers as JSON.
  private mutating func write(_ value: Value) {
    switch value {
    case .null: break
    case .bool, .number: writeScalar(value)
    case .string(let text): write(text: text)
    case .data(let bytes):
      noteText()
      write(text: Data(bytes).base64EncodedString())
    case .date:
      noteText()
      write(text: value.plainText)
    case .array, .record:
      noteText()
      let text = JSONWriter.text(of: value)
      write(text, inQuotes: needsQuotes(text))
    }
  }

  private mutating func noteText() {
    if reportsLosses { losses.texts += 1 }
  }

  /// A number is not a formula, whatever its sign.
  private mutating func writeScalar(_ value: Value) {
    if case .number(let number) = value, JSONNumber.text(of: number) == nil {
      noteText()
      return write(text: value.plainText)
    }
    output.append(contentsOf: value.plainText.utf8)
  }

  private mutating func write(text: String) {
    let text = safe(text)
    let isAlone = keys.count == 1 && mayPartCells(text)
    write(text, inQuotes: needsQuotes(text) || looksTyped(text) || isAlone)
  }

  private mutating func write(_ text: String, inQuotes: Bool) {
    guard inQuotes else { return output.append(contentsOf: text.utf8) }
    output.append(CSVDialect.quote)
    for byte in text.utf8 {
      if byte == CSVDialect.quote { output.append(byte) }
      output.append(byte)
    }
    output.append(CSVDialect.quote)
  }

  private func needsQuotes(_ text: String) -> Bool {
    text.utf8.contains {
      $0 == manner.delimiter || $0 == CSVDialect.quote || CSVDialect.isLineBreak($0)
    }
  }

  /// True for a text with what elsewhere stands between cells.
  private func mayPartCells(_ text: String) -> Bool {
    text.utf8.contains(where: CSVDialect.usualDelimiters.contains)
  }

  /// True for a text that would be read as something else.
  private func looksTyped(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard let base = bytes.baseAddress, !bytes.isEmpty else { return true }
      let cursor = CSVCursor(
        base, from: 0, to: bytes.count, CSVDialect(delimiter: manner.delimiter))
      return cursor.kind(of: CSVCell(text: 0..<bytes.count, form: .plain)) != .text
    }
  }

  /// What spreadsheets take for the beginning of a formula, or leave out before one.
  private static let formulaStarts: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  private func safe(_ text: String) -> String {
    guard isSafe, let first = text.unicodeScalars.first, Self.formulaStarts.contains(first) else {
      return text
    }
    return "'" + text
  }
}
