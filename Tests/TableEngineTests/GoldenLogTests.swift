import TableModel
import Testing

@testable import TableEngine

/// The log of a table of twenty rows with two kinds of cells, scrolled down past its end.
@Suite struct GoldenLogTests {
  static let offsets = Array(stride(from: 27, through: 486, by: 27))

  func makeTable(_ change: (inout EngineConfiguration) -> Void = { _ in }) -> Table {
    var configuration = EngineConfiguration()
    configuration.initialFill = .descending
    change(&configuration)
    return Table(
      content: FakeContent(rows: 20, identifiers: ["Cell1", "Cell2"]),
      metrics: .plain(height: 460, row: 44), configuration: configuration)
  }

  /// Loads, reuses and removals of the last frame: `L11`, `R12`, `-1`.
  func events(_ table: Table) -> String {
    table.takeTrace().compactMap { event in
      let row = event.address?.row ?? -1
      return switch event.kind {
      case .create: "L\(row)"
      case .reuse: "R\(row)"
      case .recycle: "-\(row)"
      default: nil
      }
    }.joined(separator: " ")
  }

  @Test func framesOneByOne() throws {
    let table = makeTable()
    try table.makeFrame()
    #expect(events(table) == "L10 L9 L8 L7 L6 L5 L4 L3 L2 L1 L0")
    let expected = [
      "L11", "-0", "R12", "-1", "R13 -2", "R14", "-3", "R15", "-4", "R16 -5", "R17", "-6", "R18",
      "L19 -7", "-8", "", "-9", "-10",
    ]
    for (offset, events) in zip(Self.offsets, expected) {
      try table.scroll(to: offset, overscroll: true)
      #expect(self.events(table) == events, "at \(offset)")
    }
    #expect(try table.bounce(step: 27) == 3)
    #expect(table.offset == 420)
    #expect(events(table) == "R10 R9")
  }

  func run(_ table: Table) throws {
    try table.makeFrame()
    for offset in Self.offsets { try table.scroll(to: offset, overscroll: true) }
    try table.bounce(step: 27)
  }

  @Test func totals() throws {
    let table = makeTable()
    try run(table)
    let totals = table.rowTotals
    #expect(totals.requests == 22)
    #expect(totals.created == 13)
    #expect(totals.reused == 9)
    #expect(totals.recycled == 11)
    #expect(totals.visible == 11)
    #expect(totals.pooled == 2)
    #expect((totals.hitRate * 1000).rounded() == 409)
    #expect(table.frameCount == 22)
    #expect(table.statistics[0].identifiers.map(\.identifier) == ["Cell1", "Cell2"])
    #expect(table.statistics[0].identifiers.map(\.counters.pooled) == [1, 1])
    #expect(table.statistics[0].identifiers.map(\.counters.highWater) == [2, 2])
    #expect(totals.highWater == 4)
  }

  @Test func withoutReuseEveryRequestMakesACell() throws {
    let table = makeTable { $0.policy = .none }
    try run(table)
    #expect(table.rowTotals.created == 22)
    #expect(table.rowTotals.discarded == 11)
    #expect(table.rowTotals.recycled == 0)
    #expect(table.rowTotals.alive == 11)
  }

  /// The order of the pool shows in the last two lines only: which cell rows 10 and 9 get.
  @Test(arguments: [
    (PoolOrder.lifo, [10, 9]), (.fifo, [8, 7]),
  ])
  func orderOfThePool(order: PoolOrder, sources: [Int]) throws {
    let table = makeTable { $0.poolOrder = order }
    try table.makeFrame()
    for offset in Self.offsets { try table.scroll(to: offset, overscroll: true) }
    let last = table.allTrace
    try table.bounce(step: 27)
    for (row, source) in zip([10, 9], sources) {
      let wanted = try #require(
        last.last { $0.kind == .recycle && $0.address?.row == source }?.cell)
      let got = table.snapshot().rows.first { $0.cell.address.row == row }?.cell.id
      #expect(got == wanted, "row \(row)")
    }
  }

  /// Rows of two lines in a window of 21: asking first loads row 19, recycling first reuses.
  @Test(arguments: [(ReusePolicy.uikit, "L19"), (.flashlist, "R19")])
  func whoAsksFirst(policy: ReusePolicy, expected: String) throws {
    let table = Table(
      content: FakeContent(rows: 20, identifiers: ["Cell1", "Cell2"]),
      metrics: .plain(height: 21, row: 2),
      configuration: .with {
        $0.policy = policy
        $0.initialFill = .descending
      })
    try table.makeFrame()
    for offset in Array(1...15) + [18] { try table.scroll(to: offset, overscroll: true) }
    #expect(events(table).split(separator: " ").contains(Substring(expected)))
  }

  @Test func linesOfTheLog() throws {
    let table = makeTable()
    try run(table)
    let lines = table.allTrace.filter(\.isConfiguration).map { $0.line(showsSections: false) }
    #expect(lines.count == 22)
    #expect(lines.first == "Loading cell from nib Cell1 for row 10...")
    #expect(lines[12] == "reusing cell 'Cell1' (Cell1#6) for row 12...")
  }
}
