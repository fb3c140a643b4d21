import TableModel
import Testing

@testable import TableEngine

/// A cell whose content can be written later is written when it is first looked at.
@Suite struct LaterWritingTests {
  private let content = FakeContent(rows: 100)

  init() { content.writesLater = true }

  private func makeTable(
    _ change: (inout EngineConfiguration) -> Void = { _ in }
  ) throws(EngineError) -> Table {
    let table = Table(
      content: content,
      metrics: TableMetrics(
        viewport: Size(width: 40, height: 40), rowHeight: 10, cellSize: Size(width: 10, height: 10),
        headerHeight: 0, footerHeight: 0),
      configuration: .with(change))
    try table.makeFrame()
    return table
  }

  private var written: [Address] { content.writers.flatMap(\.written) }

  private func texts(_ table: Table) -> [String] { table.snapshot().rows.map(\.cell.content.text) }

  @Test func cellsThatAreScrolledPastAreNotWritten() throws {
    let table = try makeTable()
    for _ in 0..<50 { try table.scroll(by: 10) }
    #expect(written.isEmpty && content.configured.isEmpty)
    #expect(texts(table) == ["r50", "r51", "r52", "r53"])
    #expect(written.sorted() == (50..<54).map { Address(0, $0) })
    #expect(texts(table) == ["r50", "r51", "r52", "r53"])
    #expect(written.count == 4)
  }

  /// Data that changed behind the table is not seen before the cells are asked for again.
  @Test func whatIsWrittenIsTheRowAsItWas() throws {
    let table = try makeTable()
    try table.scroll(by: 20)
    for row in content.sections[0].indices { content.sections[0][row].name = "new" }
    #expect(texts(table) == ["r2", "r3", "r4", "r5"])
    try table.reconfigure(nil)
    #expect(texts(table) == ["new", "new", "new", "new"])
  }

  /// A cell says what its row said even where it stands elsewhere by now.
  @Test func cellsKeepTheirRowsWhenRowsMove() throws {
    let table = try makeTable()
    content.sections[0].remove(at: 0)
    try table.performUpdates([.delete(Address(0, 0))])
    #expect(texts(table) == ["r1", "r2", "r3", "r4"])
  }

  @Test func aCopyWritesForItself() throws {
    let table = try makeTable()
    let copy = table.copy(showing: content)
    #expect(texts(copy) == texts(table))
    #expect(written.count == 8)
  }

  /// What is sent for or left out depends on what a cell says.
  @Test func imagesAndConditionalWritesAreWrittenAtOnce() throws {
    for change: (inout EngineConfiguration) -> Void in [
      { $0.images = .guarded }, { $0.images = .synchronous }, { $0.conditionalWrites = .detail },
    ] {
      let table = try makeTable(change)
      #expect(content.takeConfigured().count == 4)
      #expect(written.isEmpty && texts(table).first == "r0")
    }
  }
}
