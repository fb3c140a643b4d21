import TableModel
import TestSeeds
import Testing

@testable import TableEngine

/// Animated scrolls: as many frames as wanted, of equal steps, the last one exact.
@Suite struct ScrollStepTests {
  @Test(arguments: [
    (0, 10, 3, [3, 6, 10]), (10, 0, 3, [7, 4, 0]), (5, 5, 9, [5]), (0, 2, 4, [0, 1, 1, 2]),
    (0, 12, 4, [3, 6, 9, 12]), (-7, 7, 1, [7]), (0, 7, 0, [7]), (0, 7, -3, [7]),
  ])
  func steps(_ from: Int, _ to: Int, _ frames: Int, _ expected: [Int]) {
    #expect(Array(ScrollSteps(from: from, to: to, frames: frames)) == expected)
  }

  @Test func anyStepsAreEqualToAPointAndEndExactly() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let bound = [100, 100_000, 1 << 60].randomElement(using: &random) ?? 100
      let from = Int.random(in: -bound...bound, using: &random)
      let to = Int.random(in: -bound...bound, using: &random)
      let frames = Int.random(in: 1...70, using: &random)
      let offsets = [from] + Array(ScrollSteps(from: from, to: to, frames: frames))
      let steps = zip(offsets, offsets.dropFirst()).map { abs($1 - $0) }
      #expect(offsets.last == to, "seed \(seed)")
      #expect(steps.count == (from == to ? 1 : frames), "seed \(seed)")
      #expect((steps.max() ?? 0) - (steps.min() ?? 0) <= 1, "seed \(seed)")
    }
  }

  private func makeTable(_ content: FakeContent = FakeContent(rows: 100)) throws -> Table {
    let table = Table(content: content, metrics: .plain(height: 100, row: 20, width: 300))
    try table.makeFrame()
    return table
  }

  @Test func eachStepIsAFrameInTheBooks() throws {
    let table = try makeTable()
    _ = table.takeTrace()
    try table.scrollToRow(Address(0, 49), position: .top, frames: 7)
    #expect(table.offset == 980)
    #expect(table.frameCount == 8)
    #expect(table.frameTotals.frames == 8)
    #expect(table.rowTotals.requests == 5 + 35)
    #expect(Set(table.takeTrace().map(\.frame)) == Set(2...8))
    // A jump asks for what it arrives at, however far it goes.
    try table.scrollToRow(Address(0, 0))
    #expect(table.rowTotals.requests == 5 + 35 + 5)
  }

  @Test func stripsGoInStepsToo() throws {
    let table = try makeTable(FakeContent(strips: 100, items: 30))
    try table.scrollToItem(Address(0, 2, 20), position: .leading, frames: 4)
    #expect(table.stripOffset(ofRow: Address(0, 2)) == 2000)
    #expect(table.frameCount == 5)
    // One that is off the screen goes at once.
    try table.scroll(row: Address(0, 80), to: 500, frames: 9)
    #expect(table.frameCount == 6)
    #expect(table.stripOffset(ofRow: Address(0, 80)) == 500)
  }

  @Test func onesThatCannotEndDoNotBegin() throws {
    let content = FakeContent([
      (0..<20).map { .init(name: "a\($0)") }, (0..<20).map { .init(name: "b\($0)") },
    ])
    let table = try makeTable(content)
    content.sections[1].removeLast()
    #expect(throws: EngineError.changedBehindTable(section: 1, before: 20, after: 19)) {
      try table.scroll(to: .max, frames: 10)
    }
    #expect(table.frameCount == 1)
    #expect(table.offset == 0)
  }

  /// Rows that turn out lower than they were thought to be bring the end nearer on the way.
  @Test func estimatesThatShrinkNeverLeadBeyondTheEnd() throws {
    let content = FakeContent(rows: 60)
    content.isUniform = false
    for row in 0..<60 { content.sections[0][row].height = 10 }
    let table = Table(
      content: content, metrics: .plain(height: 100, row: 20),
      configuration: .with { $0.estimatedRowHeight = 80 })
    try table.makeFrame()
    try table.scroll(to: .max, frames: 200)
    #expect(table.frameCount == 201)
    #expect(table.offset <= table.maxOffset)
  }
}
