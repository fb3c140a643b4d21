import TableModel
import TestSeeds
import Testing

@testable import TableEngine

/// The engine against a naive table, under random scrolls and changes.
@Suite struct DifferentialTests {
  /// Seeds that once found something, and others.
  static let seeds: [UInt64] =
    [4_847_106_356_588_876_983, 10_781_975_493_269_369_594, 11_784_380_992_734_217_175]
    + (0..<testRounds(20)).map { testSeed($0) }

  struct World {
    var random: SeededGenerator
    var nextName = 0
    let content: FakeContent
    let table: Table
    var naive: NaiveTable

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      content = FakeContent([])
      content.hasStableIdentities = true
      content.isUniform = Bool.random(using: &random)
      naive = NaiveTable(
        content: content, height: 100, width: 55, rowHeight: 13, itemWidth: 10, headerHeight: 7)
      for section in 0..<Int.random(in: 1...6, using: &random) {
        if Bool.random(using: &random) { content.headers.insert(section) }
        content.sections.append([])
      }
      table = Table(
        content: content,
        metrics: TableMetrics(
          viewport: Size(width: 55, height: 100), rowHeight: 13,
          cellSize: Size(width: 10, height: 13), headerHeight: 7, footerHeight: 0))
      for section in content.sections.indices {
        for _ in 0..<Int.random(in: 0...30, using: &random) {
          content.sections[section].append(makeRow())
        }
      }
      table.reloadData()
      naive.frame(at: 0)
    }

    mutating func makeRow() -> FakeContent.Row {
      nextName += 1
      let items = (0..<Int.random(in: 0...20, using: &random)).map { "\(nextName)-\($0)" }
      let isStrip = nextName % 3 == 0
      return FakeContent.Row(
        name: "n\(nextName)", items: isStrip ? items : nil,
        height: Int.random(in: 0...30, using: &random),
        identifier: isStrip ? "Strip" : "Kind\(nextName % 2)")
    }
  }

  @Test(arguments: seeds)
  func sameCellsSameCounts(seed: UInt64) throws {
    var world = World(seed: seed)
    compare(world, "at first, seed \(seed)")
    for step in 0..<120 {
      let what = try act(&world)
      compare(world, "\(what), step \(step), seed \(seed)")
    }
  }

  private func act(_ world: inout World) throws -> String {
    switch Int.random(in: 0..<10, using: &world.random) {
    case 0...3:
      let distance = Int.random(in: -60...60, using: &world.random)
      return try scroll(&world, by: distance)
    case 4: return try scroll(&world, by: Int.random(in: -900...900, using: &world.random))
    case 5, 6: return try scrollStrip(&world)
    case 7:
      world.table.reloadData()
      world.naive.reload()
      return "reload"
    default: return try update(&world)
    }
  }

  private func scroll(_ world: inout World, by distance: Int) throws -> String {
    let most = max(0, world.naive.places.height - 100)
    let target = min(max(0, world.table.offset + distance), most)
    try world.table.scroll(by: distance)
    world.naive.frame(at: target)
    return "scroll by \(distance)"
  }

  private func scrollStrip(_ world: inout World) throws -> String {
    let strips = world.table.snapshot().rows.filter { $0.strip != nil }
    guard let row = strips.randomElement(using: &world.random)?.cell else { return "nothing" }
    let x = Int.random(in: -20...160, using: &world.random)
    try world.table.scroll(row: row.address, to: x)
    let (section, index) = (row.address.section, row.address.row ?? 0)
    world.naive.scrollStrip(world.content.sections[section][index], to: x)
    return "strip \(row.address) to \(x)"
  }

  /// Random deletions, insertions, moves by deletion and insertion, and reloads.
  private func update(_ world: inout World) throws -> String {
    let before = world.content.identities
    var reloaded: Set<String> = []
    for _ in 0..<Int.random(in: 1...4, using: &world.random) {
      let section = Int.random(in: 0..<world.content.sections.count, using: &world.random)
      let count = world.content.sections[section].count
      if Bool.random(using: &world.random), count > 0 {
        let index = Int.random(in: 0..<count, using: &world.random)
        let row = world.content.sections[section].remove(at: index)
        if Bool.random(using: &world.random) {
          let target = Int.random(in: 0..<world.content.sections.count, using: &world.random)
          let place = Int.random(
            in: 0...world.content.sections[target].count, using: &world.random)
          world.content.sections[target].insert(row, at: place)
        }
      } else {
        let place = Int.random(in: 0...count, using: &world.random)
        let row = world.makeRow()
        world.content.sections[section].insert(row, at: place)
      }
    }
    var updates = try before.updates(to: world.content.identities)
    let moved = Set(updates.compactMap { if case .move(let from, _) = $0 { from } else { nil } })
    let deleted = Set(updates.compactMap { if case .delete(let from) = $0 { from } else { nil } })
    if Bool.random(using: &world.random) {
      for row in world.table.visibleRows.prefix(2) where !moved.contains(row) {
        if deleted.contains(row) { continue }
        updates.append(.reload(row))
        reloaded.insert(before.sections[row.section].rows[row.row ?? 0])
      }
    }
    try world.table.performUpdates(updates.shuffled(using: &world.random))
    world.naive.update(reloaded: reloaded)
    return updates.map(\.description).joined(separator: ", ")
  }

  private func compare(_ world: World, _ what: String) {
    let (table, naive) = (world.table, world.naive)
    let snapshot = table.snapshot()
    #expect(table.offset == naive.offset, "\(what)")
    #expect(snapshot.rows.map(\.cell.content.text) == naive.order, "\(what)")
    var serials: [CellID: Int] = [:]
    for event in table.allTrace where event.kind == .create && event.table == .rows {
      if let cell = event.cell { serials[cell] = serials.count + 1 }
    }
    for row in snapshot.rows {
      let name = row.cell.content.text
      #expect(serials[row.cell.id] == naive.shown[name], "\(name), \(what)")
      guard let strip = row.strip, let cell = naive.shown[name] else { continue }
      #expect(
        strip.cells.map { $0.address.item } == naive.strips[cell]?.shown.keys.sorted(),
        "\(name), \(what)")
      #expect(strip.cells.allSatisfy { $0.content.text.hasPrefix(name.dropFirst() + "-") })
    }
    #expect(NaiveTable.Totals(table.rowTotals) == naive.totals, "\(what)")
    #expect(NaiveTable.Totals(table.itemTotals) == naive.itemTotals, "\(what)")
  }
}

extension NaiveTable.Totals {
  init(_ counters: ReuseCounters) {
    self.init(
      requests: counters.requests, created: counters.created, reused: counters.reused,
      recycled: counters.recycled)
  }
}

extension FakeContent {
  var identities: TableIdentities {
    TableIdentities(
      sections: sections.enumerated().map { index, rows in
        TableIdentities.Section(identity: "section \(index)", rows: rows.map(\.name))
      })
  }
}
