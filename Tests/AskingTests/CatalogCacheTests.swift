import TableModel
import Testing

@testable import Asking
@testable import Documents

/// What is known of a table's keys.
@Suite struct CatalogCacheTests {
  /// Two plain rows, then a strip; only its third item has the key.
  private static let text = #"[{"late":1},{"late":2},[{"n":1},{"n":2},{"late":3}]]"#

  @Test func theFirstRecordsSayNothingOfTheOthers() throws {
    let document = try DocumentOpener.open(bytes: Array(Self.text.utf8), name: "test.json")
    let source = try document.table(shape: Shape(rows: .itself, items: .itself)).source
    let cache = CatalogCache(source: source)
    var read = 0
    let count = { (records: Int) throws(DataError) in read = records }
    #expect(try !cache.anyItem(has: "late", amongFirst: 4, checkpoint: count))
    #expect(read == 4)
    #expect(try cache.anyItem(has: "late", checkpoint: count))
    #expect(read == 5)
    read = 0
    #expect(try cache.anyItem(has: "late", amongFirst: 1, checkpoint: count), "known by now")
    #expect(read == 0)
  }
}
