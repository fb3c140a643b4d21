import TableModel
import TestSeeds
import Testing

@testable import TableEngine

@Suite struct ScrollToRowTests {
  /// Ten rows of ten in a viewport of fifty.
  func makeTable(rows: Int = 10) throws -> Table {
    let table = Table(content: FakeContent(rows: rows), metrics: .plain(height: 50, row: 10))
    try table.makeFrame()
    return table
  }

  @Test(arguments: zip(0..<10, [0, 0, 0, 10, 20, 30, 40, 50, 50, 50]))
  func middle(row: Int, offset: Int) throws {
    let table = try makeTable()
    try table.scrollToRow(Address(0, row), position: .middle)
    #expect(table.offset == offset)
  }

  @Test(arguments: [
    (0, 4, 0), (0, 5, 10), (0, 9, 50), (100, 0, 0), (100, 4, 40), (23, 3, 23), (23, 2, 20),
  ])
  func least(from start: Int, row: Int, offset: Int) throws {
    let table = try makeTable(rows: start > 50 ? 100 : 10)
    try table.scroll(to: start)
    try table.scrollToRow(Address(0, row))
    #expect(table.offset == offset)
  }

  @Test(arguments: [
    (ScrollPosition.top, 7, 50), (.top, 3, 30), (.bottom, 7, 30), (.bottom, 2, 0),
  ])
  func edges(position: ScrollPosition, row: Int, offset: Int) throws {
    let table = try makeTable()
    try table.scrollToRow(Address(0, row), position: position)
    #expect(table.offset == offset)
  }

  @Test func itemsFollowTheSameRules() throws {
    let table = Table(
      content: FakeContent(strips: 1, items: 10),
      metrics: TableMetrics(
        viewport: Size(width: 50, height: 50), rowHeight: 10, cellSize: Size(width: 10, height: 10),
        headerHeight: 0, footerHeight: 0))
    try table.makeFrame()
    let centered = try (0..<10).map { item in
      try table.scrollToItem(Address(0, 0, item), position: .center)
      return table.stripOffset(ofRow: Address(0, 0))
    }
    #expect(centered == [0, 0, 0, 10, 20, 30, 40, 50, 50, 50])
    try table.scrollToItem(Address(0, 0, 4))
    #expect(table.stripOffset(ofRow: Address(0, 0)) == 40)
    #expect(throws: EngineError.noItem(Address(0, 0, 10))) {
      try table.scrollToItem(Address(0, 0, 10))
    }
  }

  @Test func aRowStaysBelowThePinnedHeader() throws {
    let content = FakeContent(rows: 50)
    content.headers = [0]
    let table = Table(content: content, metrics: .plain(height: 100, row: 10))
    try table.makeFrame()
    try table.scrollToRow(Address(0, 30), position: .top)
    #expect(table.offset == 20 + 300 - 20)
    #expect(table.snapshot().rows.first { $0.cell.address.row == 30 }?.cell.frame.y == 20)
    try table.scrollToRow(Address(0, 29))
    #expect(table.snapshot().rows.first { $0.cell.address.row == 29 }?.cell.frame.y == 20)
  }

  @Test func impossiblePlacesAreErrors() throws {
    let table = try makeTable()
    #expect(throws: EngineError.noRow(Address(0, 10))) { try table.scrollToRow(Address(0, 10)) }
    #expect(throws: EngineError.noRow(Address(0, -1))) { try table.scrollToRow(Address(0, -1)) }
    #expect(throws: EngineError.noSection(3, count: 1)) { try table.scrollToRow(Address(3)) }
    #expect(throws: EngineError.notAStrip(Address(0, 0))) {
      try table.scroll(row: Address(0, 0), to: 5)
    }
    #expect(table.frameCount == 1)
  }
}

