import TableModel
import Testing

@testable import TableEngine

/// Strips inside reused row cells: what leaks under each mode, and what comes back.
@Suite struct NestedTests {
  let content = FakeContent(strips: 10, items: 20)

  /// Ten strips, three in view, three items in view in each.
  func makeTable(_ nested: NestedMode) throws -> Table {
    let table = Table(
      content: content,
      metrics: TableMetrics(
        viewport: Size(width: 30, height: 30), rowHeight: 10, cellSize: Size(width: 10, height: 10),
        headerHeight: 0, footerHeight: 0),
      configuration: .with { $0.nested = nested })
    try table.makeFrame()
    return table
  }

  /// Which row's items each row on the screen shows.
  func sources(_ table: Table) -> [Int: Int] {
    var sources: [Int: Int] = [:]
    for row in table.snapshot().rows {
      let text = row.strip?.cells.first?.content.text ?? ""
      sources[row.cell.address.row ?? -1] = Int(text.dropFirst().prefix { $0 != "i" })
    }
    return sources
  }

  @Test func withoutReloadRowsRepeatTheRowsAbove() throws {
    let table = try makeTable(.none)
    var shown = sources(table)
    for _ in 0..<7 {
      try table.scroll(by: 10)
      shown.merge(sources(table)) { $1 }
    }
    #expect(table.rowTotals.created == 4)
    #expect((0..<10).map { shown[$0] } == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1])
    #expect(table.statistics[1].stale.innerData == 18)
  }

  @Test func inStepsOfAScreenTheStackShows() throws {
    let table = try makeTable(.none)
    var shown = sources(table)
    for _ in 0..<2 {
      try table.scroll(by: 30)
      shown.merge(sources(table)) { $1 }
    }
    #expect(table.rowTotals.created == 6)
    #expect((0..<9).map { shown[$0] } == [0, 1, 2, 3, 4, 5, 2, 1, 0])
  }

