import TableModel
import Testing

@testable import TableEngine

@Suite struct ScrollViewTableTests {
  struct Run: Sendable {
    var height: Int
    var requests: Int
    var invisible: Int
    var created: Int
    var willDisplay: Int?
  }

  /// Twenty-five rows of forty points, in steps of five to the end.
  @Test(arguments: [
    Run(height: 460, requests: 64, invisible: 52, created: 14, willDisplay: 1412),
    Run(height: 480, requests: 25, invisible: 13, created: 14),
  ])
  func requestsForInvisibleRows(_ run: Run) throws {
    let table = Table(
      content: FakeContent(rows: 25), metrics: .plain(height: run.height, row: 40),
      configuration: .with { $0.policy = .ketable })
    try table.makeFrame()
    for offset in stride(from: 5, through: 1000 - run.height, by: 5) {
      try table.scroll(to: offset)
    }
    #expect(table.rowTotals.requests == run.requests)
    #expect(table.frameTotals.invisibleRequests == run.invisible)
    #expect(table.rowTotals.created == run.created)
    #expect(table.statistics[0].callbacks.prepareForReuse == 0)
    #expect(table.statistics[0].callbacks.didEndDisplaying == 0)
    if let willDisplay = run.willDisplay {
      #expect(table.frameCount == 109)
      #expect(table.statistics[0].callbacks.willDisplay == willDisplay)
    }
  }

  @Test func anInvisibleRowIsRequestedAtEveryRefreshAtRest() throws {
    let table = Table(
      content: FakeContent(rows: 25), metrics: .plain(height: 460, row: 40),
      configuration: .with { $0.policy = .ketable })
    try table.makeFrame()
    let before = table.rowTotals.requests
    for _ in 0..<11 { try table.makeFrame() }
    #expect(table.rowTotals.requests - before == 11)
  }

  @Test func reloadDataLeavesStaleRowsOnTheScreen() throws {
    let content = FakeContent(rows: 25)
    let table = Table(
      content: content, metrics: .plain(height: 400, row: 40),
      configuration: .with { $0.policy = .ketable })
    try table.makeFrame()
    content.sections[0][0].name = "new"
    table.reloadData()
    #expect(table.texts.first == "r0")
  }
}

@Suite struct RecyclerViewTests {
  /// A grid of five columns, two lines in view: cells made after each line; then one line back.
  @Test func gridOfFiveColumns() throws {
    let table = Table(
      content: FakeContent(rows: 100), metrics: .plain(height: 10, row: 1),
      configuration: .with {
        $0.policy = .recyclerview
        $0.chunk = 5
        $0.cellPrefetch = 0
      })
    try table.makeFrame()
    var created = [table.rowTotals.created]
    for _ in 2...6 {
      try table.scroll(by: 5)
      created.append(table.rowTotals.created)
    }
    #expect(created == [10, 15, 17, 17, 17, 17])
    let requests = table.rowTotals.requests
    try table.scroll(by: -5)
    #expect(table.rowTotals.requests - requests == 3)
    #expect(table.rowTotals.revived == 2)
    #expect(table.rowTotals.created == 17)
  }

  private func cell(at position: Int) -> Cell {
    Cell(
      identifier: 0, id: CellID(identifier: "Cell", ordinal: position), table: .rows,
      isPoolable: true,
      slot: Slot(position: position, address: Address(0, position), start: position, length: 1))
  }

