import TableModel
import Testing

@testable import TableEngine

/// A pass that is gone through again ends where the table is, whatever the policy.
@Suite struct PassReplayTests {
  private static func strips() -> FakeContent {
    FakeContent(
      (0..<3).map { section in
        (0..<9).map { row in
          FakeContent.Row(
            name: "\(section).\(row)",
            items: row % 3 == 2 ? nil : (0..<9).map { "\(section).\(row).\($0)" }, height: 13,
            identifier: row % 3 == 2 ? "Row" : "Strip")
        }
      })
  }

  private static func table(_ change: (inout EngineConfiguration) -> Void) -> Table {
    Table(
      content: strips(),
      metrics: TableMetrics(
        viewport: Size(width: 55, height: 60), rowHeight: 13, cellSize: Size(width: 10, height: 13),
        headerHeight: 7, footerHeight: 5), configuration: .with(change))
  }

  private static func displayed(_ replay: PassReplay) -> [Address: CellID] {
    replay.places.compactMapValues { standing in
      if case .displayed(let cell) = standing { cell } else { nil }
    }
  }

  private static func shown(_ table: Table) -> [Address: CellID] {
    var shown: [Address: CellID] = [:]
    for cell in table.rows.visible {
      if !cell.isCarrier { shown[cell.slot.address] = cell.id }
      for item in cell.strip?.lane.visible ?? [] { shown[item.slot.address] = item.id }
    }
    return shown
  }

  @Test(arguments: RandomActionTests.policies)
  func theEndIsWhereTheTableIs(policy: ReusePolicy, nested: NestedMode) throws {
    let table = Self.table {
      $0.policy = policy
      $0.nested = nested
    }
    try table.makeFrame()
    for step in [20, 13, 40, -9, -30, 200, -13, 5, -170, 60] {
      let (before, pools) = (Self.shown(table), Set(table.poolStacks))
      try table.scroll(by: step)
      // The items of strips on a scroll view leave without an event.
      guard var replay = table.replayOfLastPass else {
        #expect(policy == .ketable)
        continue
      }
      #expect(Self.displayed(replay) == before, "before \(step)")
      #expect(Set(replay.pools) == pools, "before \(step)")
      replay.advance(to: .max)
      #expect(Self.displayed(replay) == Self.shown(table), "after \(step)")
      #expect(Set(replay.pools) == Set(table.poolStacks), "after \(step)")
      #expect(replay.position == replay.steps.count)
    }
  }

  /// The phases of one row that comes and one that goes, in the order of the callbacks.
  @Test func aScrollOfOneRowHasSixPhases() throws {
    let content = FakeContent(rows: 20)
    let table = Table(content: content, metrics: .plain(height: 600, row: 60))
    try table.makeFrame()
    try table.scroll(by: 60)
    try table.scroll(by: 60)
    let replay = try #require(table.replayOfLastPass)
    #expect(
      replay.steps.map(\.phase) == [.ask, .prepare, .configure, .display, .end, .recycle])
    var stages = replay
    stages.advance(to: 1)
    #expect(stages.places[Address(0, 11)] == .asked)
    #expect(stages.pools.map(\.cells.count) == [1])
    stages.advance(to: 2)
    #expect(stages.pools.isEmpty)
  }

  @Test func beforeTheFirstFrameThereIsNoPass() {
    let table = Table(content: FakeContent(rows: 3), metrics: .plain(height: 60, row: 60))
    #expect(table.replayOfLastPass == nil)
  }
}
