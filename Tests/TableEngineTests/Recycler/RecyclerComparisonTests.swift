import TableModel
import TestSeeds
import Testing

@testable import TableEngine

/// The policy `recyclerview` against a list of Android that was written from its documentation: after
/// every step the same views stand at the same places, in the cache and in the pools.
@Suite struct RecyclerComparisonTests {
  /// What was compared, so that a test that compares little fails.
  struct Tally {
    var steps = 0
    var cells = 0
    var longScrolls: [ScrollWay: Int] = [:]
    var reloads = 0
    var found = 0
    var discarded = 0
    /// Steps in which several views left at the start together.
    var crowds = 0
  }

  @Test func everyCellOfEveryScript() throws {
    var tally = Tally()
    let scripts = testRounds(2000)
    for script in 0..<scripts {
      var run = try ComparedList(seed: testSeed(script))
      try run.play(steps: 40, into: &tally)
    }
    #expect(scripts >= 200)
    #expect(tally.steps == scripts * 40)
    #expect(tally.cells > scripts * 150)
    #expect(tally.longScrolls[.scrollBy, default: 0] > scripts * 2)
    #expect(tally.longScrolls[.scrollToPosition, default: 0] > scripts * 2)
    #expect(tally.reloads > scripts)
    #expect(tally.found > scripts * 12)
    #expect(tally.discarded > scripts * 5)
    #expect(tally.crowds > scripts)
  }
}

/// A table under the policy and the list beside it.
private struct ComparedList {
  private let seed: UInt64
  private var random: SeededGenerator
  private let content: FakeContent
  private let table: Table
  private var list: LinearLayout
  private let starts: [Int]

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...80, using: &random)
    let kinds = Int.random(in: 1...3, using: &random)
    let isUniform = Bool.random(using: &random)
    let uniform = Int.random(in: 5...40, using: &random)
    var rows: [FakeContent.Row] = []
    for row in 0..<count {
      let length = isUniform ? uniform : Int.random(in: 1...60, using: &random)
      let kind = Int.random(in: 0..<kinds, using: &random)
      rows.append(.init(name: "r\(row)", height: length, identifier: "Kind\(kind)"))
    }
    content = FakeContent([rows])
    content.isUniform = false
    let extent = Int.random(in: 30...150, using: &random)
    let jumps = Bool.random(using: &random) ? ScrollWay.scrollBy : .scrollToPosition
    table = Table(
      content: content, metrics: .plain(height: extent, row: 10),
      configuration: .with {
        $0.policy = .recyclerview
        $0.jumps = jumps
      })
    let lengths = rows.map { $0.height ?? 0 }
    starts = lengths.indices.map { lengths[..<$0].reduce(0, +) }
    let shown = content
    list = LinearLayout(lengths: lengths, extent: extent) {
      shown.sections[0][$0].identifier ?? ""
    }
    list.layOut()
    try table.makeFrame()
  }

  private var extent: Int { list.extent }
  private var last: Int { max(0, (starts.last ?? 0) + (list.lengths.last ?? 0) - extent) }

  mutating func play(steps: Int, into tally: inout RecyclerComparisonTests.Tally) throws {
    for step in 0..<steps {
      let before = list
      let what = try act(&tally)
      try compare("\(what), step \(step), seed \(seed)")
      tally.steps += 1
      tally.cells += list.children.count
      tally.found += list.recycler.foundInCache - before.recycler.foundInCache
      tally.discarded += list.recycler.discarded - before.recycler.discarded
      let first = list.children.first?.holder.position ?? 0
      let left = before.children.count { $0.position < first }
      if left > 1, left < before.children.count { tally.crowds += 1 }
    }
  }

  private mutating func act(_ tally: inout RecyclerComparisonTests.Tally) throws -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...5: return try scroll(by: Int.random(in: (1 - extent)...(extent - 1), using: &random))
    case 6, 7:
      let distance = Int.random(in: (-5 * extent)...(5 * extent), using: &random)
      return try scroll(by: distance, &tally)
    case 8: return try scroll(by: 1_000_000, &tally)
    case 9: return try scroll(by: -1_000_000, &tally)
    case 10:
      list.layOut()
      try table.makeFrame()
      return "layout"
    default:
      if Bool.random(using: &random) { for row in starts.indices { changeKind(ofRow: row) } }
      list.reload()
      table.reloadData()
      tally.reloads += 1
      return "reload"
    }
  }

  private mutating func changeKind(ofRow row: Int) {
    content.sections[0][row].identifier = "Kind\(Int.random(in: 0..<3, using: &random))"
  }

  /// Scrolls both by less than a screen.
  private mutating func scroll(by distance: Int) throws -> String {
    try table.scroll(by: distance)
    scrollList(by: distance)
    return "scroll by \(distance)"
  }

  /// Scrolls both, in the way of the table's setting where it is a screen or more.
  private mutating func scroll(
    by distance: Int, _ tally: inout RecyclerComparisonTests.Tally
  ) throws -> String {
    let target = min(max(0, table.offset + distance), last)
    guard abs(target - table.offset) >= extent else { return try scroll(by: distance) }
    let way = table.configuration.jumps ?? .scrollBy
    tally.longScrolls[way, default: 0] += 1
    let old = table.offset
    try table.scroll(by: distance)
    #expect(table.lastFrame.way == way)
    if way == .scrollBy {
      scrollList(by: distance)
    } else {
      let row = starts.indices.first { starts[$0] + list.lengths[$0] > target } ?? 0
      list.scrollToPosition(row, offset: starts[row] - target)
      list.workBetweenFrames(after: target - old)
    }
    return "\(way) \(distance)"
  }

  private mutating func scrollList(by distance: Int) {
    let way = list.scrollBy(distance)
    if way != 0 { list.workBetweenFrames(after: way) }
  }

  private func compare(_ what: String) throws {
    func names(_ cells: [Cell]) -> [String] { cells.map { "\($0.slot.position) \($0.id)" } }
    func names(_ views: [ViewHolder]) -> [String] { views.map { "\($0.position) \($0.name)" } }
    let comment = Comment(rawValue: what)
    try #require(names(table.rows.visible) == names(list.children.map(\.holder)), comment)
    let places = table.rows.visible.map { $0.slot.start - table.offset }
    try #require(places == list.children.map(\.start), comment)
    try #require(names(table.rows.kept.cells) == names(list.recycler.cached), comment)
    let pools = Dictionary(grouping: table.rows.pools.cells) { $0.id.identifier }
      .mapValues { $0.map(\.id.description) }
    let pooled = list.recycler.pools.filter { !$0.value.isEmpty }.mapValues { $0.map(\.name) }
    try #require(pools == pooled, comment)
    let totals = table.rowTotals
    let made = list.recycler.created.values.reduce(0, +)
    try #require(
      [totals.requests, totals.created, totals.recycled, totals.discarded] == [
        list.recycler.bound, made, list.recycler.recycled, list.recycler.discarded,
      ], comment)
  }
}

extension LinearLayout.Child {
  fileprivate var position: Int { holder.position }
}
