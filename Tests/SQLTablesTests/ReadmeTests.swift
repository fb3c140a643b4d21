import SQLTables
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    let key = RowKey([.init("added", isDescending: true), .init("id")])
    let newest = KeyedSelection(table: "products", key: key, dialect: .postgres)
    let page = newest.query(["name"], from: [.text("2026-11-01"), .integer(7)], limit: 50)
    // SELECT name FROM products WHERE (added <= $1 AND (added < $2 OR id >= $3))
    //   ORDER BY added DESC, id LIMIT $4 OFFSET $5
    // end
    let mark = SQLDialect.numberedMark
    #expect(
      page.text
        == "SELECT name FROM products WHERE (added <= \(mark) AND (added < \(mark) OR id >= \(mark)))"
        + " ORDER BY added DESC, id LIMIT \(mark) OFFSET \(mark)")
    #expect(page.arguments.count == 5)
    #expect(try ModulePage.example(of: "SQLTables") == ModulePage.tested())
  }
}