  @Test(arguments: [
    (NestedMode.none, [0, 40, 40]), (.reload, [0, 40, 40]), (.reset, [0, 0, 0]),
    (.restore, [0, 0, 40]), (.prebuilt, [0, 0, 40]), (.orthogonal, [0, 0, 40]),
    (.shared, [0, 0, 40]),
  ])
  func offsetOfARowThatTakesTheCellOver(mode: NestedMode, expected: [Int]) throws {
    let table = try makeTable(mode)
    try table.scroll(row: Address(0, 0), to: 40)
    var seen: [Int] = []
    for _ in 0..<4 { try table.scroll(by: 10) }
    // Row 4 has the cell of row 0, where cells are given away.
    seen.append(try #require(table.stripOffset(ofRow: Address(0, 5))))
    seen.append(
      try #require(table.snapshot().rows.first { $0.cell.address.row == 4 }?.strip?.offset))
    try table.scroll(to: 0)
    seen.append(try #require(table.snapshot().rows.first?.strip?.offset))
    // Coming back, row 0 finds a cell by the order of the pool.
    if mode == .none || mode == .reload { seen[2] = expected[2] }
    #expect(seen == expected)
  }

  @Test(arguments: NestedMode.allCases.filter { $0 != .none })
  func everyModeButNoneShowsTheRightItems(mode: NestedMode) throws {
    let table = try makeTable(mode)
    for step in [10, 30, -10, 20, -30, 7, 10, -40] {
      try table.scroll(by: step)
      for (row, source) in sources(table) { #expect(row == source) }
    }
    #expect(table.statistics[1].stale == StaleCounters())
  }

  @Test func itemsAreReusedInsideTheirStrip() throws {
    let table = try makeTable(.restore)
    try table.scroll(by: 10)
    try table.scroll(by: 10)
    // Row 4 took over the cell of row 0: its three items went through the strip's own pool.
    #expect(table.itemTotals.created == 12)
    #expect(table.itemTotals.reused == 3)
    #expect(table.itemTotals.recycled == 3)
    #expect(table.itemTotals.visible == 9)
    #expect(table.itemTotals.alive == 12)
  }

  @Test func sharedPoolsHandItemsOn() throws {
    let table = try makeTable(.shared)
    try table.scroll(by: 30)
    try table.scroll(by: 30)
    #expect(table.rowTotals.created == 6)
    #expect(table.itemTotals.created == 9)
    #expect(table.itemTotals.alive == 9)
  }

  @Test func stripsScrollLikeTheTable() throws {
    let table = try makeTable(.restore)
    try table.scroll(row: Address(0, 1), by: 15)
    #expect(table.itemTexts[1] == ["s1i1", "s1i2", "s1i3", "s1i4"])
    #expect(table.itemTotals.created == 11)
    try table.scroll(row: Address(0, 1), to: 1000)
    #expect(table.stripOffset(ofRow: Address(0, 1)) == 170)
    let strip = try #require(table.snapshot().rows[1].strip)
    #expect(strip.contentWidth == 200)
    #expect(strip.cells.map(\.frame.x) == [0, 10, 20])
    #expect(strip.cells.map(\.frame.y) == [10, 10, 10])
  }

  @Test func anOffScreenStripRemembersWhereItIsTold() throws {
    let table = try makeTable(.restore)
    try table.scroll(row: Address(0, 9), to: 50)
    try table.scroll(to: 1000)
    #expect(table.snapshot().rows.last?.strip?.offset == 50)
  }

  @Test func offsetsFollowStableIdentities() throws {
    content.hasStableIdentities = true
    let table = try makeTable(.restore)
    try table.scroll(row: Address(0, 0), to: 40)
    content.sections[0].reverse()
    table.reloadData()
    #expect(table.snapshot().rows.map { $0.strip?.offset } == [0, 0, 0])
    try table.scroll(to: 1000)
    #expect(table.snapshot().rows.last?.strip?.offset == 40)
  }

  /// As for a filter that hides row 0 and row 5, and then for none.
  @Test(arguments: [NestedMode.restore, .shared, .orthogonal, .prebuilt])
  func offsetsFollowTheirRowsToAnotherArrangement(_ mode: NestedMode) throws {
    let table = try makeTable(mode)
    for (row, x) in [(0, 40), (1, 15), (5, 70), (8, 25)] {
      try table.scroll(row: Address(0, row), to: x)
    }
    try table.lock(rows: [Address(0, 5), Address(0, 8)])
    let all = content.sections[0]
    let shown = [1, 2, 3, 4, 6, 7, 8, 9]
    content.sections[0] = shown.map { all[$0] }
    let left = table.carryStrips(
      to: { row in shown.firstIndex(of: row.row ?? -1).map { Address(0, $0) } }, adding: [:])
    table.reloadData()
    #expect(left == [Address(0, 0): 40, Address(0, 5): 70])
    #expect(table.lockedRows == [Address(0, 6)])
    #expect((0..<8).map { table.stripOffset(ofRow: Address(0, $0)) } == [15, 0, 0, 0, 0, 0, 70, 0])
    #expect(table.itemTexts[0].first == "s1i1")
    table.unlock()
    content.sections[0] = all
    _ = table.carryStrips(to: { Address(0, shown[$0.row ?? 0]) }, adding: left)
    table.reloadData()
    #expect((0..<3).map { table.stripOffset(ofRow: Address(0, $0)) } == [40, 15, 0])
    #expect(table.stripOffset(ofRow: Address(0, 8)) == 70)
    #expect(table.statistics[1].stale == StaleCounters())
  }

  @Test func lockedRowsScrollTogether() throws {
    let table = try makeTable(.restore)
    try table.lock(rows: [Address(0, 0), Address(0, 2), Address(0, 8)])
    try table.scroll(row: Address(0, 2), to: 25)
    #expect(table.snapshot().rows.map { $0.strip?.offset } == [25, 0, 25])
    try table.scroll(to: 70)
    #expect(table.snapshot().rows.map { $0.strip?.offset } == [0, 25, 0])
    table.unlock()
    try table.scroll(row: Address(0, 8), to: 0)
    try table.scroll(to: 0)
    #expect(table.snapshot().rows.map { $0.strip?.offset } == [25, 0, 25])
  }

  @Test func aStripSpringsBack() throws {
    let table = try makeTable(.restore)
    try table.scroll(row: Address(0, 0), to: -25, overscroll: true)
    #expect(table.snapshot().rows.first?.strip?.offset == -25)
    #expect(try table.bounce(row: Address(0, 0), step: 10) == 3)
    #expect(table.snapshot().rows.first?.strip?.offset == 0)
  }

  @Test func dataIsAnnouncedInWindows() throws {
    let table = try makeTable(.restore)
    #expect(
      content.takeAnnounced() == [.rows(section: 0, 0..<3)]
        + (0..<3).map { .items(row: Address(0, $0), 0..<3) })
    try table.scroll(by: 10)
    #expect(
      content.takeAnnounced() == [.rows(section: 0, 3..<4), .items(row: Address(0, 3), 0..<3)])
    try table.scroll(row: Address(0, 2), to: 20)
    #expect(content.takeAnnounced() == [.items(row: Address(0, 2), 3..<5)])
  }
}

/// One pool for rows and items, where a row's and an item's identifier are the same.
@Suite struct OrthogonalPoolTests {
  @Test func aCellThatBecomesAnItemChangesTheBooks() throws {
    let content = FakeContent([
      (0..<6).map { .init(name: "r\($0)", identifier: "Cell") }
        + (0..<6).map { row in
          .init(name: "s\(row)", items: (0..<4).map { "s\(row)i\($0)" }, identifier: "Strip")
        }
    ])
    content.itemIdentifier = "Cell"
    let table = Table(
      content: content, metrics: .plain(height: 100, row: 20),
      configuration: .with { $0.nested = .orthogonal })
    try table.makeFrame()
    #expect(table.rowTotals.alive == 5)
    try table.scroll(to: 120)
    try table.scroll(to: 140)
    #expect(table.invariantViolations() == [])
    let (rows, items) = (table.rowTotals, table.itemTotals)
    #expect(items.reused > 0)
    #expect(rows.alive + items.alive == rows.created + items.created)
    #expect(items.alive > items.created)
  }
}
