import TableModel
import Testing

@testable import TableEngine

/// Cells that come back to their row without being asked for: what happened meanwhile counts.
@Suite struct ReturningCellTests {
  private func makeTable(
    _ content: FakeContent, _ change: (inout EngineConfiguration) -> Void
  ) throws -> Table {
    let table = Table(
      content: content, metrics: .plain(height: 60, row: 20, width: 200),
      configuration: .with(change))
    try table.makeFrame()
    return table
  }

  private func selected(_ table: Table) -> [Address] {
    table.snapshot().rows.flatMap { [$0.cell] + ($0.strip?.cells ?? []) }
      .filter(\.isSelected).map(\.address)
  }

  /// The old selection went while its cell was off the screen, the new one while its cell was.
  @Test(arguments: [
    (ReusePolicy.uikit, 2), (.recyclerview, 2), (.prebuilt, 0),
  ])
  func selectionIsThatOfTheTable(_ policy: ReusePolicy, _ kept: Int) throws {
    let table = try makeTable(FakeContent(rows: 20)) {
      $0.policy = policy
      $0.keptCells = kept
    }
    try table.tap(Address(0, 0))
    try table.scroll(by: 40)
    try table.tap(Address(0, 3))
    try table.select([Address(0, 1)])
    try table.scroll(to: 0)
    #expect(table.rowTotals.revived == 2)
    #expect(selected(table) == [Address(0, 1)])
    #expect(table.statistics[0].stale.selection == 0)
  }

  @Test func soIsThatOfAnEditedCell() throws {
    let table = try makeTable(FakeContent(rows: 20)) { _ in }
    try table.tap(Address(0, 0))
    try table.beginEditing(Address(0, 0))
    try table.scroll(to: 100)
    try table.tap(Address(0, 6))
    try table.scroll(to: 0)
    #expect(selected(table) == [])
  }

  @Test(arguments: [(NestedMode.restore, 2), (.prebuilt, 0)])
  func itemsInsideThemToo(_ nested: NestedMode, _ kept: Int) throws {
    let table = try makeTable(FakeContent(strips: 12, items: 4)) {
      $0.nested = nested
      $0.keptCells = kept
    }
    try table.tap(Address(0, 0, 1))
    try table.scroll(by: 40)
    try table.tap(Address(0, 3, 0))
    try table.scroll(to: 0)
    #expect(selected(table) == [])
    #expect(table.itemTotals.requests == 5 * 2)
  }

  /// An item that scrolled out of its strip and stayed bound.
  @Test func aKeptItemToo() throws {
    let table = try makeTable(FakeContent(strips: 1, items: 9)) { $0.keptCells = 2 }
    try table.tap(Address(0, 0, 0))
    try table.scroll(row: Address(0, 0), by: 100)
    try table.tap(Address(0, 0, 2))
    let requests = table.itemTotals.requests
    try table.scroll(row: Address(0, 0), by: -100)
    #expect(table.itemTotals.requests == requests)
    #expect(table.itemTotals.revived == 1)
    #expect(selected(table) == [])
  }

  /// Reconfiguring reaches the cell of a row wherever it waits for the row.
  @Test(arguments: [
    (ReusePolicy.uikit, 2, false), (.prebuilt, 0, false), (.uikit, 0, true),
  ])
  func reconfiguringReachesThem(_ policy: ReusePolicy, _ kept: Int, _ edits: Bool) throws {
    let content = FakeContent(rows: 20)
    let table = try makeTable(content) {
      $0.policy = policy
      $0.keptCells = kept
    }
    if edits { try table.beginEditing(Address(0, 0)) }
    try table.scroll(by: 20)
    content.sections[0][0].name = "new"
    try table.reconfigure([Address(0, 0)])
    try table.scroll(by: -20)
    #expect(table.texts.first == "new")
    #expect(table.mapping.first == "0:1")
    #expect(table.rowTotals.created == 4)
  }

  @Test(arguments: [true, false])
  func reconfiguringReachesTheItemsOfAPrebuiltRow(_ all: Bool) throws {
    let content = FakeContent(strips: 12, items: 4)
    let table = try makeTable(content) { $0.nested = .prebuilt }
    try table.scroll(to: 100)
    content.sections[0][0].items?[1] = "new"
    try table.reconfigure(all ? nil : [Address(0, 0, 1)])
    try table.scroll(to: 0)
    #expect(table.itemTexts.first == ["s0i0", "new"])
    // The other rows are written again only where all of them were meant.
    #expect(table.itemTotals.requests == (all ? 6 * 2 + 6 : 6 * 2 + 2))
  }
}
