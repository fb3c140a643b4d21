import Documents
import TableModel

@testable import Files

/// A format that only these tests have: `%toy`, and a name and a number on each line.
///
/// It is all that a new format takes: this folder, and an entry in a list of formats.
extension FileFormat {
  static let toy = FileFormat(
    name: "toy", title: "toy lists", one: "a toy list", endings: ["toy", "toys"],
    reading: .text(
      TextReading(signature: { $0.bytes.starts(with: "%toy".utf8) ? .toyList : nil }) { _ in
        [.toyList]
      }),
    writing: FormatWriting { _ in ToyWriter() })
}

extension FileForm {
  static let toyList = FileForm("toy list", read: { text throws(DataError) in try toys(text) })

  private static func toys(_ text: SourceText) throws(DataError) -> Value {
    var records: [Value] = []
    for line in String(decoding: text.bytes, as: UTF8.self).split(separator: "\n") {
      if line == "%toy" { continue }
      let words = line.split(separator: " ")
      guard words.count == 2, let number = Int(words[1]) else {
        throw text.malformed(at: 0, "expected a name and a number")
      }
      records.append(
        .record(Record([("name", .string(String(words[0]))), ("pieces", .integer(number))])))
    }
    return .array(records)
  }
}

struct ToyWriter: RecordListWriter {
  var output: [UInt8] = Array("%toy\n".utf8)
  var losses: WritingLosses { WritingLosses() }

  mutating func add(_ value: Value) {
    let name = value.record?["name"]?.string ?? "-"
    output += "\(name) \(value.record?["pieces"]?.plainText ?? "0")\n".utf8
  }

  mutating func finish() {}
}
