import TableModel
import Testing

@testable import Arranging
@testable import Documents

/// Which records are looked at to choose what cells show.
@Suite struct FirstRecordsTests {
  private static func table(_ rows: [[Value]]) -> any TableSource {
    ShapeInference.table(of: .array(rows.map(Value.array))).source
  }

  private static func first(_ rows: [[Value]], count: Int = 5) throws -> FirstRecords {
    var first = FirstRecords(table(rows), count: count)
    try first.read()
    return first
  }

  private static func numbers(_ count: Int) -> [Value] { (0..<count).map { .integer($0) } }

  @Test(arguments: [0, 10, 3000])
  func emptyRowsAreLookedThrough(_ empty: Int) throws {
    let rows = Array(repeating: [Value](), count: empty) + [Self.numbers(3), [], Self.numbers(9)]
    // With more rows behind, a scan would go through all of them.
    for rest in [0, 5000] {
      let first = try Self.first(rows + Array(repeating: [], count: rest))
      #expect(first.values == Self.numbers(3) + Self.numbers(2))
      #expect(!first.hasGivenUp)
    }
  }

  @Test func notForEver() throws {
    let rows = Array(repeating: [Value](), count: FirstRecords.mostRows) + [Self.numbers(3)]
    let first = try Self.first(rows)
    #expect(first.values.isEmpty && first.hasGivenUp)
    #expect(try FieldRoles(inferredFrom: Self.table(rows)) == FieldRoles(text: .itself))
  }

  @Test func fewRowsAreAllLookedAt() throws {
    let rows = Array(repeating: [Value](), count: FirstRecords.mostRows - 1) + [Self.numbers(3)]
    #expect(try Self.first(rows).values == Self.numbers(3))
  }
}
