import TableModel
import Testing

@testable import TableEngine

/// How often a table asks for heights where they differ.
@Suite struct HeightCallTests {
  private func makeTable(
    rows: Int, _ change: (inout EngineConfiguration) -> Void = { _ in }
  ) throws -> Table {
    let content = FakeContent(rows: rows)
    content.isUniform = false
    let table = Table(
      content: content, metrics: .plain(height: 600, row: 60), configuration: .with(change))
    try table.makeFrame()
    return table
  }

  private func calls(_ table: Table) -> Int { table.statistics[0].callbacks.heightForRow }

  /// All rows twice, and twice for each that is shown.
  @Test(arguments: [(10_000, 20_020), (100, 220)])
  func withoutEstimates(_ rows: Int, _ expected: Int) throws {
    let table = try makeTable(rows: rows)
    #expect(calls(table) == expected)
    #expect(table.lastFrame.heights == expected)
    #expect(table.lastFrame.cost == 10 * (8 + 2) + expected)
    try table.scroll(by: 120)
    #expect(calls(table) == expected + 4)
    table.reloadData()
    #expect(calls(table) == 2 * expected + 4)
  }

  /// Three times for each row that is shown, and for no other.
  @Test func withEstimates() throws {
    let table = try makeTable(rows: 10_000) { $0.estimatedRowHeight = 60 }
    #expect(calls(table) == 30)
    try table.scroll(by: 120)
    #expect(calls(table) == 36)
    try table.scroll(by: -120)
    #expect(calls(table) == 40)
  }

  /// A cell that no place was named for, or that was not asked for at all, needs one answer less.
  @Test(arguments: [
    (ReusePolicy.none, DequeueStyle.registered, 210), (.uikit, .optional, 210),
    (.prebuilt, .registered, 220), (.recyclerview, .registered, 0),
    (.flashlist, .registered, 100), (.ketable, .registered, 100),
  ])
  func others(_ policy: ReusePolicy, _ dequeue: DequeueStyle, _ expected: Int) throws {
    let table = try makeTable(rows: 100) {
      $0.policy = policy
      $0.dequeue = dequeue
    }
    #expect(calls(table) == expected)
  }

  @Test func rowsThatAreAlikeAreNotAskedFor() throws {
    let table = Table(content: FakeContent(rows: 100), metrics: .plain(height: 600, row: 60))
    try table.makeFrame()
    table.reloadData()
    #expect(calls(table) == 0)
  }
}
