import Arranging
import Documents
import Results
import TableModel
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    let text = """
      [{"shop": "Elm", "price": 4.10}, {"shop": "Oak", "price": 9}, {"shop": "Elm", "price": 3.40}]
      """
    let document = try DocumentOpener.open(bytes: Array(text.utf8), name: "orders.json")
    let orders = try document.table(shape: nil).source
    // example
    // `orders` is any `TableSource`: here three records with a shop and a price.
    let list = try AggregateList(parsing: "count, sum(price) as total by shop")
    let (shop, price) = (FieldPath(key: "shop"), FieldPath(key: "price"))
    let aggregates = [Aggregate(.count), Aggregate(.sum, of: price)]
    let table = ArrangedTable(base: orders)
    let found = try table.aggregate(
      aggregates, by: [shop], from: ColumnStore(source: orders), budget: 1 << 20)
    let names = list.keys.map(\.columnName) + list.items.map(\.name)
    let result = ResultTable(found, of: aggregates, "orders", keys: [shop], names: names)
    let line = result.record(0)  // {"shop": "Elm", "count": 2, "total": 7.5}
    // end
    #expect(JSONWriter.text(of: line) == #"{"shop":"Elm","count":2,"total":7.5}"#)
    #expect(try ModulePage.example(of: "Results") == ModulePage.tested())
  }
}
