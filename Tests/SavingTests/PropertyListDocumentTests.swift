import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Files
@testable import Saving

/// Property lists that stay in their file, saved as they are and with edits.
@Suite struct PropertyListDocumentTests {
  private func saved(_ source: any TableSource) throws -> Value {
    var writer = PropertyListDocumentWriter()
    var text: [UInt8] = []
    try TableWriting(of: source) { () throws(DataError) in }.write(with: &writer) { writer in
      text += writer.output
      writer.output = []
      return true
    }
    return try XMLPropertyListReader.read(SourceText(file: "", bytes: text + writer.output))
  }

  /// Takes out, turns around and changes something in every section.
  private func edited(_ source: any TableSource) throws -> EditedSource {
    var edited = try EditedSource(source)
    let sections = try source.sections(0..<source.counts().sections.known)
    for (index, section) in sections.enumerated() where section.rows.known > 1 {
      try edited.apply([.move(from: Address(index, 0), to: Address(index, 1))])
      try edited.apply([.delete(Address(index, section.rows.known - 1))])
    }
    for (index, section) in sections.enumerated() where section.rows.known > 0 {
      guard let row = try edited.rows(0..<1, inSection: index).first else { continue }
      let address = Address(index, 0, row.items == nil ? nil : 0)
      guard row.items?.known ?? 1 > 0 else { continue }
      try edited.apply([.update(address, .string("changed"))])
    }
    return edited
  }

  @Test(arguments: [0, 1, 2, 4, 5]) func mappedAndInMemoryAreSavedAlike(_ kind: Int) throws {
    let seed = testSeed()
    var tables = RandomTables(seed: seed &* 6 &+ UInt64(kind))
    var markup = RandomMarkup(seed: seed)
    var compared = 0
    for round in 0..<max(4, testRounds(12)) {
      let document = tables.document(kind)
      let text = markup.document(try DocumentWritingTests.value(document.text))
      let words: Comment = "seed \(seed), round \(round): \(text)"
      let whole = try XMLPropertyListReader.read(SourceText(file: "", bytes: Array(text.utf8)))
      guard let eager = try? ValueDocument(name: "", value: whole).table(shape: document.shape)
      else { continue }
      #expect(try saved(eager.source) == whole, words)
      let changed = try saved(edited(eager.source))
      try withFile(Array(text.utf8), name: "test.plist") { path in
        let mapped = try markupTable(path, shape: document.shape).source
        #expect(try saved(mapped) == whole, words)
        #expect(try saved(edited(mapped)) == changed, words)
      }
      try checkBinary(BinaryWriter.bytes(whole), document.shape, words)
      compared += 1
    }
    #expect(compared > 0)
  }

  private func checkBinary(_ bytes: [UInt8], _ shape: Shape?, _ words: Comment) throws {
    let whole = try BinaryPropertyListReader.read(SourceText(file: "", bytes: bytes))
    let eager = try ValueDocument(name: "", value: whole).table(shape: shape).source
    try withFile(bytes, name: "test.plist") { path in
      let document = try BinaryDocument(path: path, name: "test", headShare: 1 << 20)
      let mapped = try document.table(shape: shape).source
      // Numbers are written in another way than the binary form had them.
      #expect(try saved(mapped) == saved(eager), words)
      #expect(try saved(edited(mapped)) == saved(edited(eager)), words)
    }
  }
}
