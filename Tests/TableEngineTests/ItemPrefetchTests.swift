import TableModel
import TestSeeds
import Testing

@testable import TableEngine

/// Items are asked for ahead as rows are, along their strip, with books of their own.
@Suite struct ItemPrefetchTests {
  private static let row = Address(0, 1)

  /// Three items in view of thirty.
  private func makeTable(
    _ distance: PrefetchDistance = .rows(2),
    _ change: (inout EngineConfiguration) -> Void = { _ in }
  ) throws -> (Table, FakeContent) {
    let content = FakeContent(strips: 6, items: 30)
    let table = Table(
      content: content, metrics: .plain(height: 60, row: 20, width: 300),
      configuration: .with {
        $0.prefetch = distance
        change(&$0)
      })
    try table.makeFrame()
    return (table, content)
  }

  private func items(_ table: Table, _ kind: TraceEvent.Kind) -> [Int] {
    table.takeTrace().filter { $0.kind == kind && $0.address?.rowAddress == Self.row }
      .compactMap { $0.address?.item }
  }

  private func scroll(_ table: Table, by items: Int) throws {
    try table.scroll(row: Self.row, by: items * 100)
  }

  @Test func itemsAreAskedForAheadNearestFirstAndOnce() throws {
    let (table, content) = try makeTable()
    #expect(items(table, .prefetch) == [3, 4])
    #expect(content.takeAnnounced().contains(.items(row: Self.row, 3..<5)))
    #expect(table.lastFrame.prefetched == 3 * 2 + 2)
    try scroll(table, by: 1)
    #expect(items(table, .prefetch) == [5])
    #expect(table.frameTotals.itemPrefetch.hits == 1)
    #expect(table.frameTotals.itemPrefetch.late == 0)
    #expect(table.frameTotals.rowPrefetch == PrefetchCounters())
    #expect(table.lastFrame.prefetched == 1)
  }

  @Test func switchedOnItBeginsAtOnce() throws {
    let (table, _) = try makeTable(.off)
    #expect(items(table, .prefetch) == [])
    table.setConfiguration(.with { $0.prefetch = .rows(2) })
    #expect(items(table, .prefetch) == [3, 4])
  }

  @Test func aViewportOfThem() throws {
    let (table, _) = try makeTable(.viewport)
    #expect(items(table, .prefetch) == [3, 4, 5])
  }

  @Test func turningBackCancels() throws {
    let (table, _) = try makeTable()
    try scroll(table, by: 10)
    _ = table.takeTrace()
    try scroll(table, by: -1)
    let trace = table.takeTrace().filter { $0.address?.item != nil }
    #expect(
      trace.filter { $0.kind == .cancelPrefetch }.compactMap { $0.address?.item } == [13, 14])
    #expect(trace.filter { $0.kind == .prefetch }.compactMap { $0.address?.item } == [8, 7])
    // Those that the jump went past were waste too.
    #expect(table.frameTotals.itemPrefetch.waste == 2 + 2)
    #expect(table.frameTotals.itemPrefetch.late == 3 + 1)
  }

  @Test func theEndsAreTheEnds() throws {
    let (table, _) = try makeTable(.rows(1000))
    #expect(items(table, .prefetch) == Array(3..<30))
    try table.scroll(row: Self.row, to: .max)
    #expect(items(table, .prefetch) == [])
    #expect(table.frameTotals.itemPrefetch.hits == 3)
  }

  /// A strip that is given to another row has asked in vain, and begins anew.
  @Test func aStripOfAnotherRowBeginsAnew() throws {
    let (table, _) = try makeTable()
    try table.scroll(to: 60)
    try table.scroll(to: 0)
    #expect(table.frameTotals.itemPrefetch.waste == 3 * 2)
    #expect(table.frameTotals.itemPrefetch.late == 0)
  }

  /// Whatever happens, each item that was asked for is one of shown, cancelled or still ahead.
  @Test(arguments: NestedMode.allCases)
  func everyPrefetchHasOneEnd(_ nested: NestedMode) throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let (table, _) = try makeTable { $0.nested = nested }
    for step in 0..<200 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...5:
        try table.scroll(
          row: Address(0, Int.random(in: 0..<6, using: &random)),
          by: Int.random(in: -500...700, using: &random))
      case 6...8: try table.scroll(by: Int.random(in: -60...60, using: &random))
      default: table.reloadData()
      }
      guard step % 20 == 0 else { continue }
      let books = table.frameTotals.itemPrefetch
      let asked = table.allTrace.count { $0.kind == .prefetch && $0.table == .items }
      let ahead = table.everyCell().compactMap(\.0.strip).map { $0.prefetcher?.pending.count ?? 0 }
        .reduce(0, +)
      #expect(asked == books.hits + books.waste + ahead, "seed \(seed)")
    }
  }
}