  @Test func preparedCellsAreNotPushedOutOfTheCache() {
    var cache = PositionCache(capacity: 2)
    cache.protect([3, 4, 5])
    for position in [3, 4, 5] { _ = cache.insert(cell(at: position)) }
    var contents: [[Int]] = []
    for position in [10, 20, 30, 40] {
      _ = cache.insert(cell(at: position))
      contents.append(cache.cells.map(\.slot.position))
    }
    #expect(
      contents == [[10, 3, 4, 5], [10, 20, 3, 4, 5], [20, 30, 3, 4, 5], [30, 40, 3, 4, 5]])
    _ = cache.drain()
    cache.protect([])
    for position in [3, 4, 5, 50, 60, 70, 80, 90] { _ = cache.insert(cell(at: position)) }
    #expect(cache.cells.map(\.slot.position) == [50, 60, 70, 80, 90])
  }

  @Test func preparingTheSameRowsAgainMakesNothing() throws {
    let table = Table(
      content: FakeContent(rows: 100), metrics: .plain(height: 10, row: 1),
      configuration: .with {
        $0.policy = .recyclerview
        $0.cellPrefetch = 3
      })
    for _ in 0..<4 { try table.makeFrame() }
    #expect(table.rowTotals.created == 13)
    #expect(table.rowTotals.requests == 13)
    #expect(table.statistics[0].callbacks.willDisplay == 10)
  }

  private func makeTable(_ change: (inout EngineConfiguration) -> Void = { _ in }) throws -> Table {
    let table = Table(
      content: FakeContent(rows: 500), metrics: .plain(height: 600, row: 60),
      configuration: .with {
        $0.policy = .recyclerview
        change(&$0)
      })
    try table.makeFrame()
    return table
  }

  /// Every row on the way is bound, and a few cells serve them all.
  @Test func aLongScrollByADistanceBindsEveryRowOnTheWay() throws {
    let table = try makeTable()
    try table.scroll(to: 3000)
    #expect(table.lastFrame.way == .scrollBy)
    #expect(table.rowTotals.requests == 61)
    #expect(table.rowTotals.created == 13)
    #expect(table.frameTotals.invisibleRequests == 0)
  }

  /// All are set aside and the new ones asked for before any is recycled: two are cached, five pooled,
  /// three discarded.
  @Test func aLongScrollToAPositionAsksFirst() throws {
    let table = try makeTable {
      $0.jumps = .scrollToPosition
      $0.cellPrefetch = 0
    }
    try table.scroll(to: 3000)
    #expect(table.lastFrame.way == .scrollToPosition)
    #expect(table.rowTotals.requests == 20)
    #expect(table.rowTotals.created == 20)
    #expect(table.rowTotals.recycled == 8)
    #expect(table.rowTotals.discarded == 3)
    #expect(table.rowTotals.highWater == 5)
  }

  @Test func nobodyGoesByThousandsOfRows() throws {
    let table = Table(
      content: EndlessContent(sections: 1, rows: 1_000_000, items: nil),
      metrics: .plain(height: 600, row: 60), configuration: .with { $0.policy = .recyclerview })
    try table.makeFrame()
    try table.scroll(to: .max)
    #expect(table.lastFrame.way == .scrollToPosition)
    #expect(table.rowTotals.requests < 25)
    // Nor by what lies beyond the content.
    try table.scroll(to: .max, overscroll: true)
    #expect(table.lastFrame.way == .scrollToPosition)
  }

  /// One is prepared after each scroll, for which the cache has one more place.
  @Test func theNextCellIsPreparedAfterAScroll() throws {
    let table = try makeTable()
    #expect(table.rows.kept.cells.isEmpty)
    try table.scroll(by: 10)
    #expect(table.rows.kept.cells.map(\.slot.position) == [11])
    #expect(table.rows.kept.limit == 3)
    #expect(table.traceOfLastFrame.contains { $0.kind == .prepare && $0.address == Address(0, 11) })
    #expect(table.rowTotals.requests == 12)
    try table.scroll(by: 60)
    #expect(table.rowTotals.revived == 1)
    try table.scroll(by: -10)
    #expect(table.rows.kept.cells.map(\.slot.position).contains(0))
  }

  @Test func itemsGoByTheSameWays() throws {
    for way in ScrollWay.allCases {
      let table = Table(
        content: FakeContent(strips: 2, items: 60),
        metrics: .plain(height: 60, row: 60, width: 300),
        configuration: .with {
          $0.policy = .recyclerview
          $0.jumps = way
        })
      try table.makeFrame()
      try table.scroll(row: Address(0, 0), to: 3000)
      #expect(table.lastFrame.way == way)
      // Three in view at first, then each on the way or the three in view, and one prepared.
      #expect(table.itemTotals.requests == (way == .scrollBy ? 34 : 7))
      #expect(table.invariantViolations() == [])
    }
  }

  /// Cells enter the pool from the last to the first, those of the cache before the others.
  @Test func reloadingPoolsFromTheLast() throws {
    let table = try makeTable { $0.cellPrefetch = 0 }
    try table.scroll(by: 120)
    table.reloadData()
    #expect(table.rowTotals.recycled == 12)
    #expect(table.rowTotals.discarded == 7)
    #expect(table.rowTotals.created == 17)
    #expect(table.statistics[0].callbacks.prepareForReuse == 0)
    #expect(table.mapping.first == "2:10")
  }
}

