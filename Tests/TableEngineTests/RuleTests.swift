import TableModel
import TestSeeds
import Testing

@testable import TableEngine

/// Rules that hold for every table, each stated once and plainly.
@Suite struct RuleTests {
  private func makeTable(
    _ content: FakeContent = FakeContent(rows: 100),
    _ change: (inout EngineConfiguration) -> Void = { _ in }
  ) throws -> Table {
    let table = Table(
      content: content, metrics: .plain(height: 100, row: 20), configuration: .with(change))
    try table.makeFrame()
    return table
  }

  private func events(_ table: Table) -> [String] {
    table.takeTrace().map { "\($0.kind.rawValue) \($0.address?.row ?? -1)" }
  }

  // MARK: Geometry

  @Test func scrollingRestsInsideTheInsets() throws {
    var metrics = TableMetrics.plain(height: 100, row: 20)
    (metrics.insetTop, metrics.insetBottom) = (30, 50)
    let table = Table(content: FakeContent(rows: 10), metrics: metrics)
    #expect(table.offset == -30)
    try table.scroll(to: -100)
    #expect(table.offset == -30)
    try table.scroll(to: 1000)
    #expect(table.offset == 150)
    try table.scroll(to: 230, overscroll: true)
    #expect(table.offset == 230)
    #expect(try table.bounce(step: 20) == 4)
    #expect(table.offset == 150)
    // Content that fits, insets and all, has one place to rest.
    metrics.viewport.height = 1000
    table.setMetrics(metrics)
    try table.scroll(to: 400)
    #expect(table.offset == -30)
  }

  @Test func aRowIsWhollyVisibleUpToItsEdges() throws {
    let table = try makeTable()
    #expect(table.fullyVisibleRows.compactMap(\.row) == [0, 1, 2, 3, 4])
    try table.scroll(to: 1)
    #expect(table.visibleRows.compactMap(\.row) == [0, 1, 2, 3, 4, 5])
    #expect(table.fullyVisibleRows.compactMap(\.row) == [1, 2, 3, 4])
    try table.scroll(to: 20)
    #expect(table.visibleRows.compactMap(\.row) == [1, 2, 3, 4, 5])
  }

  // MARK: Frames

  /// What needs no layout makes no frame, and nobody is asked for anything.
  @Test func withoutAFrameNobodyIsAsked() throws {
    let content = FakeContent(rows: 100)
    for row in 0..<100 { content.sections[0][row].image = "image" }
    let table = try makeTable(content) { $0.images = .guarded }
    try table.scroll(by: 40)
    _ = content.takeConfigured()
    _ = content.takeAnnounced()
    let statistics = table.statistics
    try table.tap(Address(0, 3))
    try table.select([Address(0, 4)])
    try table.deselect()
    try table.setFocus(Address(0, 4))
    try table.beginEditing(Address(0, 4))
    table.endEditing()
    table.deliverImages()
    #expect(table.frameCount == 2)
    #expect(content.takeConfigured() == [])
    #expect(content.takeAnnounced() == [])
    #expect(table.statistics == statistics)
  }

  @Test func whatChangesOffsetOrDataMakesOneFrame() throws {
    let content = FakeContent(rows: 100)
    let table = try makeTable(content)
    try table.scroll(by: 10)
    try table.scroll(by: 0)
    try table.scrollToRow(Address(0, 50), position: .middle)
    table.reloadData()
    try table.reloadRows([Address(0, 50)])
    try table.reconfigure()
    table.setMetrics(.plain(height: 120, row: 20))
    table.restore(table.state)
    #expect(table.frameCount == 9)
  }

  // MARK: A pass

