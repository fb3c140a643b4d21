import TableModel
import Testing

@testable import TableEngine

@Suite struct StaleTests {
  /// Every fifth row has a checkmark, which a careless data source never takes away.
  func makeTable(_ change: (inout EngineConfiguration) -> Void) throws -> Table {
    let content = FakeContent(rows: 60)
    for row in stride(from: 0, to: 60, by: 5) { content.sections[0][row].accessory = .checkmark }
    for row in 0..<60 { content.sections[0][row].image = "image \(row)" }
    let table = Table(
      content: content, metrics: .plain(height: 600, row: 60), configuration: .with(change))
    try table.makeFrame()
    return table
  }

  func marked(_ table: Table) -> [Int] {
    table.snapshot().rows.filter { $0.cell.content.accessory == .checkmark }
      .compactMap(\.cell.address.row)
  }

  @Test func aConditionalAccessoryStaysOnAReusedCell() throws {
    let table = try makeTable { $0.conditionalWrites = .accessory }
    for _ in 0..<10 { try table.scroll(by: 60) }
    // The cell of row 0 went to row 11, that of row 5 to row 16.
    #expect(marked(table) == [10, 11, 15, 16])
    #expect(table.statistics[0].stale.style == 2)
    #expect(table.statistics[0].stale.content == 0)
    try table.makeFrame()
    #expect(table.statistics[0].stale.style == 2)
  }

  @Test(arguments: [(false, CellProperties()), (true, .accessory)])
  func writingAllOrResettingAllCuresIt(resetsAll: Bool, conditional: CellProperties) throws {
    let table = try makeTable {
      $0.conditionalWrites = conditional
      $0.resetsAll = resetsAll
    }
    for _ in 0..<10 { try table.scroll(by: 60) }
    #expect(marked(table) == [10, 15])
    #expect(table.statistics[0].stale == StaleCounters())
  }

  func images(_ table: Table) -> [String?] { table.snapshot().rows.map(\.cell.content.image) }

  @Test func imagesComeLater() throws {
    let table = try makeTable { $0.images = .guarded }
    #expect(images(table).allSatisfy { $0 == nil })
    let first = table.deliverImages(1)
    #expect(first.applied == 1)
    #expect(images(table).last == "image 9")
    table.deliverImages(order: .firstFirst)
    #expect(images(table) == (0..<10).map { "image \($0)" })
    #expect(table.pendingImages == 0)
  }

  /// An image that has come reaches all cells that have asked for it, and no other one.
  @Test(arguments: [ImageLoading.guarded, .unguarded])
  func imagesComeByTheirNames(_ mode: ImageLoading) throws {
    let table = try makeTable { $0.images = mode }
    #expect(table.pendingImageNames(limit: 3) == ["image 9", "image 8", "image 7"])
    #expect(table.pendingImageNames(limit: 100).count == 10)
    #expect(table.isPending(image: "image 4") && !table.isPending(image: "image 40"))
    #expect(table.deliverImages(named: ["image 4", "image 40"]).applied == 1)
    #expect(images(table).compactMap(\.self) == ["image 4"])
    #expect(table.pendingImages == 9 && !table.isPending(image: "image 4"))
    // The cell that asked for the first one shows another row by now.
    for _ in 0..<5 { try table.scroll(by: 60) }
    let late = table.deliverImages(named: ["image 0"])
    #expect(late.applied == 0)
    #expect(late.appliedStale == (mode == .unguarded ? 1 : 0))
    #expect(late.rejected == (mode == .guarded ? 1 : 0))
    #expect(images(table).contains("image 0") == (mode == .unguarded))
  }

  @Test func cellsWithoutTheirImageAreBlank() throws {
    let table = try makeTable { $0.images = .guarded }
    #expect(table.lastFrame.blank == 10)
    table.deliverImages()
    try table.scroll(by: 60)
    #expect(table.lastFrame.blank == 1)
    try table.scroll(by: 60)
    #expect(table.lastFrame.blank == 2)
    #expect(table.frameTotals.blank == 13 && table.frameTotals.worstBlank == 10)
  }

