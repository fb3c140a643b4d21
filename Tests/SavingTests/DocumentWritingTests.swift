import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Files
@testable import Saving

/// What is saved of a document is the document, with the edits where they were made.
@Suite struct DocumentWritingTests {
  /// What is written of a table as JSON, read again.
  static func saved(_ source: any TableSource) throws -> (value: Value, remarks: [String]) {
    var writer = JSONDocumentWriter()
    var text: [UInt8] = []
    let table = try TableWriting(of: source) { () throws(DataError) in }
    let remarks = try table.write(with: &writer) { writer in
      text += writer.output
      writer.output = []
      return true
    }
    let value = try JSONReader.read(SourceText(file: "", bytes: text + writer.output))
    return (value, remarks + [table.misfit].compactMap(\.self))
  }

  static func value(_ text: String) throws -> Value {
    try JSONReader.read(SourceText(file: "", bytes: Array(text.utf8)))
  }

  private func json(_ value: Value) -> String { JSONWriter.text(of: value) }

  @Test(arguments: [
    "{}", "42", "null", "[]", "[[1,2],[3]]", #""x""#, #"{"z":1,"a":{},"m":[]}"#,
    #"{"type":"FeatureCollection","name":"x","crs":{"a":1},"features":[{"id":1,"properties":{"name":"p"}}]}"#,
    #"{"meta":{"n":1},"list":[{"a":1},{"a":2}],"end":[1]}"#,
    #"{"sections":[{"title":"A","id":7,"rows":[{"title":"r","tag":1,"items":[1,2]},{"n":1}],"footer":"f"}],"v":2}"#,
    #"[["name","n"],["a",1],["b",2]]"#, #"{"b":1,"x":[{"a":1}],"a":2,"y":{"k":{"v":1}},"c":null}"#,
  ])
  func whatWasNotEditedIsTheDocument(_ text: String) throws {
    let source = try table(text).source
    let result = try Self.saved(source)
    #expect(json(result.value) == text)
    #expect(result.remarks.isEmpty)
  }

  @Test(
    arguments: [
      // Siblings, fields of sections and rows, and lists stay what they are.
      (
        #"{"type":"F","features":[{"id":1},{"id":2},{"id":3}],"n":0}"#, [.delete(Address(0, 1))],
        #"{"type":"F","features":[{"id":1},{"id":3}],"n":0}"#
      ),
      (
        #"{"type":"F","features":[{"id":1},{"id":2}],"n":0}"#, [.update(Address(0), .string("g"))],
        #"{"type":"F","g":[{"id":1},{"id":2}],"n":0}"#
      ),
      (
        #"{"sections":[{"title":"A","id":7,"rows":[{"title":"r","t":1,"items":[1,2]},{"n":1}]},{"title":"B","rows":[]}]}"#,
        [
          .move(from: Address(0, 0, 0), to: Address(0, 0, 1)), .update(Address(0), .string("Z")),
          .update(Address(0, 0), .string("q")),
          .insert(Address(1, 0), .row(NewRow(title: "new", .items([.integer(5)])))),
        ],
        #"{"sections":[{"title":"Z","id":7,"rows":[{"title":"q","t":1,"items":[2,1]},{"n":1}]},{"title":"B","rows":[{"title":"new","items":[5]}]}]}"#
      ),
      // Keys go with what they name.
      (
        #"{"NO":{"pop":5,"c":"Oslo"},"SE":{"pop":10,"c":"S"},"DK":{"pop":6,"c":"K"}}"#,
        [.move(from: Address(0, 2), to: Address(0, 0)), .delete(Address(0, 1))],
        #"{"DK":{"pop":6,"c":"K"},"NO":{"pop":5,"c":"Oslo"}}"#
      ),
      (
        #"{"a":[{"n":1}],"b":[{"n":2}]}"#,
        [.update(Address(0), .string("c")), .delete(Address(1, 0, 0))],
        #"{"c":[{"n":1}],"b":[]}"#
      ),
      (
        #"{"a":[1,2],"b":[3]}"#,
        [.insert(Address(2), .section(title: "b", rows: [NewRow(.items([.integer(4)]))]))],
        #"{"a":[1,2],"b":[3],"b 2":[4]}"#
      ),
      // Single fields stay between the others.
      (
        #"{"x":1,"list":[{"a":1}],"y":2,"rec":{"k":[1]},"z":3}"#,
        [.update(Address(0, 1), .integer(9)), .delete(Address(0, 0)), .delete(Address(1, 0))],
        #"{"list":[],"y":9,"rec":{"k":[1]},"z":3}"#
      ),
      // A table in disguise stays in it.
      (
        #"[["name","n"],["a",1],["b",2]]"#,
        [
          .update(Address(0, 1), .record(Record([("name", .string("b")), ("n", .integer(7))]))),
          .insert(Address(0, 0), .row(NewRow(.record(.record(Record([("n", .integer(0))])))))),
        ],
        #"[["name","n"],[null,0],["a",1],["b",7]]"#
      ),
      ("42", [.update(Address(0, 0), .integer(43))], "43"),
    ] as [(String, [DataEdit], String)])
  func editsAreMadeWhereTheyBelong(_ text: String, _ edits: [DataEdit], _ expected: String) throws {
    var source = try EditedSource(table(text).source)
    try source.apply(edits)
    #expect(json(try Self.saved(source).value) == expected)
  }

