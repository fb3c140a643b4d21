import Documents
import TableModel
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    let text = #"{"trees": [{"name": "Ash", "height": 35}, {"name": "Yew", "height": 12}]}"#
    let document = try DocumentOpener.open(bytes: Array(text.utf8), name: "trees.json")
    let shaped = try document.table(shape: nil)

    let format = document.format  // JSON
    let path = shaped.shape.rows?.description  // trees
    let tall = try shaped.source.value(at: Address(0, 0))?.record?["name"]  // Ash

    // The same records in another format.
    var writer = try FileFormat.ndjson.writing?.records(RecordWriting())
    try shaped.source.scan { _, tree throws(DataError) in
      try writer?.add(tree)
      return true
    }
    let lines = writer.map { String(decoding: $0.output, as: UTF8.self) }  // a tree on each line
    // end
    #expect(format == "JSON")
    #expect(path == "trees")
    #expect(tall == .string("Ash"))
    #expect(
      lines == "{\"name\":\"Ash\",\"height\":35}\n{\"name\":\"Yew\",\"height\":12}\n")
    #expect(try ModulePage.example(of: "Documents") == ModulePage.tested())
  }
}
