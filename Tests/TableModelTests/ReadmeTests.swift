import TableModel
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    let record = Value.record(
      Record([
        ("name", .string("Ash")),
        ("sizes", .array([.integer(38), .integer(39)])),
      ]))

    // A negative index counts from the end.
    let last = FieldPath([.key("sizes"), .index(-1)])
    let size = record[path: last]  // .integer(39)

    // Section 1, row 0, item 3.
    let address = Address(1, 0, 3)
    let row = address.rowAddress.description  // "1.0"
    // end
    #expect(size == .integer(39))
    #expect(row == "1.0")
    #expect(try ModulePage.example(of: "TableModel") == ModulePage.tested())
  }
}