  /// What the document has no place for is saved all the same, and told.
  @Test func editsThatDoNotFitAreTold() throws {
    var source = try EditedSource(table(#"{"meta":1,"list":[{"a":1},{"a":2}]}"#).source)
    try source.apply([.insert(Address(1), .section(title: "more", rows: []))])
    let result = try Self.saved(source)
    #expect(result.remarks == ["the document itself is the only section"])
    #expect(json(result.value).contains(#""a":2"#) && json(result.value).contains("more"))
    var lists = try EditedSource(table("[[1,2],[3]]").source)
    try lists.apply([.insert(Address(0, 0), .row(NewRow(title: "New row", .items([]))))])
    let left = try Self.saved(lists)
    #expect(json(left.value) == "[[],[1,2],[3]]")
    #expect(left.remarks == ["a title has no place in the document and is left out"])
  }

  /// In memory or in a file, in whatever notation: the same value, its keys in the same order.
  @Test func randomDocumentsComeBackAsTheyWere() throws {
    let seed = testSeed()
    var tables = RandomTables(seed: seed)
    var written = 0
    for round in 0..<96 {
      let document = tables.document(round % 6)
      let words: Comment = "seed \(seed), round \(round): \(document.text)"
      let text = SourceText(file: "", bytes: Array(document.text.utf8))
      let whole = try document.isSequence ? .array(NDJSONReader.read(text)) : JSONReader.read(text)
      if !document.isSequence, let source = try? table(document.text, document.shape).source {
        #expect(try Self.saved(source).value == whole, words)
        written += 1
      }
      try withFile(Array(document.text.utf8)) { path in
        guard
          let source = try? indexedTable(
            path, shape: document.shape, isSequence: document.isSequence
          ).source
        else { return }
        let result = try Self.saved(source)
        #expect(result.value == whole, words)
        #expect(result.remarks.isEmpty, words)
        let reopened = try ValueDocument(name: "", value: result.value).table(shape: document.shape)
        #expect(try difference(reopened.source, source, fields: []) == nil, words)
        written += 1
      }
    }
    #expect(written > 100)
  }

  /// Foundation reads the same, too.
  @Test func foundationReadsTheSame() throws {
    let seed = testSeed()
    var tables = RandomTables(seed: seed)
    var compared = 0
    for round in 0..<60 {
      let document = tables.document([0, 1, 2, 4, 5][round % 5])
      guard let source = try? table(document.text, document.shape).source else { continue }
      let text = json(try Self.saved(source).value)
      let saved = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSObject
      // Foundation takes the first of equal keys, this house the last.
      let own = json(try Self.value(document.text))
      let before = try JSONSerialization.jsonObject(with: Data(own.utf8)) as? NSObject
      #expect(saved == before, "seed \(seed), round \(round): \(document.text)")
      compared += 1
    }
    #expect(compared > 30, "seed \(seed): \(compared)")
  }
}