@Suite struct HeaderTests {
  /// Three sections of five rows of ten, with headers of twenty and footers of ten.
  func makeTable(_ style: HeaderStyle) throws -> Table {
    let content = FakeContent((0..<3).map { s in (0..<5).map { .init(name: "\(s).\($0)") } })
    content.headers = [0, 1, 2]
    content.footers = [0, 1]
    let table = Table(
      content: content, metrics: .plain(height: 60, row: 10),
      configuration: .with { $0.headerStyle = style })
    try table.makeFrame()
    return table
  }

  func places(_ table: Table) -> [String] {
    table.snapshot().headers.map {
      "\($0.isFooter ? "f" : "h")\($0.section)@\($0.frame.y)\($0.isPinned ? "!" : "")"
    }
  }

  @Test(arguments: [
    (HeaderStyle.plain, 0, ["h0@0", "f0@50!"]),
    (.headersOnly, 0, ["h0@0"]),
    (.headersOnly, 30, ["f0@40", "h1@50", "h0@0!"]),
    (.headersOnly, 70, ["f0@0", "h1@10", "h0@-10!"]),
    (.headersOnly, 80, ["h1@0"]),
    (.grouped, 30, ["f0@40", "h1@50"]),
    (.plain, 100, ["h1@0!", "f1@50"]),
  ])
  func whereTheyFloat(style: HeaderStyle, offset: Int, expected: [String]) throws {
    let table = try makeTable(style)
    try table.scroll(to: offset)
    #expect(Set(places(table)) == Set(expected))
  }

  @Test func contentCountsOnlyHeadersThatAre() throws {
    let table = try makeTable(.plain)
    #expect(table.contentHeight == 3 * 50 + 3 * 20 + 2 * 10)
    #expect(table.sectionTop(1) == 80)
    #expect(table.rect(ofRow: Address(1, 2)) == Rect(x: 0, y: 120, width: 320, height: 10))
    #expect(table.row(atOffset: 125) == Address(1, 2))
    #expect(table.row(atOffset: 85) == nil)
  }
}

@Suite struct LayoutTests {
  @Test func aHundredMillionRowsLieThereAtOnce() throws {
    let content = EndlessContent(sections: 1, rows: 100_000_000, items: nil)
    let table = Table(content: content, metrics: .plain(height: 600, row: 60))
    try table.makeFrame()
    #expect(table.contentHeight == 6_000_000_000)
    try table.scroll(to: .max)
    #expect(table.visibleRows.last == Address(0, 99_999_999))
    try table.scrollToRow(Address(0, 50_000_000), position: .top)
    #expect(table.visibleRows.first == Address(0, 50_000_000))
    #expect(table.rowTotals.created == 20)
  }

  @Test func senselessNumbersDoNotOverflow() throws {
    let content = EndlessContent(sections: 3, rows: .max, items: .max)
    let big = Int.max
    let table = Table(
      content: content,
      metrics: TableMetrics(
        viewport: Size(width: 10, height: 10), rowHeight: big,
        cellSize: Size(width: big, height: big), cellSpacing: big, rowPadding: big,
        headerHeight: big, footerHeight: big, insetTop: big, insetBottom: big))
    try table.makeFrame()
    try table.scroll(by: .max)
    try table.scroll(by: .min)
    try table.scroll(to: .max, overscroll: true)
    try table.scroll(row: Address(0, 0), to: .max)
    try table.scroll(row: Address(0, 0), by: .min, overscroll: true)
    try table.bounce(step: .max)
    #expect(table.offset <= table.maxOffset)
  }