@Suite struct KeptAndPrebuiltTests {
  @Test func keptCellsComeBackWithoutBeingConfigured() throws {
    let content = FakeContent(rows: 100)
    let table = Table(
      content: content, metrics: .plain(height: 600, row: 60),
      configuration: .with { $0.keptCells = 2 })
    try table.makeFrame()
    try table.scroll(by: 120)
    _ = content.takeConfigured()
    let requests = table.rowTotals.requests
    try table.scroll(by: -120)
    #expect(content.takeConfigured() == [])
    #expect(table.rowTotals.requests == requests)
    #expect(table.rowTotals.revived == 2)
    #expect(table.statistics[0].callbacks.willDisplay == 14)
  }

  @Test func aMissStealsTheOldestKeptCell() throws {
    let table = Table(
      content: FakeContent(rows: 100), metrics: .plain(height: 600, row: 60),
      configuration: .with { $0.keptCells = 2 })
    try table.makeFrame()
    for _ in 0..<20 { try table.scroll(by: 60) }
    #expect(table.rowTotals.created == 11)
    #expect(table.rowTotals.alive == 11)
  }

  @Test func prebuiltRowsAreMadeOnceAndNeverGivenAway() throws {
    let content = FakeContent(rows: 40)
    let table = Table(
      content: content, metrics: .plain(height: 600, row: 60),
      configuration: .with { $0.policy = .prebuilt })
    try table.makeFrame()
    for _ in 0..<3 { try table.scroll(by: 600) }
    #expect(table.rowTotals.created == 40)
    #expect(table.rowTotals.alive == 40)
    _ = content.takeConfigured()
    try table.scroll(to: 0)
    #expect(content.takeConfigured() == [])
    #expect(table.rowTotals.created == 40)
    #expect(table.mapping.first == "0:1")
  }

  @Test func anEditedCellIsExemptFromRecycling() throws {
    let content = FakeContent(rows: 100)
    let table = Table(content: content, metrics: .plain(height: 600, row: 60))
    try table.makeFrame()
    try table.beginEditing(Address(0, 3))
    try table.scroll(to: 3000)
    #expect(table.rowTotals.pooled == 9)
    #expect(table.rowTotals.alive == 20)
    _ = content.takeConfigured()
    try table.scroll(to: 0)
    #expect(table.snapshot().rows[3].cell.id.ordinal == 4)
    #expect(!content.takeConfigured().contains(Address(0, 3)))
    #expect(table.snapshot().rows[3].cell.isEditing)
  }

  @Test func changingThePolicyStartsAfresh() throws {
    let table = Table(content: FakeContent(rows: 100), metrics: .plain(height: 600, row: 60))
    try table.makeFrame()
    try table.scroll(to: 300)
    table.setConfiguration(.with { $0.poolOrder = .fifo })
    #expect(table.offset == 300)
    #expect(table.rowTotals.created == 10)
    #expect(table.rowTotals.alive == 10)
    #expect(table.rowTotals.pooled == 0)
    #expect(table.allTrace.contains { $0.kind == .restart })
  }
}

/// Data sources that do not return a cell as they should.
@Suite struct CellExceptionTests {
  private func makeTable(
    _ content: FakeContent, _ style: DequeueStyle
  ) throws -> Table {
    let table = Table(content: content, metrics: .plain(height: 60, row: 20, width: 200))
    try table.makeFrame()
    try table.scroll(by: 20)
    table.setConfiguration(.with { $0.dequeue = style })
    #expect(table.takeException() == nil)
    return table
  }

