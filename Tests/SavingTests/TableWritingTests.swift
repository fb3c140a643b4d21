import TableModel
import TestSeeds
import Testing

@testable import Arranging
@testable import Documents
@testable import Saving

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
    var (written, lists) = (0, 0)
    for round in 0..<300 {
      let document = tables.document(round % 6)
      // A stated shape need not fit to what chance has left out.
      let shape = round % 2 == 0 ? document.shape : nil
      guard !document.isSequence, let shown = try? table(document.text, shape).source else {
        continue
      }
      written += 1
      // A table that shows no document takes a form; one that does is the document.
      let isDocument = round % 3 > 0
      let source: any TableSource = isDocument ? shown : ArrangedTable(base: shown)
      let whole =
        try isDocument ? DocumentWritingTests.value(document.text) : WholeTable(of: source).document
      let words = "seed \(seed), round \(round): \(document.text)"
      #expect(
        try text(of: source, with: JSONDocumentWriter())
          == JSONWriter.text(of: whole, layout: .pretty) + "\n", "\(words)")
      guard let list = try? XMLPropertyListWriter.text(of: whole) else { continue }
      lists += 1
      #expect(try text(of: source, with: PropertyListDocumentWriter()) == list, "\(words)")
    }
    #expect(written > 150 && lists > 50, "seed \(seed): \(lists)")
  }

  /// What opens alike at its beginning need not fit to its end.
  @Test func theWholeTableDecidesTheForm() throws {
    let sections = (0..<300).map { "\"s\($0)\":[{\"id\":\($0),\"name\":\"n\($0)\"}]" }
    let source = try table("{\(sections.joined(separator: ","))}").source
    let plain = try text(of: ArrangedTable(base: source), with: JSONDocumentWriter())
    #expect(plain.hasPrefix("{\n  \"s0\": ["))
    #expect(try outline(table(plain)) == outline(table("{\(sections.joined(separator: ","))}")))
    // Behind the sample, a title that comes twice is in the way of a record.
    var edited = try EditedSource(source)
    try edited.apply([.update(Address(290), .string("s1"))])
    let named = try text(of: ArrangedTable(base: edited), with: JSONDocumentWriter())
    #expect(!named.hasPrefix("{\n  \"s0\": ["))
    #expect(named.contains("\"id\": 290"))
  }

  /// The records of a database have no document around them: they are a list.
  @Test func recordsWithoutADocumentAreAList() throws {
    let source = try table("{\"table\":[{\"a\":1},{\"a\":2}]}").source
    let writing = try TableWriting(of: ArrangedTable(base: source)) { () throws(DataError) in }
    #expect(writing.isListOfRecords)
    let written = try text(of: ArrangedTable(base: source), with: JSONDocumentWriter())
    #expect(
      try DocumentWritingTests.value(written) == DocumentWritingTests.value("[{\"a\":1},{\"a\":2}]")
    )
  }

  @Test func aWriterThatWantsNoMoreIsNotFinished() throws {
    let source = try table("[{\"a\":1},{\"a\":2},{\"a\":3}]").source
    var writer = JSONDocumentWriter()
    try TableWriting(of: source) { () throws(DataError) in }.write(with: &writer) { _ in false }
    let text = String(decoding: writer.output, as: UTF8.self)
    #expect(text.contains("1") && !text.contains("2") && !text.contains("]"))
  }
}
