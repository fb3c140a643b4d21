import TableModel
import Testing

@testable import TableEngine

/// What is done wrong on purpose, and what it costs.
@Suite struct MistakeTests {
  private func makeTable(
    _ content: FakeContent, _ mistakes: Mistakes,
    _ change: (inout EngineConfiguration) -> Void = { _ in }
  ) throws -> Table {
    let table = Table(
      content: content, metrics: .plain(height: 60, row: 20, width: 200),
      configuration: .with {
        $0.mistakes = mistakes
        change(&$0)
      })
    try table.makeFrame()
    return table
  }

  /// Five subviews a cell, two beyond what is free: added again, they are all in the way.
  @Test func subviewsAddedAgainPileUp() throws {
    let content = FakeContent(rows: 40)
    content.load = SubviewLoad(count: 5, beyondFree: 2)
    let right = try makeTable(content, [])
    let wrong = try makeTable(content, .subviewsAgain)
    for table in [right, wrong] {
      for _ in 0..<12 { try table.scroll(by: 20) }
    }
    #expect(right.lastFrame.subviews == 6)
    // Four cells have served fifteen rows, and those in view were dressed four times each.
    #expect(wrong.lastFrame.subviews == 6 + 3 * 3 * 5)
    wrong.reloadData()
    #expect(wrong.lastFrame.subviews > 6 + 3 * 3 * 5)
  }

  /// A name that no cell has finds nothing, and the pool of the cells' own name grows for ever.
  @Test func anotherIdentifierFindsNothing() throws {
    let table = try makeTable(FakeContent(rows: 40), .identifier)
    for _ in 0..<10 { try table.scroll(by: 20) }
    #expect(table.rowTotals.created == 13)
    #expect(table.rowTotals.reused == 0)
    #expect(table.rowTotals.pooled == 10)
    #expect(table.statistics[0].callbacks.dequeueNil == 13)
    #expect(table.invariantViolations() == [])
  }

  @Test func theRowTakesTheTapOnItsItem() throws {
    let content = FakeContent(strips: 5, items: 9)
    let item = Address(0, 1, 2)
    #expect(try makeTable(content, []).tap(item) == .selected(item))
    let table = try makeTable(content, .rowTaps)
    #expect(try table.tap(item) == .selected(item.rowAddress))
    #expect(table.selection == [item.rowAddress])
    #expect(throws: EngineError.self) { try table.tap(Address(0, 9, 0)) }
  }

  /// A frame waits for each image that is read while a cell is configured.
  @Test func imagesThatAreReadAtOnceCostTheFrame() throws {
    let content = FakeContent(rows: 40)
    for row in content.sections[0].indices { content.sections[0][row].image = "i\(row)" }
    for (images, cost) in [(ImageLoading.immediate, 10), (.synchronous, 22)] {
      let table = try makeTable(content, []) { $0.images = images }
      try table.scroll(by: 20)
      #expect(table.lastFrame.cost == cost)
      #expect(table.frameTotals.imagesRead == (images == .synchronous ? 4 : 0))
      #expect(table.lastFrame.blank == 0)
    }
  }

  /// Rows in view times cells in view, at every refresh.
  @Test func edgesAreComparedOneAfterAnother() throws {
    for (rows, comparisons) in [(3, 10), (6, 28), (12, 91)] {
      let table = Table(
        content: FakeContent(rows: 40), metrics: .plain(height: rows * 20, row: 20),
        configuration: .with { $0.policy = .ketable })
      try table.makeFrame()
      try table.makeFrame()
      #expect(table.rowTotals.visible == rows + 1)
      #expect(table.lastFrame.comparisons == comparisons)
    }
  }

  /// A search bar lies above the first row, is in view at the start and scrolls away.
  @Test func aSearchBarScrollsAway() throws {
    var metrics = TableMetrics.plain(height: 60, row: 20)
    metrics.searchBar = 44
    let table = Table(content: FakeContent(rows: 40), metrics: metrics)
    try table.makeFrame()
    #expect(table.offset == -44)
    #expect(table.snapshot().searchBar == Rect(x: 0, y: 0, width: 320, height: 44))
    #expect(table.rowTotals.visible == 1)
    try table.scroll(to: 0)
    #expect(table.snapshot().searchBar == nil)
    try table.scroll(by: -10)
    #expect(table.snapshot().searchBar?.y == -34)
    try table.scroll(to: .min)
    #expect(table.offset == -44)
  }
}
