import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Files

/// Pieces that are scanned from guesses, and joined.
@Suite struct IndexerTests {
  private static let shape = Shape(rows: FieldPath(key: "rows"), items: FieldPath(key: "items"))

  private func index(_ text: String, workers: Int, chunk: Int, shape: Shape = shape) throws -> (
    snapshot: IndexSnapshot, rescans: Int
  ) {
    try withFile(Array(text.utf8)) { path in
      let file = try MappedFile(path: path)
      let plan = try #require(LevelPlan(shape, isSequence: false))
      let index = RecordIndex(RecordText(file: file), plan: plan)
      let head = Indexer.head(of: index, to: 200)
      let indexer = Indexer(index: index, head: head, workers: workers, chunkSize: chunk)
      indexer.start()
      let snapshot = try index.wait { $0.isComplete }
      return (snapshot, indexer.rescans)
    }
  }

  private static func text(rows: Int, items: Int, _ item: (Int) -> String) -> String {
    let rows = (0..<rows).map { row in
      let items = (0..<items).map { item(row * items + $0) }.joined(separator: ",")
      return "{\"title\":\"row \(row)\",\"items\":[\(items)]}"
    }
    return "{\"rows\":[\(rows.joined(separator: ","))]}"
  }

  /// A row longer than many pieces, and rows that all lie in one.
  @Test(arguments: [(1, 4000), (40, 100), (2000, 2)])
  func countsAreTheSameOnAnyNumberOfThreads(_ rows: Int, _ items: Int) throws {
    let text = Self.text(rows: rows, items: items) { "{\"id\":\($0),\"text\":\"word\"}" }
    let alone = try index(text, workers: 1, chunk: 4096).snapshot
    for workers in 2...4 {
      let snapshot = try index(text, workers: workers, chunk: 4096).snapshot
      #expect(snapshot.totals == [rows, rows * items])
      for record in stride(from: 0, to: rows * items, by: 97) {
        let anchor = try #require(snapshot.anchor(before: record))
        #expect(record - anchor.record < ChunkTables.stride)
      }
      for row in 0..<rows {
        let (a, b) = (alone.group(atLevel: 1, row), snapshot.group(atLevel: 1, row))
        #expect(a?.entry.start == b?.entry.start && a?.children == b?.children)
      }
      let ends = (0..<rows).compactMap { alone.group(atLevel: 1, $0)?.children.upperBound }
      #expect(snapshot.firstChildren(ofLevel: 1, 0..<rows) == [0] + ends)
      let middle = rows / 2..<rows / 2 + 1
      #expect(
        snapshot.firstChildren(ofLevel: 1, middle) == Array(([0] + ends)[rows / 2...rows / 2 + 1]))
    }
  }

  /// Every text is full of what looks like the beginning of a record: all guesses are wrong, and
  /// the result is right all the same.
  @Test func hostileTextsMakeWrongGuessesAndRightCounts() throws {
    let hostile = String(repeating: "}  ,{\\\"id\\\":", count: 40)
      .replacingOccurrences(of: "\\\"", with: "\\u0022")
    let quoted = String(repeating: "},[{\\\"id\\\":1},{", count: 30)
    let text = Self.text(rows: 3, items: 300) { number in
      "{\"id\":\(number),\"nested\":[{\"id\":1},{\"id\":2,\"x\":\"\(hostile)\"},{\"id\":3}],"
        + "\"text\":\"\(quoted)\"}"
    }
    var rescans = 0
    for chunk in testCases([300, 1111, 5000], oneIn: 3) {
      let found = try index(text, workers: 3, chunk: chunk)
      #expect(found.snapshot.totals == [3, 900], "pieces of \(chunk)")
      rescans += found.rescans
    }
    #expect(rescans > 0, "no guess was wrong: the test has lost its point")
  }

  /// A key that comes again far behind replaces what was published.
  @Test func repeatedKeyFarBehindReplacesEverything() throws {
    let first = Self.text(rows: 50, items: 30) { "{\"id\":\($0)}" }.dropLast()
    let text = first + ",\"rows\":[{\"items\":[1,2]},{\"items\":[3]}]}"
    let found = try index(String(text), workers: 2, chunk: 1000)
    #expect(found.snapshot.totals == [2, 3])
  }

  @Test func stopsWhenNobodyNeedsIt() throws {
    let text = Self.text(rows: 10, items: 10) { "\($0)" }
    try withFile(Array(text.utf8)) { path in
      let file = try MappedFile(path: path)
      let plan = try #require(LevelPlan(Self.shape, isSequence: false))
      let index = RecordIndex(RecordText(file: file), plan: plan)
      index.cancel()
      let head = ChunkScanner(plan: plan, start: 0)
      Indexer(index: index, head: head, workers: 2, chunkSize: 64).start()
      #expect(throws: DataError.cancelled) { try index.wait { $0.isComplete } }
    }
  }

  /// A scan that takes up inside a text sees its end as the beginning of another.
  @Test(arguments: [#"""#, #"{"a":1,""#, #"{"a":{"b":[1,"]},{"b":""#])
  func aQuoteAtTheEndIsNoKey(_ text: String) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      let range = bytes.count - 1..<bytes.count
      #expect(!JSONText.string(in: range, of: start, equals: ""))
      #expect(!JSONText.string(in: range, of: start, equals: "b"))
      #expect(JSONText.string(in: range, of: start).isEmpty)
    }
  }
}