  @Test func rowsEnterFromTheSideTheyComeFrom() throws {
    let table = try makeTable()
    let asked = { table.takeTrace().filter(\.isConfiguration).compactMap(\.address?.row) }
    #expect(asked() == [0, 1, 2, 3, 4])
    try table.scroll(by: 60)
    #expect(asked() == [5, 6, 7])
    try table.scroll(by: -60)
    #expect(asked() == [2, 1, 0])
    let other = try makeTable { $0.initialFill = .descending }
    #expect(
      other.takeTrace().filter(\.isConfiguration).compactMap(\.address?.row) == [4, 3, 2, 1, 0])
  }

  /// The order in which cells enter a pool is a setting of its own.
  @Test func theOrderOfEnteringThePoolIsASetting() throws {
    let table = try makeTable { $0.enqueueOrder = .descending }
    _ = table.takeTrace()
    try table.scroll(by: 40)
    #expect(
      events(table).suffix(4) == [
        "didEndDisplaying 1", "didEndDisplaying 0", "recycle 1", "recycle 0",
      ])
  }

  /// The order in which cells end displaying is another setting than that in which they are pooled.
  @Test(arguments: FillOrder.allCases, FillOrder.allCases)
  func theOrdersOfLeavingAreTwoSettings(_ ending: FillOrder, _ pooling: FillOrder) throws {
    let table = try makeTable {
      $0.endOrder = ending
      $0.enqueueOrder = pooling
    }
    try table.scroll(by: 40)
    let order = { (order: FillOrder) in order == .ascending ? [0, 1] : [1, 0] }
    #expect(
      events(table).suffix(4)
        == order(ending).map { "didEndDisplaying \($0)" } + order(pooling).map { "recycle \($0)" })
  }

  /// All cells leave, from the last to the first, and are pooled from the first to the last; then
  /// the pass asks for them. No cell is made, and the offset stays.
  @Test func reloadingEndsPoolsAndAsks() throws {
    // Whatever the orders are in which a scroll lets cells go.
    let table = try makeTable {
      $0.enqueueOrder = .descending
      $0.endOrder = .ascending
    }
    try table.scroll(to: 200)
    try table.select([Address(0, 12)])
    _ = table.takeTrace()
    table.reloadData()
    let rows = Array(10..<15)
    var expected = ["reloadData -1"] + rows.reversed().map { "didEndDisplaying \($0)" }
    expected += rows.map { "recycle \($0)" }
    expected += rows.flatMap { ["prepareForReuse \($0)", "reuse \($0)", "willDisplay \($0)"] }
    #expect(events(table) == expected)
    #expect(table.offset == 200)
    #expect(table.selection.isEmpty)
  }

  @Test func reloadingFewerRowsClampsTheOffset() throws {
    let content = FakeContent(rows: 100)
    let table = try makeTable(content)
    try table.scroll(to: 1000)
    content.sections[0].removeSubrange(20...)
    table.reloadData()
    #expect(table.offset == 300)
    #expect(table.visibleRows.last == Address(0, 19))
  }

  // MARK: Cells

  /// State goes, content stays, unless the setting says that all goes.
  @Test(arguments: [false, true])
  func preparingForReuseResetsStateOnly(_ resetsAll: Bool) {
    let cell = Cell(
      identifier: 0, id: CellID(identifier: "Cell", ordinal: 1), table: .rows, isPoolable: true,
      slot: Slot(position: 0, address: Address(0, 0), start: 0, length: 1))
    let content = CellContent(text: "text", image: "image", accessory: .checkmark)
    cell.write(content, conditional: [])
    (cell.isSelected, cell.isHighlighted, cell.isEditing) = (true, true, true)
    cell.prepareForReuse(resetsAll: resetsAll)
    #expect([cell.isSelected, cell.isHighlighted, cell.isEditing] == [false, false, false])
    #expect(cell.content == (resetsAll ? CellContent() : content))
  }

  /// Pools of different identifiers never borrow from each other.
  @Test func identifiersDoNotShareCells() throws {
    let content = FakeContent(rows: 100)
    for row in 50..<100 { content.sections[0][row].identifier = "Other" }
    let table = try makeTable(content)
    try table.scroll(to: 1000)
    try table.scroll(to: 0)
    try table.scroll(to: 1000)
    for row in table.snapshot().rows { #expect(row.cell.id.identifier == "Other") }
    #expect(table.statistics[0].identifiers.map(\.counters.created) == [5, 5])
    #expect(table.statistics[0].identifiers.map(\.counters.highWater) == [5, 5])
  }

  /// Each request is answered by one cell: a new one, one of the pool, or the row's own.
  @Test(arguments: ReusePolicy.allCases)
  func everyRequestIsAnsweredOnce(_ policy: ReusePolicy) throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let table = try makeTable(FakeContent(rows: 60, identifiers: ["A", "B", nil])) {
      $0.policy = policy
    }
    for _ in 0..<60 { try table.scroll(by: Int.random(in: -150...150, using: &random)) }
    let totals = table.rowTotals
    let events = Dictionary(grouping: table.allTrace, by: \.kind).mapValues(\.count)
    #expect(events[.create] == totals.created, "seed \(seed)")
    #expect(events[.reuse, default: 0] == totals.reused, "seed \(seed)")
    // Only prebuilt cells are asked for and come back; those of a cache are not asked for.
    let own = policy == .prebuilt ? totals.revived : 0
    #expect(totals.requests == totals.created + totals.reused + own, "seed \(seed)")
    #expect(table.statistics[0].callbacks.cellForRow == totals.requests, "seed \(seed)")
  }

  @Test func aRowThatFindsItsOwnCellAgainIsCounted() throws {
    let table = try makeTable()
    try table.scroll(by: 20)
    #expect(table.frameTotals.repeatedBinds == 0)
    try table.scroll(by: -20)
    #expect(table.frameTotals.repeatedBinds == 1)
  }

  // MARK: Determinism

  /// The same requests over the same content give the same log, whatever the order of the pool.
  @Test(arguments: [PoolOrder.lifo, .fifo, .set(seed: 7)])
  func theSameScriptGivesTheSameLog(_ order: PoolOrder) throws {
    let seed = testSeed()
    var logs: [[TraceEvent]] = []
    for _ in 0..<2 {
      var random = SeededGenerator(seed: seed)
      let table = try makeTable(FakeContent(strips: 40, items: 9)) {
        $0.poolOrder = order
        $0.nested = .shared
      }
      for _ in 0..<40 {
        try table.scroll(by: Int.random(in: -90...120, using: &random))
        if let row = table.visibleRows.randomElement(using: &random) {
          try table.scroll(row: row, by: Int.random(in: -150...250, using: &random))
        }
      }
      logs.append(table.allTrace)
    }
    #expect(logs[0] == logs[1], "seed \(seed)")
    #expect(logs[0].count > 1000, "seed \(seed)")
  }

  /// A pool by lot is another order than the last one first.
  @Test func aPoolByLotDependsOnItsSeed() throws {
    var mappings: Set<[String]> = []
    for order in [PoolOrder.lifo, .set(seed: 1), .set(seed: 2), .set(seed: 3)] {
      let table = try makeTable { $0.poolOrder = order }
      for _ in 0..<4 { try table.scroll(by: 100) }
      mappings.insert(table.mapping)
    }
    #expect(mappings.count == 4)
  }
}

