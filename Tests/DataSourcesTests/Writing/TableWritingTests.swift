import TableModel
import TestSeeds
import Testing

@testable import DataSources

@Suite struct TableWritingTests {
  private func text(
    of source: any TableSource, with writer: some DocumentWriter
  ) throws -> String {
    var writer = writer
    var text: [UInt8] = []
    let table = try TableWriting(of: source) { () throws(DataError) in }
    try table.write(with: &writer) { writer in
      text += writer.output
      writer.output = []
      return true
    }
    return String(decoding: text + writer.output, as: UTF8.self)
  }

  /// Written while it is read, or as one value: the same text.
  @Test func tablesOfAllKindsAreWrittenLikeTheirValue() throws {
    let seed = testSeed()
    var tables = RandomTables(seed: seed)
    var written = 0
    for round in 0..<300 {
      let document = tables.document(round % 6)
      // A stated shape need not fit to what chance has left out.
      let shape = round % 2 == 0 ? document.shape : nil
      guard !document.isSequence, let source = try? table(document.text, shape).source else {
        continue
      }
      written += 1
      let whole = try WholeTable(of: source).document
      let words = "seed \(seed), round \(round): \(document.text)"
      #expect(
        try text(of: source, with: JSONDocumentWriter())
          == JSONWriter.text(of: whole, layout: .pretty) + "\n", "\(words)")
      guard let list = try? XMLPropertyListWriter.text(of: whole) else { continue }
      #expect(try text(of: source, with: PropertyListDocumentWriter()) == list, "\(words)")
    }
    #expect(written > 150)
  }

  /// What opens alike at its beginning need not fit to its end.
  @Test func theWholeTableDecidesTheForm() throws {
    let rows = (0..<1000).map { "\"row \($0)\":{\"id\":\($0),\"name\":\"n\($0)\"}" }
    let source = try table("{\(rows.joined(separator: ","))}").source
    let plain = try text(of: source, with: JSONDocumentWriter())
    #expect(plain.hasPrefix("{\n  \"row 0\": {"))
    #expect(try outline(table(plain)) == outline(table("{\(rows.joined(separator: ","))}")))
    // Moved behind the sample, a row without a title is in the way of a record.
    var edited = try EditedSource(source)
    try edited.apply([
      .insert(Address(0, 900), .row(NewRow(.record(.record(Record([("id", .integer(-1))]))))))
    ])
    let named = try text(of: edited, with: JSONDocumentWriter())
    #expect(!named.hasPrefix("{\n  \"row 0\": {"))
    #expect(named.contains("\"id\": -1"))
  }

  @Test func aWriterThatWantsNoMoreIsNotFinished() throws {
    let source = try table("[{\"a\":1},{\"a\":2},{\"a\":3}]").source
    var writer = JSONDocumentWriter()
    try TableWriting(of: source) { () throws(DataError) in }.write(with: &writer) { _ in false }
    let text = String(decoding: writer.output, as: UTF8.self)
    #expect(text.contains("1") && !text.contains("2") && !text.contains("]"))
  }
}
