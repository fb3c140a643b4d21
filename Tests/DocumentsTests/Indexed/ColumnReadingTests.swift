import TableModel
import TestSeeds
import Testing

@testable import Documents

/// Columns read straight from the text hold what those made of records hold.
@Suite struct ColumnReadingTests {
  private static let paths: [[String]] = [
    [], ["id"], ["title"], ["name"], ["tags"], ["author"], ["author", "name"],
    ["author", "name", "length"], ["title", "length"], ["é"], ["K"], ["a long key of many letters"],
    ["none"], ["author", "none", "at", "all"],
  ]

  /// Compares columns that were read in both ways, where there is another one than a scan.
  private static func compare(
    _ source: any TableSource, _ paths: [[String]], workers: Int
  ) throws -> Comparison {
    let table = try #require(source as? IndexedTable)
    let expected = try #require(
      try RecordColumns.read(paths, of: ScannedTable(base: source), limit: .max))
    let reading = try table.readColumns(paths, limit: .max, workers: workers)
    guard case .columns(let columns)? = reading else { return .none }
    return Comparison(ColumnDifference.words(columns, expected, paths))
  }

  @Test(arguments: 0..<6)
  func randomTables(_ kind: Int) throws {
    let seed = testSeed()
    var writer = RandomTables(seed: seed &* 6 &+ UInt64(kind))
    var compared = 0
    for round in 0..<300 where compared < testRounds(12) {
      let document = writer.document(kind)
      let settings = IndexedDocument.Settings.tiny(
        head: 1 + writer.below(300), chunk: 64 + writer.below(300), workers: 1 + writer.below(3))
      try withFile(Array(document.text.utf8)) { path in
        guard
          let table = try? indexedTable(
            path, shape: document.shape, isSequence: document.isSequence, settings: settings),
          table.source is IndexedTable
        else { return }
        let comparison = try Self.compare(
          table.source, Self.paths, workers: 1 + writer.below(4))
        if comparison.isMade { compared += 1 }
        #expect(
          comparison.words == nil, "seed \(seed), kind \(kind), round \(round): \(document.text)")
      }
    }
    #expect(compared == testRounds(12), "seed \(seed): \(compared)")
  }

  /// Sources without a way of their own are scanned for paths as for conditions, once they have
  /// many records; both rules share what is the same for them.
  @Test func manyRecordsAreScannedForPaths() throws {
    let seed = testSeed()
    var writer = OddRecords(seed: seed)
    let paths = [["id"], ["author", "name"], ["none"]]
    let odd = writer.sequence(of: 60)
    for count in [5000, 4999] {
      let text = odd + "\n" + String(repeating: "{\"id\":null}\n", count: count - 60)
      try withFile(Array(text.utf8)) { path in
        let source = try indexedTable(
          path, shape: Shape(rows: .itself), isSequence: true,
          settings: .tiny(head: 256, chunk: 1 << 16, workers: 2)
        ).source
        let scanned = ScannedTable(base: source)
        let columns = try RecordColumns.read(paths, by: .path, of: scanned, limit: .max)
        #expect((columns != nil) == (count == 5000))
        guard let columns else { return }
        let expected = try #require(
          try RecordColumns.read(paths, by: .path, of: source, limit: .max))
        #expect(ColumnDifference.words(columns, expected, paths) == nil, "seed \(seed)")
        #expect(try RecordColumns.read(paths, by: .path, of: scanned, limit: 500) == nil)
        #expect(paths.allSatisfy { columns.columns[$0]?.nulls == expected.columns[$0]?.nulls })
        let store = ColumnStore(source: scanned)
        for rule in [FieldRule.keyValue, .path, .keyValue] {
          let id = try store.columns([["id"]], by: rule, budget: .max)
          let wanted = try RecordColumns.read([["id"]], by: rule, of: source, limit: .max)
          #expect(try ColumnDifference.words(#require(id), #require(wanted), [["id"]]) == nil)
        }
      }
    }
  }

  @Test(arguments: [1, 2, 3])
  func randomRecords(_ workers: Int) throws {
    let seed = testSeed()
    var writer = OddRecords(seed: seed)
    for round in 0..<max(2, testRounds(8)) {
      // Some are longer than what is looked at at once.
      let text = writer.sequence(of: 30 + writer.below(round == 0 ? 1500 : 400))
      try withFile(Array(text.utf8)) { path in
        let table = try indexedTable(
          path, shape: Shape(rows: .itself), isSequence: true,
          settings: .tiny(head: 256, chunk: 2048, workers: 2))
        let comparison = try Self.compare(table.source, Self.paths, workers: workers)
        #expect(comparison.isMade && comparison.words == nil, "seed \(seed), round \(round)")
      }
    }
  }

  /// Each of these is met in the middle of records that are as they should be.
  private static let mistakes = [
    "{\"id\":1,}", "{\"id\":01}", "{\"id\":1.}", "{\"id\":1e}", "{\"id\":-}", "{\"id\":tru}",
    "{\"id\":nulls}", "{\"id\" 1}", "{id:1}", "{\"id\":\"a\tb\"}", "{\"title\":\"\\x\"}",
    "{\"title\":\"\\u12G4\"}", "{\"author\":{\"name\":[1,]}}", "{\"tags\":[\"a\" \"b\"]}",
    "{\"tags\":[\"a\",]}", "{\"other\":{\"x\":1]}", "{\"other\":[{\"x\"}]}", "{\"id\":1 \"b\":2}",
    "[1,,2]", "{\"author\":{\"name\":1,}}", "{,\"title\":\"x\"}", "{,\"id\":1}",
    "{\"title\":\"a\"\"title\":\"b\"}", "{\"id\":1,,\"title\":\"x\"}",
    "{\"other\":{,\"x\":1}}", "{\"other\":{\"x\":1 \"x\":1}}", "{\"other\":{\"x\":1,}}",
    "{\"other\":{\"x\":\"\u{1}\"}}", "{\"id\":1234567.}", "{\"id\":12.1234567e}",
    "{\"id\":00000001}", "{\"other\":[\"a\",]}", "{\"title\":\"a\u{0}\"}", "{\"x\":\"\\u00g0\"}",
    "{\"x\":\"a\nb\"}", "{\"id\":1,\\\"title\":\"x\"}", "{\"id\":\\\"x\"}", "{\"title\":\"x}",
  ]

  /// Few records before it, and more than are looked at at once.
  @Test(arguments: testCases(mistakes, oneIn: 3), [200, 1200])
  func mistakesHaveTheirPlace(_ mistake: String, count: Int) throws {
    var records = (0..<count).map { "{\"id\":\($0),\"title\":\"plain \($0)\",\"tags\":[\"x\"]}" }
    // A key that was the first one and then was not, and one whose record nobody wants.
    records[count - 72] = "{\"other\":{\"x\":1,\"x\":2},\"title\":\"a\"}"
    records[count - 71] = "{\"title\":\"a\",\"title\":\"b\"}"
    records[count - 70] = mistake
    let text = "{\"data\":[\n" + records.joined(separator: ",\n") + "\n]}"
    try withFile(Array(text.utf8)) { path in
      let document = try IndexedDocument(
        path: path, name: "test", isSequence: false,
        settings: .tiny(head: 4000, chunk: 1 << 20), headSizes: 1000...1000)
      let shaped = try document.table(shape: Shape(rows: FieldPath(key: "data")))
      let table = try #require(shaped.source as? IndexedTable)
      let expected = errorOf { () throws(DataError) in try table.scan { _, _ in true } }
      #expect(expected != nil, "\(mistake) is a mistake")
      for workers in [1, 2, 3] {
        let error = errorOf { () throws(DataError) in
          _ = try table.readColumns([["id"], ["title"]], limit: .max, workers: workers)
        }
        #expect(error == expected, "\(workers) threads")
      }
    }
  }

  @Test func whatIsTooMuchIsNotRead() throws {
    let text = (0..<20_000).map { "{\"id\":\($0),\"title\":\"number \($0)\"}" }
      .joined(separator: "\n")
    try withFile(Array(text.utf8)) { path in
      let table = try #require(
        try indexedTable(path, shape: Shape(rows: .itself), isSequence: true).source
          as? IndexedTable)
      let reading = try table.readColumns([["title"]], limit: 100_000, workers: 2)
      guard case .tooLarge? = reading else {
        Issue.record("read within 100 kB")
        return
      }
      #expect(throws: DataError.cancelled) {
        _ = try table.readColumns([["title"]], limit: .max, workers: 2) { _ throws(DataError) in
          throw .cancelled
        }
      }
    }
  }
}