  @Test(arguments: [(ImageLoading.guarded, 0, 4), (.unguarded, 4, 0)])
  func aReusedCellGetsTheOldImageUnlessGuarded(
    loading: ImageLoading, stale: Int, rejected: Int
  ) throws {
    let table = try makeTable { $0.images = loading }
    for _ in 0..<5 { try table.scroll(by: 60) }
    // Five rows left; the cells of four of them show other rows by now.
    let delivery = table.deliverImages(order: .lastFirst)
    #expect(delivery.appliedStale == stale)
    #expect(delivery.rejected == rejected)
    #expect(table.statistics[0].stale.async == stale)
    let isRight = images(table) == (5..<15).map { "image \($0)" }
    #expect(isRight == (loading == .guarded))
  }

  @Test func aBigJumpHidesTheBug() throws {
    let table = try makeTable { $0.images = .unguarded }
    try table.scroll(by: 3000)
    #expect(table.deliverImages().appliedStale == 0)
  }
}

@Suite struct PrefetchTests {
  func makeTable(_ change: (inout EngineConfiguration) -> Void) throws -> (Table, FakeContent) {
    let content = FakeContent(rows: 100)
    let table = Table(
      content: content, metrics: .plain(height: 600, row: 60), configuration: .with(change))
    try table.makeFrame()
    return (table, content)
  }

  func events(_ table: Table, _ kind: TraceEvent.Kind) -> [Int] {
    table.takeTrace().filter { $0.kind == kind }.compactMap { $0.address?.row }
  }

  @Test func rowsAreAskedForAheadNearestFirstAndOnce() throws {
    let (table, content) = try makeTable { $0.prefetch = .rows(3) }
    #expect(events(table, .prefetch) == [10, 11, 12])
    #expect(content.takeAnnounced().last == .rows(section: 0, 12..<13))
    try table.scroll(by: 60)
    #expect(events(table, .prefetch) == [13])
    #expect(table.frameTotals.rowPrefetch.hits == 1)
    #expect(table.frameTotals.rowPrefetch.late == 0)
  }

  @Test func turningBackCancels() throws {
    let (table, _) = try makeTable { $0.prefetch = .rows(3) }
    try table.scroll(by: 600)
    #expect(events(table, .cancelPrefetch) == [])
    try table.scroll(by: -60)
    let trace = table.takeTrace()
    #expect(
      trace.filter { $0.kind == .cancelPrefetch }.compactMap { $0.address?.row } == [20, 21, 22])
    #expect(trace.filter { $0.kind == .prefetch }.compactMap { $0.address?.row } == [8, 7, 6])
    #expect(table.frameTotals.rowPrefetch.waste == 3)
  }

  @Test func standingStillKeepsTheDirection() throws {
    let (table, _) = try makeTable { $0.prefetch = .rows(3) }
    try table.scroll(by: 600)
    try table.scroll(by: -60)
    _ = table.takeTrace()
    try table.makeFrame()
    #expect(table.takeTrace().isEmpty)
  }

  @Test func aJumpIsLate() throws {
    let (table, _) = try makeTable { $0.prefetch = .viewport }
    try table.scroll(to: 3000)
    #expect(table.frameTotals.rowPrefetch.late == 10)
    #expect(table.frameTotals.rowPrefetch.hits == 0)
  }

  /// What a jump goes past is cancelled, and what lies ahead of it is not.
  @Test(arguments: [1, -1])
  func whatAJumpGoesPastIsWaste(_ direction: Int) throws {
    let (table, _) = try makeTable { $0.prefetch = .rows(3) }
    try table.scroll(to: 3000)
    try table.scroll(by: direction * 60)
    let (waste, _) = (table.frameTotals.rowPrefetch.waste, table.takeTrace())
    try table.scroll(by: direction * 1200)
    #expect(table.frameTotals.rowPrefetch.waste == waste + 3)
    let rows = direction > 0 ? [61, 62, 63] : [46, 47, 48]
    #expect(events(table, .cancelPrefetch) == rows)
    try table.scroll(by: direction * 60)
    #expect(table.frameTotals.rowPrefetch.waste == waste + 3)
  }

  @Test func costsAndHitches() throws {
    let (table, _) = try makeTable { _ in }
    #expect(table.lastFrame.cost == 10 * (8 + 2))
    #expect(table.lastFrame.hitch == 100 - 16)
    try table.scroll(by: 60)
    try table.scroll(by: 60)
    #expect(table.lastFrame.cost == 2)
    #expect(table.lastFrame.hitch == 0)
    #expect(table.frameTotals.hitchRate(budget: 16) == 84 * 1000 / (3 * 16 + 84))
  }

  /// A rate is a part of a second, however dear the frames are.
  @Test(arguments: [
    (0, 0, 0), (3, 0, 0), (3, 48, 500), (1, 16_000_000, 999), (1, 144, 900), (0, 5, 1000),
  ])
  func hitchRatesArePartsOfASecond(_ frames: Int, _ hitch: Int, _ rate: Int) {
    var totals = FrameTotals()
    (totals.frames, totals.hitch) = (frames, hitch)
    #expect(totals.hitchRate(budget: 16) == rate)
    #expect(totals.hitchRate(budget: 0) == (hitch > 0 ? 1000 : 0))
  }

  /// Layers are composed in every frame, whether or not a cell is configured in it.
  @Test(arguments: [(false, 10), (true, 10 * 4)])
  func layersCostInEveryFrame(_ hasStrips: Bool, _ visible: Int) throws {
    let content = hasStrips ? FakeContent(strips: 40, items: 9) : FakeContent(rows: 40)
    content.load = SubviewLoad(count: 5, beyondFree: 2, blended: 1)
    let table = Table(content: content, metrics: .plain(height: 600, row: 60))
    try table.makeFrame()
    try table.makeFrame()
    #expect(table.lastFrame.requests == 0)
    #expect((table.lastFrame.subviews, table.lastFrame.blended) == (2 * visible, visible))
    #expect(table.lastFrame.cost == 3 * visible)
    content.load = SubviewLoad(count: 1)
    try table.reconfigure()
    #expect(table.lastFrame.cost == 0)
  }
}