  @Test func emptyTablesAndViewportsHaveFrames() throws {
    for content in [FakeContent([]), FakeContent([[], []]), FakeContent(rows: 3)] {
      for height in [0, 10] {
        for width in [0, 10] {
          let table = Table(
            content: content, metrics: .plain(height: height, row: 10, width: width))
          try table.makeFrame()
          try table.scroll(by: 10)
          table.reloadData()
          #expect(
            table.snapshot().rows.isEmpty == (width * height * content.sections.joined().count == 0)
          )
        }
      }
    }
  }

  @Test func rowsWithoutHeightGetNoCell() throws {
    let content = FakeContent(rows: 1000)
    content.isUniform = false
    for row in 0..<1000 { content.sections[0][row].height = row < 990 && row > 0 ? 0 : 10 }
    let table = Table(content: content, metrics: .plain(height: 50, row: 10))
    try table.makeFrame()
    #expect(table.visibleRows.map(\.row) == [0, 990, 991, 992, 993])
    #expect(table.rowTotals.requests == 5)
  }

  /// A hundred rows that count with 500 until they are seen: nine are, and sum up to 619.
  @Test func estimatesAreRevisedAsRowsAreSeen() throws {
    let content = FakeContent(rows: 100)
    content.isUniform = false
    for row in 0..<100 { content.sections[0][row].height = row == 0 ? 75 : 68 }
    let table = Table(
      content: content, metrics: .plain(height: 600, row: 44),
      configuration: .with { $0.estimatedRowHeight = 500 })
    #expect(table.contentHeight == 50_000)
    try table.makeFrame()
    #expect(table.contentHeight == 619 + 91 * 500)
    #expect(table.statistics[0].callbacks.heightForRow == 3 * 9)
    #expect(table.lastFrame.drift == 46_119 - 50_000)
  }

  @Test func fenwickTreesFindTheirPlaces() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var values = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Int.random(in: 0...5, using: &random)
      }
      var tree = FenwickTree(values)
      for _ in 0..<10 where !values.isEmpty {
        let index = Int.random(in: 0..<values.count, using: &random)
        let delta = Int.random(in: -values[index]...9, using: &random)
        values[index] += delta
        tree.add(delta, at: index)
      }
      #expect(tree.total == values.reduce(0, +), "seed \(seed)")
      for place in 0...tree.total {
        var sum = 0
        let expected = values.firstIndex { value in
          sum += value
          return sum > place
        }
        #expect(tree.index(containing: place) == expected ?? values.count, "seed \(seed)")
      }
    }
  }

  /// offset(row(y)) <= y < offset(row(y) + 1), and totals are sums.
  @Test func placesAndRowsAgree() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let heights = (0..<Int.random(in: 1...700, using: &random)).map { _ in
        Int.random(in: 0...3, using: &random)
      }
      var measured = MeasuredHeights(count: heights.count) { heights[$0] }
      var estimated = MeasuredHeights(count: heights.count, estimate: 2)
      for row in heights.indices.shuffled(using: &random) {
        _ = estimated.measure(row, as: heights[row])
      }
      #expect(estimated.total == heights.reduce(0, +), "seed \(seed)")
      _ = measured.measure(0, as: heights[0])
      var y = 0
      for (row, height) in heights.enumerated() {
        #expect(measured.offset(of: row) == y, "seed \(seed)")
        #expect(estimated.offset(of: row) == y, "seed \(seed)")
        for inside in y..<(y + height) {
          #expect(measured.row(containing: inside) == row, "seed \(seed)")
          #expect(estimated.row(containing: inside) == row, "seed \(seed)")
        }
        y += height
      }
    }
  }
}

@Suite struct BounceTests {
  /// A bounce that meets data changed behind the table on its way makes no frame at all.
  @Test func aBounceThatCannotEndDoesNotBegin() throws {
    let content = FakeContent([
      (0..<4).map { .init(name: "a\($0)") }, (0..<4).map { .init(name: "b\($0)") },
    ])
    let table = Table(content: content, metrics: .plain(height: 40, row: 10))
    try table.makeFrame()
    try table.scroll(to: 100, overscroll: true)
    content.sections[1].removeLast()
    let frames = table.frameCount
    #expect(throws: EngineError.changedBehindTable(section: 1, before: 4, after: 3)) {
      try table.bounce(step: 5)
    }
    #expect(table.frameCount == frames)
    #expect(table.offset == 100)
    #expect(try Table(content: content, metrics: .plain(height: 40, row: 10)).bounce(step: 5) == 0)
  }
}
