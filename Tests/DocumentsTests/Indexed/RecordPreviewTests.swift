import TableModel
import TestSeeds
import Testing

@testable import Documents

/// Cells that show a whole record show its first fields, however the record is read.
@Suite struct RecordPreviewTests {
  private static let records: [(json: String, shown: String)] = [
    (
      #"{"deps": {"a": 1}, "version": "4.17.21", "none": null, "license": "MIT", "size": 3}"#,
      "{version 4.17.21, license MIT, ...}"
    ),
    (#"{"a": [1], "b": {}, "c": [], "d": null, "e": {"f": 1}}"#, "{5 fields}"),
    (
      #"{"long": "\#(String(repeating: "x", count: 50))", "a": "1\n2", "b": 4.10, "c": 5, "d": 6}"#,
      "{b 4.10, c 5, ...}"
    ),
    (#"{"a": 1, "b": "", "a": 2, "c": true, "d": 4, "e": 5}"#, "{a 2, c true, ...}"),
    (#"{"é": 1, "\u0062": "x", "c": 3, "d": 4, "e": 5}"#, "{é 1, b x, ...}"),
    (#"{"a": 1, "b": 2}"#, "{a: 1, b: 2}"), (#"{"a": [1, 2], "b": 2}"#, "{b 2, ...}"),
    ("{}", "{0 fields}"), ("[1, 2]", "[1, 2]"),
  ]

  @Test func recordsAreShownByTheirFirstFields() throws {
    let folder = try TemporaryFolder()
    let list = "[" + Self.records.map(\.json).joined(separator: ",\n") + "]"
    let path = try folder.write("list.json", list)
    let eager = try DocumentOpener.open(bytes: Array(list.utf8), name: "list.json")
      .table(shape: Shape(rows: .itself)).source
    for table in [eager, try indexedTable(path, shape: Shape(rows: .itself)).source] {
      let batch = try table.records(0..<Self.records.count, inSection: 0, fields: [.itself])
      for (row, record) in Self.records.enumerated() {
        #expect(batch.text(row, 0) == record.shown, "\(type(of: table)): \(record.json)")
      }
    }
  }
}