@Suite struct TraceTests {
  @Test func readingTakesOnlyWhatIsNew() throws {
    let table = Table(content: FakeContent(rows: 40), metrics: .plain(height: 600, row: 60))
    try table.makeFrame()
    #expect(table.takeTrace().count == 20)
    #expect(table.takeTrace().isEmpty)
    try table.scroll(by: 60)
    #expect(table.takeTrace().map(\.frame) == [2, 2, 2, 2])
    #expect(table.allTrace.count == 24)
  }

  @Test func theLastHundredThousandAreKept() {
    var buffer = TraceBuffer()
    for number in 0..<300_000 {
      buffer.append(
        TraceBuffer.Entry(
          frame: number, kind: .create, table: .rows, identifier: 0, ordinal: 0, serial: 0,
          section: 0, row: 0,
          item: 0))
    }
    let kept = buffer.take()
    #expect(kept.count >= 100_000)
    #expect(kept.last?.frame == 299_999)
    #expect(kept.first?.frame == 300_000 - kept.count)
    #expect(buffer.take().isEmpty)
  }

  @Test func resettingTheBooksKeepsTheCells() throws {
    let table = Table(content: FakeContent(rows: 400), metrics: .plain(height: 600, row: 60))
    try table.makeFrame()
    try table.scroll(by: 600)
    table.resetStatistics()
    #expect(table.rowTotals.requests == 0)
    #expect(table.rowTotals.pooled == 10)
    #expect(table.rowTotals.highWater == 10)
    #expect(table.rowTotals.alive == 20)
    try table.scroll(by: 600)
    #expect(table.rowTotals.reused == 10)
    #expect(table.rowTotals.created == 0)
    #expect(table.statistics[0].identifiers.count == 1)
  }

  @Test func linesForPeople() {
    let event = TraceEvent(
      frame: 7, kind: .recycle, table: .rows, identifier: "Cell1",
      cell: CellID(identifier: "Cell1", ordinal: 3), address: Address(1, 4))
    #expect(event.line(showsSections: true) == "[7] recycle Cell1#3 (row 1.4)")
    #expect(event.line(showsSections: false) == "[7] recycle Cell1#3 (row 4)")
  }
}
