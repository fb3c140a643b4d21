import Documents
import TableModel
import TestSeeds
import Testing

@testable import Differences

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    func document(_ text: String) throws -> ComparedDocument {
      let document = try DocumentOpener.open(bytes: Array(text.utf8), name: "trees.json")
      return try ComparedDocument(document, document.table(shape: nil).source) {}
    }
    let old = try document(#"[{"name": "Ash", "age": 9}, {"name": "Yew", "age": 80}]"#)
    let new = try document(#"[{"name": "Yew", "age": 80}, {"name": "Ash", "age": 10}]"#)

    let found = try DocumentComparison(of: old, and: new, identity: nil) { _ in }
    let words = ChangeWords(old, new)
    let lines = try found.changes.map { try words.line(of: $0) }

    var patch = ""
    _ = try Patch(found).write { patch += String(decoding: $0, as: UTF8.self) }
    // end
    #expect(lines == ["> 0.1 Ash: from 0.0", "~ 0.1 Ash: age 9 -> 10"])
    #expect(patch.contains(#"{"op": "move", "from": "/0", "path": "/1"}"#))
    #expect(try ModulePage.example(of: "Differences") == ModulePage.tested())
  }
}
