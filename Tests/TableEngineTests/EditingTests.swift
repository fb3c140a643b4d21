import TableModel
import Testing

@testable import TableEngine

/// The cell that is being edited is kept for its row.
@Suite struct EditingTests {
  private func makeRows() throws -> Table {
    let table = Table(content: FakeContent(rows: 100), metrics: .plain(height: 600, row: 60))
    try table.makeFrame()
    return table
  }

  private func makeStrips(_ nested: NestedMode) throws -> Table {
    let table = Table(
      content: FakeContent(strips: 20, items: 20),
      metrics: .plain(height: 200, row: 50, width: 300), configuration: .with { $0.nested = nested }
    )
    try table.makeFrame()
    return table
  }

  private func kinds(_ table: Table, of address: Address) -> [TraceEvent.Kind] {
    table.takeTrace().filter { $0.address == address }.map(\.kind)
  }

  @Test func itComesBackWithoutBeingAskedFor() throws {
    let table = try makeRows()
    _ = table.takeTrace()
    try table.beginEditing(Address(0, 3))
    #expect(table.editing == Address(0, 3))
    try table.scroll(to: 3000)
    #expect(table.editing == Address(0, 3))
    #expect(table.editsOffScreen)
    #expect(table.rowTotals.retained == 1)
    #expect(table.rowTotals.pooled == 9)
    try table.scroll(to: 0)
    #expect(!table.editsOffScreen)
    #expect(
      kinds(table, of: Address(0, 3)) == [
        .beginEditing, .didEndDisplaying, .retain, .reattach, .willDisplay,
      ])
    #expect(table.rowTotals.retained == 1)
  }

  @Test func oneCellAtATime() throws {
    let table = try makeRows()
    try table.beginEditing(Address(0, 3))
    try table.beginEditing(Address(0, 4))
    #expect(table.editing == Address(0, 4))
    #expect(table.snapshot().rows.filter(\.cell.isEditing).map(\.cell.address.row) == [4])
    try table.scroll(to: 3000)
    // Another one gives the waiting cell up.
    try table.beginEditing(Address(0, 52))
    #expect(table.rowTotals.pooled == 10)
    #expect(table.rowTotals.alive == 20)
  }

  @Test func aPlaceWithoutACellIsRefused() throws {
    let table = try makeRows()
    #expect(throws: EngineError.notOnScreen(Address(0, 50))) {
      try table.beginEditing(Address(0, 50))
    }
    #expect(throws: EngineError.noRow(Address(0, 100))) {
      try table.beginEditing(Address(0, 100))
    }
    #expect(table.editing == nil)
  }

  @Test func endingPoolsWhatWaits() throws {
    let table = try makeRows()
    try table.beginEditing(Address(0, 0))
    try table.scroll(to: 600)
    table.endEditing()
    #expect(table.editing == nil)
    #expect(table.rowTotals.pooled == 10)
    try table.scroll(to: 0)
    #expect(table.rowTotals.requests == 30)
  }

  @Test func reloadingEndsIt() throws {
    let table = try makeRows()
    try table.beginEditing(Address(0, 0))
    table.reloadData()
    #expect(table.editing == nil)
    #expect(table.snapshot().rows.allSatisfy { !$0.cell.isEditing })
  }

  /// It is the row that is being edited, wherever it goes, until it is deleted.
  @Test(arguments: [false, true])
  func itMovesWithItsRow(_ offScreen: Bool) throws {
    let content = FakeContent(rows: 100)
    let table = Table(content: content, metrics: .plain(height: 600, row: 60))
    try table.makeFrame()
    try table.beginEditing(Address(0, 3))
    if offScreen { try table.scroll(to: 3000) }
    content.sections[0].remove(at: 0)
    try table.performUpdates([.delete(Address(0, 0))])
    #expect(table.editing == Address(0, 2))
    content.sections[0].remove(at: 2)
    try table.performUpdates([.delete(Address(0, 2))])
    #expect(table.editing == nil)
    #expect(table.rows.exempt.isEmpty)
  }

  /// The row around an edited item is not given away either.
  @Test(arguments: NestedMode.allCases)
  func anItemKeepsItsRow(_ nested: NestedMode) throws {
    let table = try makeStrips(nested)
    let item = Address(1, 0, 0)
    #expect(throws: EngineError.noItem(item)) { try table.beginEditing(item) }
    let place = Address(0, 1, 2)
    try table.beginEditing(place)
    let id = try #require(table.cell(for: place)?.id)
    try table.scroll(row: place, to: 1000)
    #expect(table.editsOffScreen)
    #expect(table.itemTotals.retained == 1)
    try table.scroll(to: 800)
    #expect(table.editing == place)
    #expect(table.invariantViolations().isEmpty)
    try table.scroll(to: 0)
    try table.scroll(row: place, to: 0)
    #expect(table.cell(for: place)?.id == id)
    #expect(table.cell(for: place)?.isEditing == true)
    #expect(!table.editsOffScreen)
    #expect(table.invariantViolations().isEmpty)
  }

  @Test(arguments: NestedMode.allCases)
  func anItemThatWaitsMovesWithItsRowAndIsGivenUpWithIt(_ nested: NestedMode) throws {
    let table = try makeStrips(nested)
    let content = try #require(table.content as? FakeContent)
    try table.beginEditing(Address(0, 1, 2))
    try table.scroll(row: Address(0, 1), to: 1000)
    content.sections[0].remove(at: 0)
    try table.performUpdates([.delete(Address(0, 0))])
    #expect(table.editing == Address(0, 0, 2))
    content.sections[0][0].items?.remove(at: 0)
    try table.performUpdates([.delete(Address(0, 0, 0))])
    #expect(table.editing == Address(0, 0, 1))
    try table.scroll(to: 500)
    content.sections[0][0].items?.remove(at: 1)
    try table.performUpdates([.delete(Address(0, 0, 1))])
    #expect(table.editing == nil)
    #expect(table.rows.exempt.isEmpty)
    #expect(table.invariantViolations().isEmpty)
  }

  @Test func aStateThatIsRestoredIsEditedAgain() throws {
    let table = try makeRows()
    try table.beginEditing(Address(0, 3))
    let state = table.state
    table.endEditing()
    table.restore(state)
    #expect(table.editing == Address(0, 3))
    try table.beginEditing(Address(0, 5))
    table.restore(state)
    #expect(table.editing == Address(0, 3))
    var other = state
    other.editing = nil
    table.restore(other)
    #expect(table.editing == nil)
  }
}