/// Rows that are written anew are measured anew.
@Suite struct ReconfiguredHeightTests {
  @Test(arguments: [nil, 50])
  func aRowMayGrow(_ estimate: Int?) throws {
    let content = FakeContent([(0..<20).map { .init(name: "r\($0)", height: 10) }])
    content.isUniform = false
    let table = Table(
      content: content, metrics: .plain(height: 50, row: 10),
      configuration: .with { $0.estimatedRowHeight = estimate })
    try table.makeFrame()
    let (height, asked) = (table.contentHeight, table.statistics[0].callbacks.heightForRow)
    for row in [1, 18] { content.sections[0][row].height = 25 }
    try table.reconfigure([Address(0, 1), Address(0, 18)])
    #expect(table.snapshot().rows.map(\.cell.frame.y) == [0, 10, 35, 45])
    #expect(table.mapping == ["0:1", "1:2", "2:3", "3:4"])
    // A row that only counts with an estimate is not measured.
    #expect(table.contentHeight == height + (estimate == nil ? 30 : 15))
    #expect(table.statistics[0].callbacks.heightForRow == asked + (estimate == nil ? 2 : 1))
  }

  @Test func fewerPointsClampTheOffset() throws {
    let content = FakeContent([(0..<20).map { .init(name: "r\($0)", height: 10) }])
    content.isUniform = false
    let table = Table(content: content, metrics: .plain(height: 50, row: 10))
    try table.makeFrame()
    try table.scroll(to: 150)
    content.sections[0][16].height = 2
    try table.reconfigure()
    #expect(table.offset == 142)
    #expect(table.visibleRows.compactMap(\.row) == [14, 15, 16, 17, 18, 19])
  }
}

