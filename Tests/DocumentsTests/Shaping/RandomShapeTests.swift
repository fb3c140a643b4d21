import Documents
import TableModel
import TestSeeds
import Testing

/// Any document has a shape, and the shape can be stated.
@Suite struct RandomShapeTests {
  @Test func everyDocumentHasAShapeThatCanBeStated() throws {
    let seed = testSeed()
    var random = RandomJSON(seed: seed)
    var compared = 0
    for round in 0..<400 {
      let text = random.document()
      let inferred = try table(text)
      let lines = try outline(inferred)
      #expect(inferred.source.counts().sections.known > 0, "seed \(seed), round \(round): \(text)")
      if inferred.explanation.contains("with a header") { continue }
      compared += 1
      #expect(
        try outline(table(text, inferred.shape)) == lines, "seed \(seed), round \(round): \(text)")
    }
    #expect(compared > 300, "seed \(seed): \(compared)")
  }

  /// Counts, windows and the scan tell the same story.
  @Test func countsAgreeWithTheScan() throws {
    let seed = testSeed()
    var random = RandomJSON(seed: seed)
    for round in 0..<200 {
      let source = try table(random.document()).source
      let counts = source.counts()
      var (items, plain) = (0, 0)
      try source.scan { (address, value) throws(DataError) in
        if address.item == nil { plain += 1 } else { items += 1 }
        let again = try source.value(at: address)
        #expect(again == value, "seed \(seed), round \(round)")
        return true
      }
      var (rows, strips) = (0, 0)
      for section in 0..<counts.sections.known {
        let infos = try source.rows(0..<Int.max, inSection: section)
        rows += infos.count
        strips += infos.count { $0.items != nil }
      }
      #expect(rows == counts.rows.known && items == counts.items.known, "seed \(seed), \(round)")
      #expect(plain == rows - strips, "seed \(seed), round \(round)")
    }
  }
}
