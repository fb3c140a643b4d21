import TableModel
import Testing

@testable import TableEngine

/// What cells were written for moves along with the rows, so that what is stale is told once and
/// what is right never.
@Suite struct StaleUpdateTests {
  /// Rows whose check marks a careless data source never takes away.
  private func makeTable(_ content: FakeContent) throws -> Table {
    let table = Table(
      content: content, metrics: .plain(height: 100, row: 20),
      configuration: .with { $0.conditionalWrites = .accessory })
    try table.makeFrame()
    return table
  }

  private func marked(_ rows: Set<Int>) -> FakeContent {
    let content = FakeContent(rows: 30)
    for row in rows { content.sections[0][row].accessory = .checkmark }
    return content
  }

  @Test func aStaleCellThatMovesIsNotToldAgain() throws {
    let content = marked([0])
    let table = try makeTable(content)
    for _ in 0..<2 { try table.scroll(by: 20) }
    #expect(table.statistics[0].stale.style == 1)
    for row in [6, 5, 4] {
      #expect(table.snapshot().rows.contains { $0.cell.address.row == row && isMarked($0) })
      content.sections[0].remove(at: 1)
      try table.performUpdates([.delete(Address(0, 1))])
    }
    #expect(table.statistics[0].stale.style == 1)
  }

  private func isMarked(_ row: RowSnapshot) -> Bool { row.cell.content.accessory == .checkmark }

  /// The row whose mark is still shown goes, and the row that shows it takes its place.
  @Test func aStaleCellAtThePlaceOfItsFormerRowIsStale() throws {
    let content = marked([0])
    content.sections[0].removeSubrange(7...)
    let table = try makeTable(content)
    for _ in 0..<2 { try table.scroll(by: 20) }
    // Row 6 has the cell of row 0. Without the rows before it, it is row 0.
    #expect(table.mapping.last == "6:1")
    content.sections[0].removeSubrange(0..<6)
    try table.performUpdates((0..<6).map { .delete(Address(0, $0)) })
    #expect(table.mapping.first == "0:1")
    table.resetStatistics()
    table.staleReports.removeAll()
    try table.makeFrame()
    #expect(table.statistics[0].stale.style == 1)
  }

  /// A pooled cell of row 5, which is row 6 by now, serves the row that is row 5 now.
  @Test func pooledCellsKnowForWhomTheyWereWritten() throws {
    let content = marked([5])
    let table = try makeTable(content)
    try table.scroll(to: 20)
    try table.scroll(to: 0)
    #expect(table.rowTotals.pooled == 1)
    content.sections[0].insert(.init(name: "new"), at: 5)
    try table.performUpdates([.insert(Address(0, 5))])
    let before = table.statistics[0].stale.style
    try table.scroll(to: 20)
    let last = try #require(table.snapshot().rows.last?.cell)
    #expect(last.address == Address(0, 5))
    #expect(last.content.accessory == .checkmark)
    #expect(table.statistics[0].stale.style == before + 1)
  }

  /// After a reload a place is another row's, even where it finds the same cell again.
  @Test func afterAReloadAPlaceIsAnotherRow() throws {
    let content = marked([0, 1, 2, 3, 4])
    let table = try makeTable(content)
    content.sections[0].removeSubrange(0..<5)
    table.reloadData()
    #expect(table.mapping[2] == "2:3")
    #expect(table.statistics[0].stale.style == 5)
  }

  @Test func reloadingTheSameRowsIsNotStale() throws {
    let table = try makeTable(marked([0, 1, 2, 3, 4]))
    table.reloadData()
    #expect(table.statistics[0].stale.style == 0)
  }

  @Test func aSelectedItemThatMovesIsNotStale() throws {
    let content = FakeContent(strips: 2, items: 9)
    let table = try makeTable(content)
    try table.tap(Address(0, 0, 2))
    content.sections[0][0].items?.remove(at: 0)
    try table.performUpdates([.delete(Address(0, 0, 0))])
    #expect(table.selection == [Address(0, 0, 1)])
    #expect(table.statistics[1].stale.selection == 0)
  }

  /// Images that are on their way find their cells, also those in the pool.
  @Test func imagesFollowTheirRows() throws {
    let content = FakeContent(rows: 30)
    for row in 0..<30 { content.sections[0][row].image = "image \(row)" }
    let table = Table(
      content: content, metrics: .plain(height: 100, row: 20),
      configuration: .with { $0.images = .guarded })
    try table.makeFrame()
    // The cell of row 5 lies in the pool when the row moves.
    try table.scroll(to: 20)
    try table.scroll(to: 0)
    content.sections[0].insert(.init(name: "new"), at: 5)
    try table.performUpdates([.insert(Address(0, 5))])
    let delivery = table.deliverImages()
    #expect((delivery.applied, delivery.rejected) == (7, 0))
    #expect(table.snapshot().rows.map(\.cell.content.image) == (0..<5).map { "image \($0)" })
  }

  /// The classes of leaks, each by the careless data source that makes it.
  @Test func eachLeakHasItsClass() throws {
    let content = FakeContent(rows: 30)
    content.sections[0][0].image = "picture"
    let table = Table(
      content: content, metrics: .plain(height: 100, row: 20),
      configuration: .with { $0.conditionalWrites = .image })
    try table.makeFrame()
    for _ in 0..<3 { try table.scroll(by: 20) }
    #expect(table.statistics[0].stale == StaleCounters(content: 1))
    let strips = Table(
      content: FakeContent(strips: 30, items: 9), metrics: .plain(height: 100, row: 20),
      configuration: .with { $0.nested = .reload })
    try strips.makeFrame()
    try strips.scroll(row: Address(0, 0), to: 50)
    for _ in 0..<3 { try strips.scroll(by: 20) }
    #expect(strips.statistics[1].stale == StaleCounters(innerOffset: 1))
  }
}

extension StaleCounters {
  fileprivate init(content: Int = 0, innerOffset: Int = 0) {
    self.init()
    (self.content, self.innerOffset) = (content, innerOffset)
  }
}
