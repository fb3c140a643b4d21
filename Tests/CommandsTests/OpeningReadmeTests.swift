import CommandLanguage
import Documents
import Opening
import TableModel
import TestSeeds
import Testing

/// The example of the page of module `Opening`.
@Suite struct OpeningReadmeTests {
  @Test func theExampleHolds() throws {
    let pages = Repository.path("Datasets/rows.json")
    // example
    let formats = FileFormats.all.list.map(\.name)  // json, csv, ..., sqlite, postgres
    let environment = Environment.standard { false }
    let document = try environment.open(pages, OpenOptions())
    let refused = FileFormats.all.withoutNetwork  // servers are refused by --no-network
    // end
    #expect(formats.first == "json" && formats.contains("csv") && formats.last == "postgres")
    #expect(document.name == "rows.json")
    #expect(refused.list.map(\.name) == formats)
    #expect(try ModulePage.example(of: "Opening") == ModulePage.tested())
  }
}
