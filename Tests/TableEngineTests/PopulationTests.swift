import TableModel
import Testing

@testable import TableEngine

/// How many cells live under slow scrolls, pages and jumps: 500 rows of 60 points, 600 in view.
@Suite struct PopulationTests {
  func makeTable(_ change: (inout EngineConfiguration) -> Void = { _ in }) throws -> Table {
    let table = Table(
      content: FakeContent(rows: 500), metrics: .plain(height: 600, row: 60),
      configuration: .with(change))
    try table.makeFrame()
    return table
  }

  struct Scroll: Sendable {
    var step: Int
    var count: Int
    var created: Int
    var pooled: Int
    var reused: Int
    var requests: Int
  }

  @Test(arguments: [
    Scroll(step: 30, count: 100, created: 11, pooled: 1, reused: 49, requests: 60),
    Scroll(step: 600, count: 5, created: 20, pooled: 10, reused: 40, requests: 60),
    Scroll(step: 3000, count: 1, created: 20, pooled: 10, reused: 0, requests: 20),
  ])
  func askingFirst(_ scroll: Scroll) throws {
    let table = try makeTable()
    for _ in 0..<scroll.count { try table.scroll(by: scroll.step) }
    #expect(table.offset == 3000)
    #expect(table.rowTotals.created == scroll.created)
    #expect(table.rowTotals.pooled == scroll.pooled)
    #expect(table.rowTotals.reused == scroll.reused)
    #expect(table.rowTotals.requests == scroll.requests)
    #expect(table.rowTotals.visible == 10)
  }

  /// The results of a search in a table of their own: nothing of the first table serves them, and its
  /// cells are there again afterwards.
  @Test func aSecondTableHasPoolsOfItsOwn() throws {
    let content = FakeContent(rows: 500)
    let table = Table(content: content, metrics: .plain(height: 600, row: 60))
    try table.makeFrame()
    try table.scroll(by: 600)
    let first = table.statistics
    content.sections = [Array(content.sections[0].prefix(40))]
    table.setSecondTable(true)
    table.reloadData()
    #expect(table.rowTotals.created == 10 && table.rowTotals.reused == 0)
    #expect(table.copy(showing: content).isSecondTable)
    table.receiveMemoryWarning()
    #expect(table.invariantViolations() == [])
    content.sections = [(0..<500).map { FakeContent.Row(name: "r\($0)") }]
    table.setSecondTable(false)
    #expect(table.rowTotals.created == first[0].totals.created)
    #expect(table.rowTotals.pooled == 0)
    table.reloadData()
    #expect(table.rowTotals.created == first[0].totals.created)
    #expect(table.invariantViolations() == [])
  }

  /// Alive after 100 small steps, 5 pages and one jump.
  @Test(arguments: [
    (ReusePolicy.flashlist, PoolCap.policyDefault, 0, [11, 10, 10]),
    (.recyclerview, .unlimited, 0, [11, 11, 11]),
  ])
  func otherOrders(policy: ReusePolicy, cap: PoolCap, kept: Int, alive: [Int]) throws {
    for ((step, count), alive) in zip([(30, 100), (600, 5), (3000, 1)], alive) {
      let table = try makeTable {
        $0.policy = policy
        $0.poolCap = cap
        $0.keptCells = kept
        $0.cellPrefetch = 0
      }
      for _ in 0..<count { try table.scroll(by: step) }
      #expect(table.rowTotals.alive == alive, "\(count) steps of \(step)")
    }
  }

  /// A capped pool punishes asking first: forty pages.
  @Test(arguments: [
    (PoolCap.policyDefault, 20, 0), (.limit(5), 215, 200), (.limit(0), 410, 400),
  ])
  func caps(cap: PoolCap, created: Int, discarded: Int) throws {
    let table = try makeTable { $0.poolCap = cap }
    for _ in 0..<40 { try table.scroll(by: 600) }
    #expect(table.rowTotals.created == created)
    #expect(table.rowTotals.discarded == discarded)
    #expect(table.rowTotals.recycled == 400)
  }

  @Test func reloadingTurnsTheCellsAround() throws {
    let table = try makeTable()
    try table.scroll(to: 300)
    #expect(table.mapping == (5..<15).map { "\($0):\($0 < 10 ? $0 + 1 : $0 + 1)" })
    table.reloadData()
    #expect(table.mapping == (5..<15).map { "\($0):\(20 - $0)" })
    #expect(table.rowTotals.created == 15)
  }

  @Test func reloadingARowTakesANewCell() throws {
    let table = try makeTable()
    #expect(table.rowTotals.created == 10)
    try table.reloadRows([Address(0, 0)])
    #expect(table.rowTotals.created == 11)
    #expect(table.rowTotals.pooled == 1)
    #expect(table.mapping.first == "0:11")
    #expect(table.snapshot().rows.map(\.cell.address.row) == Array(0..<10))
  }

  @Test func orderOfCallbacks() throws {
    let table = try makeTable()
    _ = table.takeTrace()
    try table.scroll(by: 120)
    let events = table.takeTrace().map { "\($0.kind.rawValue) \($0.address?.row ?? -1)" }
    #expect(
      events == [
        "create 10", "willDisplay 10", "create 11", "willDisplay 11", "didEndDisplaying 1",
        "didEndDisplaying 0", "recycle 0", "recycle 1",
      ])
    try table.scroll(by: -60)
    #expect(
      table.takeTrace().map { "\($0.kind.rawValue) \($0.address?.row ?? -1)" } == [
        "prepareForReuse 1", "reuse 1", "willDisplay 1", "didEndDisplaying 11", "recycle 11",
      ])
  }

  /// As for the results of a search, and for the end of it.
  @Test func anotherSourceUsesTheSamePools() throws {
    let table = try makeTable()
    let all = table.content
    table.content = FakeContent(rows: 3)
    table.reloadData()
    #expect(table.rowTotals.created == 10)
    #expect(table.rowTotals.pooled == 7)
    table.content = all
    table.reloadData()
    #expect(table.rowTotals.created == 10)
    #expect(table.rowTotals.reused == 13)
    #expect(table.texts == (0..<10).map { "r\($0)" })
  }

  @Test func memoryWarningEmptiesPoolsOnly() throws {
    let table = try makeTable()
    try table.scroll(by: 3000)
    table.receiveMemoryWarning()
    #expect(table.rowTotals.pooled == 0)
    #expect(table.rowTotals.discarded == 10)
    #expect(table.rowTotals.visible == 10)
  }

  @Test func cellsWithoutIdentifierAreNeverPooled() throws {
    let table = Table(
      content: FakeContent(rows: 50, identifiers: [nil]), metrics: .plain(height: 600, row: 60))
    try table.makeFrame()
    try table.scroll(by: 60)
    #expect(table.rowTotals.pooled == 0)
    #expect(table.rowTotals.recycled == 0)
    #expect(table.rowTotals.discarded == 1)
    #expect(table.rowTotals.alive == 10)
  }
}
