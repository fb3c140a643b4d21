import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Files

/// Texts in which one thing goes on for very long: whatever looks back over it, or over what came
/// before, for each of its bytes would take hours.
@Suite struct LongRunTests {
  private static let length = 1 << 20

  /// Blanks between the records of a sequence, over many borders of pieces. Behind them a record
  /// begins as no other does, so that no guess succeeds there.
  @Test(
    arguments: testCases(
      ["\n", "\r\n", String(repeating: " ", count: 99) + "\n", "\t", " \n \n"], oneIn: 3))
  func blanksBetweenRecords(_ blank: String) throws {
    let records = (0..<4000).map { "{\"id\":\($0),\"name\":\"n\($0)\"}" }.joined(separator: "\n")
    let blanks = String(repeating: blank, count: Self.length / blank.utf8.count)
    let text = "\(records)\n\(blanks){\"other\":1}\n\(records)\n\(blanks)"
    try withFile(Array(text.utf8)) { path in
      let file = try MappedFile(path: path)
      let plan = try #require(LevelPlan(Shape(rows: .itself), isSequence: true))
      let index = RecordIndex(RecordText(file: file), plan: plan)
      let head = Indexer.head(of: index, to: 1000)
      Indexer(index: index, head: head, workers: 2, chunkSize: 1 << 17).start()
      #expect(try index.wait { $0.isComplete }.totals == [8001])
    }
  }

  /// The same between the commas of a list.
  @Test func blanksInAList() throws {
    let blanks = String(repeating: "\n", count: Self.length)
    let records = (0..<3000).map { "{\"id\":\($0)}" }.joined(separator: ",")
    let text = "[\(records)\(blanks),\(blanks){\"other\":1},\(blanks)\(records)]"
    try withFile(Array(text.utf8)) { path in
      let source = try indexedTable(path, settings: .tiny(head: 1000, chunk: 1 << 17)).source
      #expect(source.counts().rows == .exact(6001))
      #expect(try source.value(at: Address(0, 3000)).map(json) == #"{"other":1}"#)
    }
  }

  /// Brackets that open and never close, more of them than the longest head has bytes.
  @Test(arguments: testCases(["[", "{\"a\":", "[{\"a\":"], oneIn: 3))
  func bracketsInAHead(_ bracket: String) throws {
    let text = String(repeating: bracket, count: 5 * Self.length / bracket.utf8.count)
    try withFile(Array(text.utf8)) { path in
      let file = try MappedFile(path: path)
      let error = errorOf { () throws(DataError) in
        try DocumentHead.read(file, isSequence: nil)
      }
      guard case .tooDeep? = error else { throw error ?? DataError.cancelled }
    }
  }

  /// Scalars beside lists, which gather in a section of their own.
  @Test func looseFields() throws {
    let loose = (0..<20_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    try withFile(Array("{\"rows\":[{\"id\":1}],\"more\":[{\"id\":2}],\(loose)}".utf8)) { path in
      let shape = Shape(sections: .itself, rows: .itself)
      let table = try indexedTable(path, shape: shape, settings: .tiny(head: 1 << 12, chunk: 4096))
      var count = 0
      try table.source.scan { _, _ in
        count += 1
        return true
      }
      #expect(count == 20_002)
    }
  }

  /// A key of nothing but escapes before a text that has no end.
  @Test func escapedQuotesBeforeAMistake() throws {
    let key = String(repeating: "\\\"", count: 200_000)
    let text = "[1,\n {\"\(key)\": \"unterminated"
    try withFile(Array(text.utf8)) { path in
      var verification = Verification(file: try MappedFile(path: path), isSequence: false) { _ in
        false
      }
      let error = errorOf { () throws(DataError) in
        while try verification.advance(by: 1 << 24) {}
      }
      let expected = errorOf { () throws(DataError) in try JSONReader.read(source(text)) }
      #expect(error?.summary == expected?.summary)
      #expect(error?.summary.contains("the text that begins at 2:\(2 * 200_000 + 7)") == true)
    }
  }

  /// Backslashes that go on over many places at which a scan is cut, an even number of them or odd.
  @Test(arguments: [0, 1])
  func backslashesOverCuts(_ more: Int) throws {
    let run = String(repeating: "\\", count: 2 * Self.length + more)
    let text = "[\"\(run)\",[]]\(more == 0 ? "" : "\"]")"
    let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: 128)
    let plan = try #require(LevelPlan(Shape(rows: .itself), isSequence: false))
    bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      var scanner = ChunkScanner(plan: plan, start: 0)
      while scanner.offset < text.utf8.count {
        scanner.scan(
          to: min(text.utf8.count, scanner.offset + 65), of: start, by: NativeClassifier.self)
      }
      scanner.finish(start)
      #expect(scanner.tracker.trouble == nil)
      #expect(scanner.tracker.tables.records == (more == 0 ? 2 : 1))
    }
  }
}
