import TableModel
import Testing

@testable import TableEngine

/// What changing settings and geometry does to cells, offsets and books.
@Suite struct SettingsTests {
  func makeTable() throws -> Table {
    let table = Table(content: FakeContent(rows: 100), metrics: .plain(height: 600, row: 60))
    try table.makeFrame()
    return table
  }

  @Test func aLargerViewportClampsTheOffsetInOneFrame() throws {
    let table = try makeTable()
    try table.scroll(to: 5400)
    let created = table.rowTotals.created
    var metrics = table.metrics
    metrics.viewport.height = 1200
    table.setMetrics(metrics)
    #expect(table.offset == 4800)
    #expect(table.frameCount == 3)
    #expect(table.rowTotals.visible == 20)
    // The ten cells of the first screen were waiting in the pool.
    #expect(table.rowTotals.created == created)
    // The offset became smaller, so rows entered from the last to the first.
    #expect(table.allTrace.last { $0.kind == .reuse }?.address == Address(0, 80))
  }

  @Test func otherHeightsMoveCellsWithoutConfiguringThem() throws {
    let table = try makeTable()
    var metrics = table.metrics
    metrics.rowHeight = 100
    table.setMetrics(metrics)
    #expect(table.rowTotals.requests == 10)
    #expect(table.rowTotals.visible == 6)
    #expect(table.snapshot().rows.map(\.cell.frame.y) == [0, 100, 200, 300, 400, 500])
  }

  @Test func settingsThatConcernNoCellKeepThemAll() throws {
    let table = try makeTable()
    table.setConfiguration(.with { $0.selection = .multiple })
    #expect(table.rowTotals.created == 10)
    #expect(!table.allTrace.contains { $0.kind == .restart })
  }

  /// Figures of two policies do not add up.
  @Test func startingAfreshStartsTheStatistics() throws {
    let table = try makeTable()
    try table.scroll(to: 300)
    table.setConfiguration(.with { $0.poolOrder = .fifo })
    #expect(table.offset == 300)
    #expect(table.rowTotals.created == 10)
    #expect(table.rowTotals.discarded == 0)
    #expect(table.frameTotals.frames == 1)
    #expect(table.invariantViolations() == [])
  }

  @Test func resettingForgets() throws {
    let table = try makeTable()
    try table.scroll(to: 300)
    table.reset()
    #expect(table.offset == 0)
    #expect(table.frameCount == 1)
    #expect(table.rowTotals.created == 10)
    #expect(table.mapping.first == "0:1")
  }

  @Test func headersHavePoolsOfTheirOwn() throws {
    let content = FakeContent((0..<10).map { _ in (0..<5).map { .init(name: "\($0)") } })
    content.headers = Set(0..<10)
    let table = Table(content: content, metrics: .plain(height: 60, row: 10))
    try table.makeFrame()
    for _ in 0..<60 { try table.scroll(by: 10) }
    let headers = table.supplementaryStatistics[0]
    #expect(headers.identifier == "header")
    #expect(headers.counters.requests == 10)
    #expect(headers.counters.created <= 3)
    #expect(headers.counters.alive == headers.counters.visible + headers.counters.pooled)
    #expect(table.supplementaryStatistics[1].counters.requests == 0)
  }

  @Test func identifiersThatNameRowsAreNoticed() throws {
    let content = FakeContent(rows: 40, identifiers: (0..<40).map { "row \($0)" })
    let table = Table(content: content, metrics: .plain(height: 600, row: 60))
    try table.makeFrame()
    #expect(table.hasTooManyIdentifiers)
    try table.scroll(to: 1200)
    #expect(table.rowTotals.reused == 0)
    #expect(try !makeTable().hasTooManyIdentifiers)
  }
}
