import Foundation
package import TableModel

extension FileFormat {
  /// Separated values: only written, since numbers and texts look the same in them.
  package static let csv = FileFormat(
    name: "csv", title: "separated values", one: "separated values", endings: ["csv"],
    writing: FormatWriting(keepsValues: false, needsColumns: true, hasEscapes: false) { records in
      CSVWriter(keys: records.columns, isSafe: records.isSafe)
    })
}

/// Writes records as comma-separated values after RFC 4180, below a header of their keys.
///
/// Texts stand there byte for byte, whatever they hold: CSV has no escapes but its quotes.
package struct CSVWriter: RecordListWriter {
  package var output: [UInt8] = []
  /// Texts hold everything.
  package var losses: WritingLosses { WritingLosses() }
  private let keys: [String]
  /// Whether texts that a spreadsheet would take for a formula get an apostrophe before them.
  private let isSafe: Bool

  /// - Parameters:
  ///   - keys: one for each column; none where the values are no records, each of which then stands
  ///     in a line of its own.
  ///   - isSafe: true to write texts that begin like a formula as the texts that they are.
  package init(keys: [String], isSafe: Bool = false) {
    self.keys = keys
    self.isSafe = isSafe
    if !keys.isEmpty { write(keys.map { safe($0) }) }
  }

  package mutating func add(_ value: Value) {
    guard !keys.isEmpty else { return write([text(of: value)]) }
    let record = value.record
    write(keys.map { key in record?[key].map { text(of: $0) } ?? "" })
  }

  package mutating func finish() {}

  private mutating func write(_ cells: [String]) {
    for (column, cell) in cells.enumerated() {
      if column > 0 { output.append(UInt8(ascii: ",")) }
      write(cell)
    }
    output += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
  }

  private mutating func write(_ cell: String) {
    let quote = UInt8(ascii: "\"")
    guard cell.utf8.contains(where: Self.needsQuotes) else {
      return output.append(contentsOf: cell.utf8)
    }
    output.append(quote)
    for byte in cell.utf8 {
      if byte == quote { output.append(quote) }
      output.append(byte)
    }
    output.append(quote)
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
    default: false
    }
  }

  /// Scalars as they are, nothing for null, data in base64, containers as JSON.
  private func text(of value: Value) -> String {
    switch value {
    case .null: ""
    case .data(let bytes): safe(Data(bytes).base64EncodedString())
    case .array, .record: JSONWriter.text(of: value)
    // A number is not a formula, whatever its sign.
    case .number(let number) where JSONNumber.text(of: number) != nil: value.plainText
    default: safe(value.plainText)
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