  /// What is registered is asked before the pool, where a cell is waiting.
  @Test func nothingRegisteredIsAnExceptionWhateverIsPooled() throws {
    let table = try makeTable(.unregistered)
    #expect(table.rowTotals.pooled == 1)
    let mapping = table.mapping
    try table.scroll(by: 20)
    let exception = try #require(table.takeException())
    #expect(exception == .unregistered(identifier: "Cell", Address(0, 4)))
    #expect(
      exception.description
        == "unable to dequeue a cell with identifier Cell - must register a nib or a class for "
        + "the identifier or connect a prototype cell in a storyboard")
    #expect(table.rowTotals.requests == 4)
    #expect(table.invariantViolations() == [])
    try table.scroll(by: -20)
    #expect(table.takeException() == nil)
    #expect(table.mapping == mapping)
  }

  @Test func itemsHaveTheirOwnText() throws {
    let table = try makeTable(FakeContent(strips: 9, items: 9), .unregistered)
    try table.scroll(row: Address(0, 1), to: 250)
    #expect(
      table.takeException()?.description
        == "could not dequeue a view of kind: UICollectionElementKindCell with identifier Item - "
        + "must register a nib or a class for the identifier or connect a prototype cell in a "
        + "storyboard")
    #expect(table.invariantViolations() == [])
  }

  @Test func noCellIsAnExceptionOnceThePoolIsEmpty() throws {
    let table = try makeTable(.forgetful)
    try table.scroll(by: 20)
    #expect(table.takeException() == nil)
    #expect(table.rowTotals.reused == 1)
    try table.scroll(by: 60)
    let exception = try #require(table.takeException())
    #expect(exception == .noCell(Address(0, 6)))
    #expect(
      exception.description
        == "UITableView dataSource must return a cell from tableView:cellForRowAtIndexPath:")
  }

  @Test func theSameCellTwiceIsAnException() throws {
    let table = try makeTable(.single)
    try table.scroll(by: 20)
    #expect(table.takeException() == .sameCellTwice(Address(0, 4)))
  }

  @Test func aCellThatIsNotReturnedIsLost() throws {
    let table = try makeTable(.leaking)
    try table.scroll(by: 20)
    #expect(table.statistics[0].callbacks.leaked == 1)
    #expect(table.rowTotals.discarded == 1)
    #expect(table.rowTotals.visible == 3)
    #expect(table.allTrace.contains { $0.kind == .leak })
    #expect(table.invariantViolations() == [])
  }

  private func makeTable(_ style: DequeueStyle) throws -> Table {
    try makeTable(FakeContent(rows: 40), style)
  }
}

/// Rows that are laid out beyond the viewport.
@Suite struct DrawDistanceTests {
  private func makeTable(_ distance: Int) throws -> Table {
    let table = Table(
      content: FakeContent(rows: 100), metrics: .plain(height: 100, row: 10),
      configuration: .with {
        $0.policy = .flashlist
        $0.drawDistance = distance
      })
    try table.makeFrame()
    return table
  }

  /// Seven tenths lie on the side to which the table scrolls, also while it stands still.
  @Test func mostOfItLiesAhead() throws {
    let table = try makeTable(100)
    #expect(table.rows.visible.map(\.slot.position) == Array(0..<17))
    try table.scroll(to: 500)
    #expect(table.rows.visible.map(\.slot.position) == Array(47..<67))
    try table.scroll(to: 400)
    #expect(table.rows.visible.map(\.slot.position) == Array(33..<53))
    try table.makeFrame()
    #expect(table.rows.visible.map(\.slot.position) == Array(33..<53))
    #expect(table.visibleRows.count == 10)
    #expect(table.snapshot().rows.count == 10)
  }

  @Test func whatComesIntoViewWasThereBefore() throws {
    let table = try makeTable(100)
    try table.scroll(to: 300)
    let before = Set(table.rows.visible.map(\.slot.position))
    try table.scroll(by: 40)
    #expect(table.visibleRows.allSatisfy { before.contains($0.row ?? -1) })
  }

  @Test func itemsAreLaidOutAheadToo() throws {
    let table = Table(
      content: FakeContent(strips: 3, items: 30),
      metrics: .plain(height: 30, row: 30, width: 200),
      configuration: .with {
        $0.policy = .flashlist
        $0.drawDistance = 1000
      })
    try table.makeFrame()
    #expect(table.itemTotals.visible == 27)
    #expect(table.itemTexts[0].count == 2)
  }

  @Test func otherPoliciesKnowNone() throws {
    let table = Table(
      content: FakeContent(rows: 100), metrics: .plain(height: 100, row: 10),
      configuration: .with { $0.drawDistance = 100 })
    try table.makeFrame()
    #expect(table.rowTotals.visible == 10)
  }
}
