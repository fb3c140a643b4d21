import TableModel

@testable import Arranging

/// Strips, a mixed section, plain rows, and things that are empty.
let library = FixtureTable([
  .init(
    title: "Fiction", footer: "made up",
    rows: [
      .strip([book("emma", 8), book("dune", 12), book("ivanhoe", 5)], title: "front"),
      .strip([], title: "shelf to fill"),
      .strip([book("walden", 3)]),
    ]),
  .init(title: "Empty", footer: nil, rows: []),
  .init(
    title: "Mixed", footer: nil,
    rows: [
      .plain(book("zoo", 9), title: "z"), .strip([book("atlas", 40), book("birds", 4)]),
      .plain(book("map", 2)), .plain(book("yoga", 6)),
    ]),
  .init(title: nil, footer: nil, rows: [.plain(book("cook", 20)), .plain(book("bake", 10))]),
])

func book(_ name: String, _ price: Int) -> Value {
  ["name": .string(name), "price": .integer(price), "cheap": .bool(price < 6)]
}

func named(_ names: String...) -> FixtureTable {
  FixtureTable(plain: names.map { ["name": .string($0)] })
}

func price(_ value: Value) -> Int {
  guard case .number(let number)? = value[path: "price"] else { return 0 }
  return Int(number.integer ?? 0)
}

extension TableSource {
  /// Only the records that satisfy a condition, by one scan.
  func filtered(
    checkpoint: @escaping Checkpoint = { _ in },
    by condition: @escaping (Address, Value) throws(DataError) -> Bool
  ) throws(DataError) -> ArrangedTable {
    try ArrangedTable(base: self, checkpoint: checkpoint, condition: condition)
  }
}
