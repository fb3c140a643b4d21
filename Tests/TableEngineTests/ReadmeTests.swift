import TableEngine
import TableModel
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    final class Words: TableContent {
      let words = ["ash", "birch", "cedar", "dogwood", "elder"]

      var sectionCount: Int { 1 }
      func rowCount(inSection section: Int) -> Int { words.count }
      func hasUniformRows(inSection section: Int) -> Bool { true }
      func itemCount(inRow row: Address) -> Int? { nil }
      func hasHeader(_ section: Int) -> Bool { false }
      func hasFooter(_ section: Int) -> Bool { false }
      func identifier(for address: Address) -> String? { "Word" }
      func content(for address: Address) -> CellContent {
        CellContent(text: words[address.row ?? 0])
      }
    }

    // A viewport 30 points high shows three rows of 10.
    let metrics = TableMetrics(
      viewport: Size(width: 80, height: 30), rowHeight: 10,
      cellSize: Size(width: 20, height: 10), headerHeight: 0, footerHeight: 0)
    let table = Table(content: Words(), metrics: metrics)
    try table.makeFrame()
    try table.scroll(by: 10)
    try table.scroll(by: 10)
    let texts = table.snapshot().rows.map(\.cell.content.text)  // cedar, dogwood, elder
    let reused = table.statistics[0].totals.reused  // 1
    // end
    #expect(texts == ["cedar", "dogwood", "elder"])
    #expect(reused == 1)
    #expect(try ModulePage.example(of: "TableEngine") == ModulePage.tested())
  }
}
