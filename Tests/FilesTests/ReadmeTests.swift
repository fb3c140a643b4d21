import Files
import TableModel
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    let text = SourceText(file: "trees.txt", bytes: Array("Ash\nYew\nElm 35".utf8))
    let place = text.place(ofByte: 12)  // line 3, column 5
    let error = text.malformed(at: 12, "expected a name")

    // A text that arrives in two pieces stays where it is.
    let arriving = try ArrivingText(path: "pipe") { false }
    let file = MappedFile(arriving)
    for piece in ["Ash\n", "Yew\n"] {
      try Array(piece.utf8).withUnsafeBytes { try arriving.add($0) }
    }
    arriving.finish()
    let lines = String(decoding: file.buffer, as: UTF8.self)  // both pieces
    // end
    #expect(place == TextPlace(line: 3, column: 5, byte: 12))
    #expect(
      error
        == .malformed(
          file: "trees.txt", at: place, message: "expected a name", source: "Elm 35"))
    #expect(lines == "Ash\nYew\n")
    #expect(try ModulePage.example(of: "Files") == ModulePage.tested())
  }
}
