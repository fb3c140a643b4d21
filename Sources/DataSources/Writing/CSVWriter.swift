import Foundation
package import TableModel

/// Writes records as comma-separated values after RFC 4180, below a header of their keys.
package struct CSVWriter: RecordListWriter {
  package var output: [UInt8] = []
  /// Texts hold everything.
  package var losses: WritingLosses { WritingLosses() }
  private let keys: [String]

  /// - Parameter keys: one for each column; none where the values are no records, each of which
  ///   then stands in a line of its own.
  package init(keys: [String]) {
    self.keys = keys
    if !keys.isEmpty { write(keys) }
  }

  package mutating func add(_ value: Value) {
    guard !keys.isEmpty else { return write([Self.text(of: value)]) }
    let record = value.record
    write(keys.map { key in record?[key].map(Self.text) ?? "" })
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
  private static func text(of value: Value) -> String {
    switch value {
    case .null: ""
    case .data(let bytes): Data(bytes).base64EncodedString()
    case .array, .record: JSONWriter.text(of: value)
    default: value.plainText
    }
  }
}
