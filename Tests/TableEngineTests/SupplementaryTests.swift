import TableModel
import Testing

@testable import TableEngine

/// Headers and footers have pools of their own, by the rules of cells.
@Suite struct SupplementaryTests {
  /// Ten sections of two rows of ten under headers of twenty; three headers are in view at most.
  private func makeTable(
    _ change: (inout EngineConfiguration) -> Void = { _ in }
  ) throws -> Table {
    let content = FakeContent((0..<10).map { _ in (0..<2).map { .init(name: "\($0)") } })
    content.headers = Set(0..<10)
    let table = Table(
      content: content, metrics: .plain(height: 80, row: 10), configuration: .with(change))
    try table.makeFrame()
    return table
  }

  private func headers(_ table: Table) -> ReuseCounters {
    table.supplementaryStatistics[0].counters
  }

  /// Asked for before those that leave are pooled, as cells are.
  @Test func theyAreReused() throws {
    let table = try makeTable()
    #expect(headers(table).created == 2)
    try table.scroll(to: 80)
    #expect(headers(table).created == 4)
    #expect(headers(table).pooled == 2)
    try table.scroll(to: 160)
    #expect(headers(table).created == 4)
    #expect(headers(table).reused == 2)
  }

  @Test func aMemoryWarningEmptiesTheirPools() throws {
    let table = try makeTable()
    try table.scroll(to: 80)
    table.receiveMemoryWarning()
    #expect(headers(table).pooled == 0)
    #expect(headers(table).discarded == 2)
    #expect(headers(table).alive == 2)
    #expect(table.invariantViolations() == [])
  }

  @Test func reloadingTakesThemThroughTheirPools() throws {
    let table = try makeTable()
    table.reloadData()
    #expect(headers(table).requests == 4)
    #expect(headers(table).created == 2)
    #expect(headers(table).reused == 2)
    #expect(headers(table).highWater == 2)
  }

  @Test func startingAfreshDiscardsThem() throws {
    let table = try makeTable()
    try table.scroll(to: 80)
    table.setConfiguration(.with { $0.poolOrder = .fifo })
    #expect(headers(table).created == 2)
    #expect(headers(table).alive == 2)
  }

  @Test func theirBooksCanBeOpenedAnew() throws {
    let table = try makeTable()
    try table.scroll(to: 80)
    table.resetStatistics()
    #expect(headers(table).requests == 0)
    #expect(headers(table).visible == 2)
    #expect(headers(table).pooled == 2)
    #expect(headers(table).highWater == 2)
    #expect(headers(table).alive == 4)
  }

  @Test(arguments: [(PoolCap.limit(1), 1, 1), (.limit(0), 0, 2)])
  func theCapHoldsForThem(_ cap: PoolCap, _ pooled: Int, _ discarded: Int) throws {
    let table = try makeTable { $0.poolCap = cap }
    try table.scroll(to: 80)
    #expect(headers(table).pooled == pooled)
    #expect(headers(table).discarded == discarded)
    #expect(headers(table).recycled == 2)
  }

  @Test func withoutReuseNoneIsPooled() throws {
    let table = try makeTable { $0.policy = .none }
    for offset in [80, 160] { try table.scroll(to: offset) }
    #expect(headers(table).created == 6)
    #expect(headers(table).recycled == 0)
    #expect(headers(table).alive == 2)
  }

  /// What floats comes last, so that it is drawn over the others.
  @Test func pinnedOnesComeLast() throws {
    let table = try makeTable()
    try table.scroll(to: 5)
    let views = table.snapshot().headers
    #expect(views.map(\.section) == [1, 2, 0])
    #expect(views.map(\.isPinned) == [false, false, true])
  }
}
