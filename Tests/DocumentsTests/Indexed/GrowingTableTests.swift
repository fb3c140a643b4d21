import TableModel
import Testing

@testable import Documents
@testable import Files

/// Counts of a table stay as they are until somebody goes on to a later one.
@Suite struct GrowingTableTests {
  private static let text =
    "{\"rows\":["
    + (0..<60).map { row in
      let items = (0..<90).map { "{\"id\":\($0),\"t\":\"row \(row)\"}" }.joined(separator: ",")
      return "{\"title\":\"\(row)\",\"items\":[\(items)]}"
    }.joined(separator: ",") + "]}"

  private static let shape = Shape(rows: FieldPath(key: "rows"), items: FieldPath(key: "items"))

  @Test func growsFromTableToTable() throws {
    try withFile(Array(Self.text.utf8)) { path in
      let file = try MappedFile(path: path)
      let plan = try #require(LevelPlan(Self.shape, isSequence: false))
      let index = RecordIndex(RecordText(file: file), plan: plan)
      let head = Indexer.head(of: index, to: 3000)
      let handle = IndexHandle(index: index)
      let table = IndexedTable(index: index, shape: Self.shape, handle: handle)
      let first = table.counts()
      #expect(!first.items.isExact && !first.rows.isExact && first.items.known > 64)
      #expect(table.advanced() == nil)
      #expect(try table.items(0..<3, inRow: Address(0, 0), fields: [.itself]).count == 3)
      handle.start(Indexer(index: index, head: head, workers: 2, chunkSize: 2000))
      let settled = try #require(try table.settled(checkpoint: {}))
      #expect(table.counts() == first)
      #expect(settled.counts().rows == .exact(60) && settled.counts().items == .exact(5400))
      #expect(settled.advanced() == nil)
      #expect(try settled.settled(checkpoint: {}) == nil)
      try handle.verified(checkpoint: {})
      #expect(settled.activity == SourceActivity(isVerified: true))
    }
  }

  /// The head of a text shows no more than one list: what stands behind it is told once it is met.
  @Test(arguments: [false, true]) func fieldsBehindTheListAreTold(isStated: Bool) throws {
    let rows = (0..<1500).map { "{\"id\":\($0),\"name\":\"somebody, somewhere\"}" }.joined(
      separator: ",")
    let rest = (0..<4).map { "\"k\($0)\":[{\"b\":1}]" }.joined(separator: ",")
    let text = "{\"a\":1,\"users\":[\(rows)],\"total\":3,\"orders\":[{\"c\":1}],\(rest)}"
    try withFile(Array(text.utf8)) { path in
      let document = try IndexedDocument(path: path, name: "test")
      let table = try document.table(shape: isStated ? Shape(rows: FieldPath(key: "users")) : nil)
      let settled = try table.source.settled(checkpoint: {}) ?? table.source
      #expect(settled.counts().rows == .exact(1500))
      #expect(
        table.source.activity?.remarks
          == (isStated
            ? []
            : [
              "behind the list that is shown the document has 'total', 'orders', 'k0', 'k1', 'k2' and"
                + " 1 more; 'shape --rows SELF' shows what is beside it, too"
            ]))
    }
  }

  /// A scan that begins before the index is complete visits everything.
  @Test func scanGoesOnWithTheIndex() throws {
    try withFile(Array(Self.text.utf8)) { path in
      let settings = IndexedDocument.Settings.tiny(head: 500, chunk: 700)
      let document = try IndexedDocument(
        path: path, name: "n", isSequence: nil, settings: settings)
      var last: Address?
      var count = 0
      try document.table(shape: Self.shape).source.scan { address, _ in
        (last, count) = (address, count + 1)
        return true
      }
      #expect(last == Address(0, 59, 89) && count == 5400)
    }
  }

  @Test func waitingCanBeStopped() throws {
    try withFile(Array(Self.text.utf8)) { path in
      let file = try MappedFile(path: path)
      let plan = try #require(LevelPlan(Self.shape, isSequence: false))
      let index = RecordIndex(RecordText(file: file), plan: plan)
      _ = Indexer.head(of: index, to: 3000)
      let table = IndexedTable(index: index, shape: Self.shape, handle: IndexHandle(index: index))
      #expect(throws: DataError.cancelled) {
        try table.settled(checkpoint: { () throws(DataError) in throw .cancelled })
      }
    }
  }

  /// Documents that can't be followed in their file are read, up to a limit that says so.
  @Test func otherShapesAreReadOrRefused() throws {
    let text = "[[\"a\",\"b\"],[1,2],[3,4]]"
    try withFile(Array(text.utf8)) { path in
      let read = try indexedTable(path)
      #expect(try read.source.value(at: Address(0, 1)).map(json) == "{\"a\":3,\"b\":4}")
      let settings = IndexedDocument.Settings(eagerLimit: 10)
      let error = errorOf { () throws(DataError) in
        try indexedTable(path, settings: settings)
      }
      #expect(error?.hint?.contains("--rows") == true)
    }
  }

  @Test func largeFilesStayInTheirFile() throws {
    try withFile(Array(Self.text.utf8)) { path in
      let large = try DocumentOpener.large(path: path, name: "n", format: nil, from: 100)
      #expect(large?.format == "JSON")
      #expect(try DocumentOpener.large(path: path, name: "n", format: nil) == nil)
      #expect(try DocumentOpener.large(path: path, name: "n", format: .plist, from: 1) == nil)
      #expect(try DocumentOpener.large(path: "/dev/null", name: "n", format: nil, from: 0) == nil)
    }
    try withFile(Array("{}\n{}\n".utf8)) { path in
      for (name, remark) in [("n.json", " (several values in a .json file)"), ("n", "")] {
        let several = try DocumentOpener.large(path: path, name: name, format: nil, from: 1)
        #expect(several?.format == "NDJSON" + remark)
      }
    }
  }
}
