import TableModel
import TestSeeds
import Testing

@testable import TableEngine

/// Whatever is asked of a table, its books agree with its cells; what it refuses changes nothing.
@Suite struct RandomActionTests {
  static let policies = ReusePolicy.allCases.flatMap { policy in
    NestedMode.allCases.map { (policy, $0) }
  }

  @Test(arguments: testCases(policies, oneIn: 2))
  func booksAgree(policy: ReusePolicy, nested: NestedMode) throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let content = makeContent(&random)
    content.label = "seed \(seed)"
    let table = Table(
      content: content,
      metrics: TableMetrics(
        viewport: Size(width: 55, height: 60), rowHeight: 13, cellSize: Size(width: 10, height: 15),
        cellSpacing: 2, rowPadding: 3, headerHeight: 7, footerHeight: 5, insetTop: 3,
        insetBottom: 4, insetLeft: Int.random(in: 0...3, using: &random), insetRight: 2),
      configuration: .with {
        $0.policy = policy
        $0.nested = nested
        $0.keptCells = [nil, 0, 3].randomElement(using: &random) ?? nil
        $0.poolCap =
          [.policyDefault, .limit(2), .unlimited].randomElement(using: &random) ?? .unlimited
        $0.poolOrder = [nil, .fifo, .set(seed: seed)].randomElement(using: &random) ?? nil
        $0.images = .unguarded
        $0.prefetch = .viewport
        let cells = Int.random(in: -1...2, using: &random)
        $0.cellPrefetch = cells < 0 ? nil : cells
        $0.jumps = ([nil] + ScrollWay.allCases).randomElement(using: &random) ?? nil
        $0.estimatedRowHeight = Bool.random(using: &random) ? 20 : nil
        $0.selection = .multiple
        $0.enqueueOrder = Bool.random(using: &random) ? .ascending : .descending
        $0.endOrder = Bool.random(using: &random) ? .ascending : .descending
      })
    for step in 0..<150 {
      let sections = content.sections
      let action = makeAction(&random, content, table)
      let before = Picture(table)
      let copy = step % 4 == 0 ? table.copy(showing: content) : nil
      do throws(EngineError) {
        try table.perform(action)
        if let copy {
          try check(copy, before, action, like: table, "\(action) at \(step), seed \(seed)")
        }
      } catch {
        // What the model really did is never refused.
        let wasChanged = content.sections != sections
        #expect(!wasChanged, "\(error) for \(action) at \(step), seed \(seed)")
        content.sections = sections
        #expect(Picture(table) == before, "\(action) at \(step), seed \(seed)")
      }
      let violations = table.invariantViolations()
      #expect(violations.isEmpty, "\(violations) after \(action) at \(step), seed \(seed)")
      if !violations.isEmpty { return }
    }
  }

  /// What happened to the table has not happened to its copy, which does the same when it is asked.
  private func check(
    _ copy: Table, _ before: Picture, _ action: TableAction, like table: Table, _ words: String
  ) throws(EngineError) {
    #expect(Picture(copy) == before, "the copy before \(words)")
    let after = Picture(table)
    try copy.perform(action)
    #expect(Picture(copy) == after, "the copy after \(words)")
    #expect(Picture(table) == after, "the table after its copy: \(words)")
    #expect(copy.invariantViolations().isEmpty, "the copy after \(words)")
  }

  struct Picture: Equatable {
    var snapshot: ViewportSnapshot
    var statistics: [TableStatistics]
    var events: Int
    var state: TableState
    var frames: Int

    init(_ table: Table) {
      snapshot = table.snapshot()
      statistics = table.statistics
      events = table.traceBuffer.written
      state = table.state
      frames = table.frameCount
    }
  }

  private func makeContent(_ random: inout SeededGenerator) -> FakeContent {
    let content = FakeContent(
      (0..<4).map { section in
        (0..<Int.random(in: 0...8, using: &random)).map { row in
          let items = (0..<Int.random(in: 0...9, using: &random)).map { "\(section).\(row).\($0)" }
          let isStrip = Bool.random(using: &random)
          return FakeContent.Row(
            name: "\(section).\(row)", items: isStrip ? items : nil,
            height: Int.random(in: 0...25, using: &random),
            identifier: isStrip ? "Strip" : ["A", "B", nil].randomElement(using: &random) ?? nil,
            image: "picture")
        }
      })
    content.headers = [0, 2]
    content.footers = [1, 2]
    content.isUniform = false
    content.hasStableIdentities = Bool.random(using: &random)
    return content
  }

  private func makeAction(
    _ random: inout SeededGenerator, _ content: FakeContent, _ table: Table
  ) -> TableAction {
    let row = Address(
      Int.random(in: -1...4, using: &random), Int.random(in: -1...8, using: &random))
    let item = row.with(item: Int.random(in: -1...9, using: &random))
    let number = Int.random(in: -150...300, using: &random)
    let any = [row, item, Address(row.section)].randomElement(using: &random) ?? row
    switch Int.random(in: 0..<28, using: &random) {
    case 0: return .makeFrame
    case 1:
      return .scroll(
        to: number, overscroll: Bool.random(using: &random),
        frames: Int.random(in: -1...9, using: &random))
    case 2...5: return .scrollBy(number / 4)
    case 6: return .bounce(step: number)
    case 7: return .scrollToRow(any, ScrollPosition.allCases.randomElement(using: &random) ?? .none)
    case 8: return .scrollStrip(row: row, to: number, overscroll: Bool.random(using: &random))
    case 9: return .scrollStripBy(row: row, number / 8)
    case 10: return .bounceStrip(row: row, step: 10)
    case 11: return .scrollToItem(item, .center, frames: Int.random(in: 1...3, using: &random))
    case 12: return .lock([row])
    case 13: return .unlock(nil)
    case 14: return .reloadData
    case 15: return .reloadRows([any])
    case 16: return .reconfigure([any])
    case 17: return .update([.delete(any)])
    case 18: return update(&random, content, row)
    case 19: return .select([any])
    case 20: return .tap(any)
    case 21: return .setFocus(any)
    case 22: return .beginEditing(any)
    case 23: return .endEditing
    case 24: return .deliverImages(3)
    case 25: return .memoryWarning
    case 26:
      rearrange(&random, content)
      return .reloadData
    default: return resize(&random, table)
    }
  }

  /// A change of the data together with the update that tells of it.
  private func update(
    _ random: inout SeededGenerator, _ content: FakeContent, _ place: Address
  ) -> TableAction {
    guard content.sections.indices.contains(place.section), let row = place.row, row >= 0,
      row <= content.sections[place.section].count
    else { return .endEditing }
    if Bool.random(using: &random), row < content.sections[place.section].count {
      content.sections[place.section].remove(at: row)
      return .update([.delete(place)])
    }
    content.sections[place.section].insert(
      FakeContent.Row(
        name: "new\(random.next())", items: ["x", "y"], height: 20, identifier: "Strip"),
      at: row)
    return .update([.insert(place)])
  }

  /// Changes everything at once, which only reloading can follow.
  private func rearrange(_ random: inout SeededGenerator, _ content: FakeContent) {
    content.sections.shuffle(using: &random)
    for section in content.sections.indices where Bool.random(using: &random) {
      content.sections[section].removeLast(content.sections[section].count / 2)
      for row in content.sections[section].indices {
        content.sections[section][row].items?.removeAll { $0.hasSuffix("1") || $0.hasSuffix("7") }
      }
    }
  }

  private func resize(_ random: inout SeededGenerator, _ table: Table) -> TableAction {
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      var metrics = table.metrics
      metrics.viewport.height = Int.random(in: 0...90, using: &random)
      metrics.viewport.width = Int.random(in: 0...90, using: &random)
      return .setMetrics(metrics)
    case 1:
      var configuration = table.configuration
      configuration.initialFill = .descending
      configuration.policy = ReusePolicy.allCases.randomElement(using: &random) ?? .uikit
      return .setConfiguration(configuration)
    case 2: return .restore(table.state)
    case 3: return .resetStatistics
    default: return .reset
    }
  }
}
