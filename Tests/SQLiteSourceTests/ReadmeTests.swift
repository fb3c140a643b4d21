import Documents
import SQLTables
import SQLiteSource
import TableModel
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    let path = Repository.path("Datasets/catalog.sqlite")
    // example
    let request = DatabaseRequest(table: "products", groupBy: "manufacturer")
    let document = try DatabaseDocument(sqlite: path, request: request)
    let products = try document.table(shape: nil).source
    let counts = products.counts()  // 22 sections, 293 rows
    let title = try products.sections(0..<1).first?.title  // the first manufacturer
    // end
    #expect(counts.sections.known == 22 && counts.rows.known == 293)
    #expect(title != nil)
    #expect(try ModulePage.example(of: "SQLiteSource") == ModulePage.tested())
  }
}
