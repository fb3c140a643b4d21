import TableModel
import Testing

@testable import TableEngine

/// Insets: room to scroll into, under which rows are seen and headers do not float.
@Suite struct InsetTests {
  private func makeTable(_ content: FakeContent = FakeContent(rows: 20)) throws -> Table {
    var metrics = TableMetrics.plain(height: 100, row: 20, width: 300)
    (metrics.insetTop, metrics.insetBottom) = (10, 30)
    (metrics.insetLeft, metrics.insetRight) = (5, 15)
    let table = Table(content: content, metrics: metrics)
    try table.makeFrame()
    return table
  }

  @Test(arguments: [
    (ScrollPosition.top, 190), (.middle, 170), (.bottom, 150), (.none, 150),
  ])
  func rowsAreScrolledToBetweenThem(_ position: ScrollPosition, _ offset: Int) throws {
    let table = try makeTable()
    try table.scrollToRow(Address(0, 10), position: position)
    #expect(table.offset == offset)
  }

  @Test func rowsUnderThemAreSeenAndNotWhollyVisible() throws {
    let table = try makeTable()
    try table.scroll(to: 35)
    #expect(table.visibleRows.compactMap(\.row) == [1, 2, 3, 4, 5, 6])
    #expect(table.fullyVisibleRows.compactMap(\.row) == [3, 4])
    #expect(table.topRow?.row == Address(0, 2))
    try table.scrollToRow(Address(0))
    #expect(table.offset == -10)
  }

  @Test func headersAndFootersFloatBetweenThem() throws {
    let content = FakeContent(rows: 20)
    content.headers = [0]
    content.footers = [0]
    let table = try makeTable(content)
    #expect(table.snapshot().headers.map(\.frame.y) == [10, 60])
    #expect(table.snapshot().headers.map(\.isPinned) == [false, true])
    try table.scroll(to: 60)
    #expect(table.snapshot().headers.map(\.frame.y) == [10, 60])
    try table.scrollToRow(Address(0, 5), position: .top)
    #expect(table.rect(ofRow: Address(0, 5))?.minY == table.offset + 10 + 20)
  }

  @Test func stripsRestBetweenTheirs() throws {
    let table = try makeTable(FakeContent(strips: 20, items: 10))
    let row = Address(0, 1)
    #expect(table.stripOffset(ofRow: row) == -5)
    #expect(table.stripOffset(ofRow: Address(0, 15)) == -5)
    try table.scroll(row: row, to: -100)
    #expect(table.stripOffset(ofRow: row) == -5)
    try table.scroll(row: row, to: 5000)
    #expect(table.stripOffset(ofRow: row) == 1000 + 15 - 300)
    try table.scrollToItem(Address(0, 1, 4), position: .leading)
    #expect(table.stripOffset(ofRow: row) == 395)
    try table.scrollToItem(Address(0, 1, 4), position: .trailing)
    #expect(table.stripOffset(ofRow: row) == 500 + 15 - 300)
    #expect(table.fullyVisibleItems(inRow: row) == 3..<5)
    try table.scroll(row: row, to: -40, overscroll: true)
    #expect(try table.bounce(row: row, step: 10) == 4)
    #expect(table.stripOffset(ofRow: row) == -5)
  }

  /// A strip at its start is there again after a way off the screen, and is in no list.
  @Test func aStripAtItsStartIsNotListed() throws {
    let table = try makeTable(FakeContent(strips: 20, items: 10))
    try table.scroll(row: Address(0, 1), to: 0)
    try table.scroll(row: Address(0, 2), to: 70)
    try table.scroll(row: Address(0, 2), to: -5)
    #expect(table.state.stripOffsets == [.address(Address(0, 1)): 0])
    try table.scroll(to: 300)
    try table.scroll(to: 0)
    #expect(table.stripOffset(ofRow: Address(0, 1)) == 0)
    #expect(table.stripOffset(ofRow: Address(0, 2)) == -5)
    #expect(table.statistics[1].stale == StaleCounters())
  }
}
