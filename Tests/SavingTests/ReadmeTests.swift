import Documents
import Saving
import TableModel
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    let text = #"{"count": 2, "trees": [{"name": "Ash"}, {"name": "Yew"}]}"#
    let document = try DocumentOpener.open(bytes: Array(text.utf8), name: "trees.json")
    var edited = try EditedSource(document.table(shape: nil).source)

    // An insertion is named by its place after the batch, all else by its place before it.
    let elm = NewPart.row(NewRow(.record(.record(Record([("name", .string("Elm"))])))))
    try edited.apply([.delete(Address(0, 1)), .insert(Address(0, 0), elm)])

    var writer = JSONDocumentWriter()
    let writing = try TableWriting(of: edited, checkpoint: {})
    try writing.write(with: &writer) { _ in true }
    let saved = String(decoding: writer.output, as: UTF8.self)  // "count" is still beside the trees
    // end
    #expect(
      saved.filter { !$0.isWhitespace } == #"{"count":2,"trees":[{"name":"Elm"},{"name":"Ash"}]}"#)
    #expect(try ModulePage.example(of: "Saving") == ModulePage.tested())
  }
}
