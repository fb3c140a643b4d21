import TableModel
import TestSeeds
import Testing

@testable import Documents

/// What is written is read again as it was.
@Suite struct CSVWriterTests {
  private static let texts = [
    "", "x", "5", "-1.5e3", "1e400", "01", "true", "false", "null", "a,b", "a;b", "a\tb", "a|b",
    "\"", "\"\"", "say \"hi\"", "line\nbreak", "cr\rlf\r\n", " x ", "é語🎈", "=1", "'", "\\",
  ]

  private static func value(_ random: inout RandomCSV) -> Value {
    switch random.below(5) {
    case 0: .null
    case 1: .bool(random.below(2) == 0)
    case 2:
      .number(
        NumberText(text: ["0", "-0", "1.50", "12345678901234567890", "1E5"][random.below(5)]))
    default: .string(texts[random.below(texts.count)])
    }
  }

  @Test(arguments: [FileFormat.csv, .tsv])
  func randomRecords(_ format: FileFormat) throws {
    let seed = testSeed(format.name.utf8.count)
    var random = RandomCSV(seed: seed)
    var order = SeededGenerator(seed: seed)
    for round in 0..<testRounds(300) {
      let names = Self.texts.dropFirst().shuffled(using: &order)
      let columns = Array(names.prefix(1 + random.below(4)))
      let records = (0..<random.below(12)).map { _ in
        Value.record(Record(columns.map { ($0, Self.value(&random)) }))
      }
      let writing = try #require(format.writing)
      var writer = try writing.records(RecordWriting(columns: columns, isWhole: true))
      for record in records { try writer.add(record) }
      try writer.finish()
      let document = try DocumentOpener.open(bytes: writer.output, name: "x." + format.name)
      let read = try #require((document as? ValueDocument)?.value)
      #expect(
        read == .array(records),
        "seed \(seed), round \(round): \(String(decoding: writer.output, as: UTF8.self))")
      #expect(document.remarks.isEmpty && writer.losses.words.isEmpty)
    }
  }

  @Test func saysWhatBecomesText() throws {
    var writer = CSVWriter(keys: ["a"], reportsLosses: true)
    writer.add(.record(Record([("a", .array([.integer(1)]))])))
    writer.add(.record(Record([("a", .data([1]))])))
    writer.add(.record(Record([("b", .null)])))
    #expect(
      writer.losses.words == [
        "2 values were written as text: separated values hold no lists, records, dates or data",
        "1 field that a record lacks was written as an empty cell, which is read as null",
      ])
  }
}