/// Heights that were measured outlive a batch of updates.
@Suite struct EstimateUpdateTests {
  private func makeTable() throws -> (Table, FakeContent) {
    let content = FakeContent([
      (0..<60).map { .init(name: "a\($0)", height: 10 + $0 % 3) },
      (0..<60).map { .init(name: "b\($0)", height: 10) },
    ])
    content.isUniform = false
    let table = Table(
      content: content, metrics: .plain(height: 100, row: 10),
      configuration: .with { $0.estimatedRowHeight = 90 })
    try table.makeFrame()
    for _ in 0..<30 { try table.scroll(by: 10) }
    return (table, content)
  }

  /// What is in view stays in view, up to the one row that went.
  @Test func theViewDoesNotJump() throws {
    let (table, content) = try makeTable()
    let (before, height) = (table.texts, table.contentHeight)
    let asked = table.statistics[0].callbacks.heightForRow
    content.sections[0].remove(at: 0)
    try table.performUpdates([.delete(Address(0, 0))])
    #expect(table.texts.first == before[1])
    // A row comes in at the end, for which a cell is asked too.
    #expect(table.statistics[0].callbacks.heightForRow <= asked + 3)
    #expect(height - table.contentHeight >= 10)
    #expect(table.contentHeight == estimatedHeight(table, content))
  }

  @Test func neitherWhereSectionsMove() throws {
    let (table, content) = try makeTable()
    let before = table.texts
    content.sections.append([.init(name: "c", height: 10)])
    try table.performUpdates([.insert(Address(2))])
    #expect(table.texts == before)
    content.sections.swapAt(1, 2)
    try table.performUpdates([.move(from: Address(1), to: Address(2))])
    #expect(table.texts == before)
    #expect(table.contentHeight == estimatedHeight(table, content))
  }

  /// A row that is reloaded is measured again.
  @Test func aReloadedRowIsMeasured() throws {
    let (table, content) = try makeTable()
    let row = try #require(table.visibleRows.dropFirst().first)
    let (old, before) = (content.sections[0][row.row ?? 0].height ?? 0, table.contentHeight)
    content.sections[0][row.row ?? 0].height = old + 4
    try table.reloadRows([row])
    #expect(table.rect(ofRow: row)?.height == old + 4)
    #expect(table.contentHeight == before + 4 || table.contentHeight < before)
  }

  /// The sum of the heights that were measured, and of the estimate for all others.
  private func estimatedHeight(_ table: Table, _ content: FakeContent) -> Int {
    content.sections.enumerated().reduce(0) { sum, section in
      sum
        + section.element.indices.reduce(0) { sum, row in
          let place = Address(section.offset, row)
          let height = content.sections[section.offset][row].height ?? 0
          return sum + (table.layout.isMeasured(place) ? height : 90)
        }
    }
  }
}
