import TableModel
import TestSeeds
import Testing

@testable import Documents

/// Scans of a text as a whole, in pieces and on several threads find the same.
@Suite struct ChunkScannerTests {
  private static let plan = LevelPlan(
    Shape(rows: FieldPath(key: "rows"), items: FieldPath(key: "items")), isSequence: false)

  private static func scan<Classifier: BlockClassifier>(
    _ text: String, by classifier: Classifier.Type, cuts: [Int] = []
  ) throws -> ChunkScanner {
    let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: 64)
    return try bytes.withUnsafeBufferPointer { buffer in
      let base = try #require(buffer.baseAddress)
      var scanner = ChunkScanner(plan: try #require(plan), start: 0)
      for cut in cuts.sorted() + [text.utf8.count] {
        scanner.scan(to: cut, of: base, by: classifier)
      }
      scanner.finish(base)
      return scanner
    }
  }

  /// All records are found, by either classifier, wherever the scan is interrupted.
  @Test func findsTheSameInPieces() throws {
    let seed = testSeed()
    var random = RandomJSON(seed: seed)
    for round in 0..<60 {
      let counts = (0..<random.below(9)).map { _ in random.below(100) }
      let rows = counts.map { count in
        let items = (0..<count).map { _ in random.pick(["1", "\"]\"", "{\"a\":[\"\\\\\"]}", "[]"]) }
        return "{\"title\":\"{\\\"\",\"items\":[\(items.joined(separator: ", "))]}"
      }
      let text = "{\"rows\":[\(rows.joined(separator: ","))]}"
      let whole = try Self.scan(text, by: PortableClassifier.self)
      #expect(whole.tracker.trouble == nil, "seed \(seed), round \(round)")
      #expect(whole.tracker.tables.records == counts.reduce(0, +), "seed \(seed), round \(round)")
      let cuts = (0..<5).map { _ in random.below(text.utf8.count) }
      let pieces = try Self.scan(text, by: NativeClassifier.self, cuts: cuts)
      #expect(pieces.tracker.tables.anchors == whole.tracker.tables.anchors)
      #expect(pieces.tracker.tables.groups == whole.tracker.tables.groups)
    }
  }

  @Test(arguments: [
    "{\"rows\":[{\"items\":[1,2}]}", "{\"rows\":[}", "{\"rows\":[]", "{\"rows\":[]}]", "[1]]",
    "{\"rows\":[\"", "{} {}", "{\"rows\":[{\"items\":[1]]]}",
  ])
  func refusesBracketsThatDontFit(_ text: String) throws {
    #expect(try Self.scan(text, by: NativeClassifier.self).tracker.trouble != nil)
    #expect(try Self.scan(text, by: PortableClassifier.self).tracker.trouble != nil)
  }

  /// The last of equal keys counts, and what the first one held is forgotten.
  @Test func forgetsWhatARepeatedKeyReplaces() throws {
    let text =
      "{\"rows\":[{\"items\":[1,2,3],\"items\":[4]}],\"rows\":[{\"items\":[1],\"items\":null}]}"
    let tables = try Self.scan(text, by: NativeClassifier.self).tracker.tables
    #expect(tables.records == 0)
    #expect(tables.groups[0].count == 1)
    #expect(tables.groups[0].first?.container == GroupEntry.null)
  }

  @Test(arguments: [
    (Shape(), false), (Shape(rows: FieldPath([.index(-1)])), false),
    (Shape(rows: FieldPath(key: "a")), true),
  ])
  func knowsWhichShapesItCantFollow(_ shape: Shape, _ isSequence: Bool) {
    #expect(LevelPlan(shape, isSequence: isSequence) == nil)
  }
}
