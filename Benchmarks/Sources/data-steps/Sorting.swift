import Arranging
import TableModel

/// Sorts of a table whose columns and sort keys are there: the first screen, by a number and by a
/// text, where the first record went, and the last screen.
struct Sorting {
  private let base: any TableSource
  private let columns: ColumnStore
  private let fields: [FieldPath]
  private static let screen = 20

  init(_ base: any TableSource) {
    self.base = base
    columns = ColumnStore(source: base)
    fields = ["name", "price"].map { FieldPath(key: $0) }
  }

  private func sorted(by field: String, ascending: Bool) throws -> ArrangedTable {
    let key = SortKey(FieldPath(key: field), ascending: ascending)
    return try ArrangedTable(
      base: base, arrangement: Arrangement(sortKeys: [key]), columns: columns)
  }

  /// Sorts once by each field to have the keys, then a number of times.
  func measured(_ count: Int) throws -> [String] {
    var watches = ["price", "name"].map { Stopwatch("top-\($0)") }
    var places = Stopwatch("place")
    var complete = Stopwatch("complete")
    var read = 0
    for (index, field) in ["price", "name"].enumerated() {
      _ = try sorted(by: field, ascending: true)
      for time in 0..<count {
        let table = try watches[index].measure {
          let table = try sorted(by: field, ascending: time % 2 == 0)
          read += try table.records(0..<Self.screen, inSection: 0, fields: fields).count
          return table
        }
        read += places.measure { table.address(ofBase: Address(0, 0))?.row ?? 0 } > 0 ? 1 : 0
      }
    }
    let last = base.counts().rows.known
    for time in 0..<(count + 4) / 5 {
      read += try complete.measure {
        try sorted(by: "name", ascending: time % 2 == 0)
          .records(last - Self.screen..<last, inSection: 0, fields: fields).count
      }
    }
    return ["\(read) records read"] + (watches + [places, complete]).map(\.line)
  }
}
