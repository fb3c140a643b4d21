import TableModel
import TestSeeds
import Testing

@testable import Documents

/// What is written value by value is what would be written at once.
@Suite struct RecordListWriterTests {
  private func written(_ values: [Value], _ writer: some RecordListWriter) throws -> String {
    var writer = writer
    var text = ""
    for value in values {
      try writer.add(value)
      text += String(decoding: writer.output, as: UTF8.self)
      writer.output = []
    }
    try writer.finish()
    return text + String(decoding: writer.output, as: UTF8.self)
  }

  private static let lists: [[Value]] = [
    [], [.integer(1)], [.string("a\r\n\"b\","), .bool(true)],
    [
      .record(Record([("a", .array([])), ("b", .record(Record([("c", .double(0.5))])))])),
      .record(Record([("b", .string("\u{202E}é"))])), .record(Record()),
    ],
  ]

  @Test(arguments: lists) func formatsWithBrackets(_ values: [Value]) throws {
    let list = Value.array(values)
    #expect(
      try written(values, ArrayWriter(JSONDocumentWriter())) == JSONWriter.text(
        of: list, layout: .pretty) + "\n")
    #expect(
      try written(values, ArrayWriter(PropertyListDocumentWriter()))
        == XMLPropertyListWriter.text(of: list))
  }

  @Test(arguments: lists) func aLineEach(_ values: [Value]) throws {
    let lines = values.map { JSONWriter.text(of: $0) + "\n" }.joined()
    #expect(try written(values, JSONLinesWriter()) == lines)
  }

  @Test func commasAndQuotesOfSpreadsheets() throws {
    let records: [Value] = [
      .record(Record([("a,b", .string("x")), ("c", .null)])),
      .record(Record([("c", .string("say \"hi\"\r\nagain")), ("a,b", .integer(2))])),
      .record(Record([("other", .integer(3)), ("c", .array([.integer(1)]))])),
    ]
    let expected = [
      "\"a,b\",c", "x,", "2,\"say \"\"hi\"\"\r\nagain\"", ",[1]", "",
    ].joined(separator: "\r\n")
    #expect(try written(records, CSVWriter(keys: ["a,b", "c"])) == expected)
    #expect(try written([.integer(1), .string("a,b")], CSVWriter(keys: [])) == "1\r\n\"a,b\"\r\n")
    #expect(try written([.data([109, 148])], CSVWriter(keys: [])) == "bZQ=\r\n")
  }

  @Test(arguments: [
    (Value.string("=1+1"), "'=1+1"), (.string("+49 30"), "'+49 30"), (.string("-x"), "'-x"),
    (.string("@sum"), "'@sum"), (.string("\t=1"), "'\t=1"), (.string("\r=1"), "\"'\r=1\""),
    (.integer(-5), "-5"), (.double(-0.5), "-0.5"), (.number(NumberText(text: "-inf")), "'-inf"),
    (.string("a=b"), "a=b"), (.string(""), "\"\""), (.data([0xF9, 0xE7, 0x9E]), "'+eee"),
    (.string("\u{FF1D}1"), "'\u{FF1D}1"),
  ])
  func textsThatBeginLikeFormulasAreKeptTexts(_ value: Value, _ cell: String) throws {
    #expect(try written([value], CSVWriter(keys: [], isSafe: true)) == cell + "\r\n")
    let record = Value.record(Record([("=k", value), ("l", .null)]))
    #expect(
      try written([record], CSVWriter(keys: ["=k", "l"], isSafe: true))
        == "'=k,l\r\n\(cell),\r\n")
  }

  /// CSV carries what it is given; only what is drawn is made visible.
  @Test func bytesOfTextsStayAsTheyAre() throws {
    let text = "\u{1B}[31m\tb\u{0}\u{202E}\u{200B}\u{FFFE}"
    #expect(try written([.string(text)], CSVWriter(keys: [])) == text + "\r\n")
  }
}
