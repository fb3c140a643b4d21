import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Files

/// Tables over separated values that stay in their file show what a reader of all records shows.
@Suite struct CSVTableTests {
  private static let fields: [FieldPath] =
    [.itself] + (0..<6).map { FieldPath(key: "column \($0 + 1)") } + [FieldPath(key: "x")]

  @Test(arguments: 0..<4)
  func randomTexts(_ kind: Int) throws {
    let seed = testSeed(kind)
    var random = RandomCSV(seed: seed)
    var compared = 0
    for round in 0..<testRounds(90) {
      let text = random.wild(records: random.below(60), delimiter: kind == 0 ? ";" : ",")
      let said = stated(
        kind == 0 ? ";" : ",", header: kind == 1 ? true : false, hasQuotes: kind != 2,
        hasTypes: kind != 3)
      let settings = IndexedDocument.Settings.tiny(
        head: 1 + random.below(200), chunk: 64 + random.below(300), workers: 1 + random.below(3))
      try withFile(Array(text.utf8), name: "test.csv") { path in
        let (read, readError) = outcome { () throws(DataError) in try readCSV(text, said) }
        let (table, tableError) = outcome { () throws(DataError) in
          try indexedCSV(path, said, settings: settings)
        }
        let words = "seed \(seed), kind \(kind), round \(round): \(text.debugDescription)"
        #expect(readError?.description == tableError?.description, "\(words)")
        guard let read, let table else { return }
        #expect(table.source is IndexedTable, "\(words)")
        let expected = try listTable(read.value)
        let difference = try difference(table.source, expected, fields: Self.fields)
        #expect(difference == nil, "\(words)")
        compared += 1
      }
    }
    #expect(compared > testRounds(90) / 2, "seed \(seed): \(compared)")
  }

  /// Columns and schemas are those of the records.
  @Test(arguments: 0..<3)
  func columnsAndSchemas(_ kind: Int) throws {
    let seed = testSeed(kind)
    var random = RandomCSV(seed: seed)
    for round in 0..<testRounds(60) {
      let text =
        kind == 0
        ? random.tame(records: 200, columns: 4)
        : random.wild(records: 1 + random.below(300)) + "\"\""
      let said = stated(",", header: kind == 0, hasTypes: kind != 2)
      let paths: [[String]] =
        kind == 0
        ? [["c0"], ["c1"], ["c3"], ["none"]]
        : (0..<8).map { ["column \($0 + 1)"] } + [["none"]]
      try withFile(Array(text.utf8), name: "test.csv") { path in
        guard let table = try? indexedCSV(path, said).source as? IndexedTable else { return }
        let words = "seed \(seed), kind \(kind), round \(round): \(text.debugDescription)"
        let expected = try #require(
          try RecordColumns.read(paths, of: ScannedTable(base: table), limit: .max))
        let reading = try table.readColumns(paths, limit: .max, workers: 1 + random.below(3))
        guard case .columns(let columns)? = reading else {
          Issue.record("\(words)")
          return
        }
        #expect(ColumnDifference.words(columns, expected, paths) == nil, "\(words)")
        var builder = SchemaBuilder(depth: 3, distinctCap: 20)
        try table.scan { _, value in
          builder.add(value)
          return true
        }
        let schema = try table.readSchema(
          depth: 3, distinctCap: 20, limit: .max, workers: 1 + random.below(3), checkpoint: { _ in }
        )
        #expect(schema == builder.finish(isComplete: true), "\(words)")
      }
    }
  }

  /// Records, and texts in quotes, that are longer than what is looked at at once.
  @Test func longRecords() throws {
    let long = String(repeating: "x, \n", count: 9000)
    let text = "a,b\n1,\"\(long)\"\n2,y\n\"\(long)\",3\n4,z"
    try withFile(Array(text.utf8), name: "test.csv") { path in
      let table = try #require(try indexedCSV(path).source as? IndexedTable)
      let expected = try listTable(try readCSV(text).value)
      #expect(try difference(table, expected, fields: [FieldPath(key: "b")]) == nil)
      let columns = try #require(try RecordColumns.read([["a"], ["b"]], of: table, limit: .max))
      #expect(columns.count == 4 && columns.columns[["b"]]?.value(at: 3) == .string("z"))
      #expect(columns.columns[["a"]]?.value(at: 2) == .string(long))
      let schema = try table.readSchema(
        depth: 1, distinctCap: 9, limit: .max, workers: 1, checkpoint: { _ in })
      #expect(schema?.records == 4)
    }
  }

  /// What is said about a text does not depend on its size.
  @Test func checksSayWhatAReaderSays() throws {
    let seed = testSeed()
    var random = RandomCSV(seed: seed)
    for round in 0..<testRounds(120) {
      let text = random.wild(records: random.below(80))
      let said = stated(",", header: random.below(2) == 0)
      try withFile(Array(text.utf8), name: "test.csv") { path in
        let (read, readError) = outcome { () throws(DataError) in try readCSV(text, said) }
        let (remarks, error) = outcome { () throws(DataError) in
          var check = CSVVerification(try CSVText(try MappedFile(path: path), said))
          while try check.advance(by: 1 + random.below(200)) {}
          return check.remarks
        }
        let words = "seed \(seed), round \(round): \(text.debugDescription)"
        #expect(remarks == read?.remarks, "\(words)")
        #expect(
          error?.location?.split(separator: "/").last == readError?.location.map { $0[...] },
          "\(words)")
      }
    }
  }

  /// A text in quotes of many lines lies over the borders of the pieces that threads scan.
  @Test(arguments: [false, true])
  func piecesThatBeginInQuotes(_ isQuoted: Bool) throws {
    let line = isQuoted ? "1,\"a\nb, \"\"c\"\"\nd\",2\n" : "1,a\"b,2\n"
    let text = "x,y,z\n" + String(repeating: line, count: 3000)
    try withFile(Array(text.utf8), name: "test.csv") { path in
      let document = try CSVText(try MappedFile(path: path), stated())
      let plan = try #require(document.plan(for: Shape(rows: .itself), isSequence: true))
      let index = RecordIndex(document, plan: plan)
      let head = PieceIndexer.head(
        of: index, to: 100,
        from: CSVScanner(plan: plan, start: document.start, dialect: document.layout.dialect))
      let indexer = PieceIndexer(index: index, head: head, workers: 3, chunkSize: 5000)
      indexer.start()
      #expect(try index.wait { $0.isComplete }.totals == [3000])
      // At the very end there may be too little to guess from.
      #expect(indexer.rescans <= 1)
    }
  }

  @Test func cellsHaveNoFurtherLevels() throws {
    try withFile(Array("a,b\n1,2\n".utf8), name: "test.csv") { path in
      let text = try CSVText(try MappedFile(path: path), stated())
      #expect(
        text.plan(for: Shape(rows: .itself, items: FieldPath(key: "a")), isSequence: true) == nil)
    }
  }
}
