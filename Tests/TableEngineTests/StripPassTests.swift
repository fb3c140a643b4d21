import TableModel
import Testing

@testable import TableEngine

/// The rules of the rows, on the other axis.
@Suite struct StripPassTests {
  private let row = Address(0, 0)

  /// One strip of twenty items of 100 points, of which three are in view.
  private func makeTable(
    _ content: FakeContent = FakeContent(strips: 1, items: 20),
    _ change: (inout EngineConfiguration) -> Void = { _ in }
  ) throws -> Table {
    let table = Table(
      content: content, metrics: .plain(height: 40, row: 20, width: 300),
      configuration: .with(change))
    try table.makeFrame()
    return table
  }

  private func events(_ table: Table) -> [String] {
    table.takeTrace().filter { $0.table == .items }.map {
      "\($0.kind.rawValue) \($0.address?.item ?? -1)"
    }
  }

  @Test func theyAskFirstAndRecycleAfterwards() throws {
    let table = try makeTable()
    _ = table.takeTrace()
    try table.scroll(row: row, by: 200)
    #expect(
      events(table) == [
        "create 3", "willDisplay 3", "create 4", "willDisplay 4", "didEndDisplaying 1",
        "didEndDisplaying 0", "recycle 0", "recycle 1",
      ])
    // Back again: from the last to the first, each with the cell that came last.
    try table.scroll(row: row, by: -200)
    #expect(
      events(table) == [
        "prepareForReuse 1", "reuse 1", "willDisplay 1", "prepareForReuse 0", "reuse 0",
        "willDisplay 0", "didEndDisplaying 4", "didEndDisplaying 3", "recycle 3", "recycle 4",
      ])
    #expect(table.snapshot().rows[0].strip?.cells.map(\.id.ordinal) == [1, 2, 3])
  }

  /// The cell of a row is on the screen before the items inside it are asked for.
  @Test func theyRunAfterTheRowsAreAttached() throws {
    let content = FakeContent(strips: 2, items: 1)
    let table = try makeTable(content)
    #expect(
      table.takeTrace().map { "\($0.kind.rawValue) \($0.address?.description ?? "")" } == [
        "create 0.0", "willDisplay 0.0", "create 0.1", "willDisplay 0.1", "create 0.0.0",
        "willDisplay 0.0.0", "create 0.1.0", "willDisplay 0.1.0",
      ])
  }

  @Test func theirOffsetsHaveARange() throws {
    let table = try makeTable()
    for (x, expected) in [(-50, 0), (5000, 1700), (1699, 1699)] {
      try table.scroll(row: row, to: x)
      #expect(table.stripOffset(ofRow: row) == expected)
    }
    // Fewer items than fit leave nothing to scroll.
    let short = try makeTable(FakeContent(strips: 1, items: 2))
    try short.scroll(row: row, to: 40)
    #expect(short.stripOffset(ofRow: row) == 0)
  }

  @Test func edgesThatTouchDoNotCount() throws {
    let table = try makeTable()
    #expect(table.itemTotals.requests == 3)
    try table.scroll(row: row, to: 99)
    #expect(table.itemTexts[0] == ["s0i0", "s0i1", "s0i2", "s0i3"])
    #expect(table.fullyVisibleItems(inRow: row) == 1..<3)
    try table.scroll(row: row, to: 100)
    #expect(table.itemTexts[0] == ["s0i1", "s0i2", "s0i3"])
    #expect(table.fullyVisibleItems(inRow: row) == 1..<4)
  }

  @Test func theirPoolsHaveTheCap() throws {
    let table = try makeTable { $0.poolCap = .limit(1) }
    try table.scroll(row: row, to: 1000)
    #expect(table.itemTotals.recycled == 3)
    #expect(table.itemTotals.pooled == 1)
    #expect(table.itemTotals.discarded == 2)
    #expect(table.rowTotals.discarded == 0)
  }

  @Test func withoutIdentifierNoneIsPooled() throws {
    let content = FakeContent(strips: 1, items: 20)
    content.itemIdentifier = nil
    let table = try makeTable(content)
    try table.scroll(row: row, by: 100)
    #expect(table.itemTotals.recycled == 0)
    #expect(table.itemTotals.discarded == 1)
    #expect(table.itemTotals.alive == 3)
  }

  @Test(arguments: [NestedMode.restore, .shared, .orthogonal])
  func aMemoryWarningEmptiesTheirPools(_ nested: NestedMode) throws {
    let table = try makeTable { $0.nested = nested }
    try table.scroll(row: row, by: 1000)
    #expect(table.itemTotals.pooled == 3)
    table.receiveMemoryWarning()
    #expect(table.itemTotals.pooled == 0)
    #expect(table.itemTotals.alive == 3)
    #expect(table.itemTotals.visible == 3)
  }

  @Test func theCacheByPositionFindsThemUnbound() throws {
    let content = FakeContent(strips: 1, items: 20)
    let table = try makeTable(content) { $0.policy = .recyclerview }
    try table.scroll(row: row, by: 200)
    _ = content.takeConfigured()
    let prepared = table.statistics[1].callbacks.prepareForReuse
    try table.scroll(row: row, by: -200)
    #expect(content.takeConfigured() == [])
    #expect(table.itemTotals.revived == 2)
    #expect(table.statistics[1].callbacks.prepareForReuse == prepared)
    #expect(table.statistics[1].callbacks.willDisplay == 7)
  }

  @Test func aChangeBehindTheTableIsFoundAtTheNextScroll() throws {
    let content = FakeContent(strips: 2, items: 5)
    let table = try makeTable(content)
    try table.lock(rows: [row, Address(0, 1)])
    content.sections[0][1].items?.removeLast()
    let frames = table.frameCount
    // Also where it is another row of those that scroll together.
    for scrolled in [row, Address(0, 1)] {
      #expect(
        throws: EngineError.stripChangedBehindTable(row: Address(0, 1), before: 5, after: 4)
      ) { try table.scroll(row: scrolled, by: 10) }
    }
    // Scrolling to one of its items and locking another row to it do not begin either.
    let error = EngineError.stripChangedBehindTable(row: Address(0, 1), before: 5, after: 4)
    #expect(throws: error) { try table.scrollToRow(Address(0, 1, 2), position: .top) }
    table.unlock(rows: [row])
    #expect(throws: error) { try table.lock(rows: [row]) }
    #expect(table.lockedRows == [Address(0, 1)])
    #expect(table.frameCount == frames)
    #expect(table.stripOffset(ofRow: row) == 0)
    table.reloadData()
    try table.scroll(row: row, by: 10)
  }

  @Test func identifiersThatNameItemsAreNoticed() throws {
    let content = NamingContent(strips: 1, items: 20)
    let table = Table(content: content, metrics: .plain(height: 20, row: 20, width: 400))
    try table.makeFrame()
    #expect(table.hasTooManyIdentifiers)
    #expect(try !makeTable().hasTooManyIdentifiers)
  }

  /// Content whose items each have an identifier of their own.
  private final class NamingContent: TableContent {
    let base: FakeContent

    init(strips: Int, items: Int) { base = FakeContent(strips: strips, items: items) }

    var sectionCount: Int { base.sectionCount }
    func rowCount(inSection section: Int) -> Int { base.rowCount(inSection: section) }
    func hasUniformRows(inSection section: Int) -> Bool { true }
    func itemCount(inRow row: Address) -> Int? { base.itemCount(inRow: row) }
    func hasHeader(_ section: Int) -> Bool { false }
    func hasFooter(_ section: Int) -> Bool { false }
    func identifier(for address: Address) -> String? { address.description }
    func content(for address: Address) -> CellContent { base.content(for: address) }
  }
}
