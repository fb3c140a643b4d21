import TableModel
import TestSeeds
import Testing

@testable import Arranging

@Suite struct IndexListTests {
  private func list(_ indices: [Int]) -> IndexList {
    var builder = IndexList.Builder()
    for index in indices { builder.append(index) }
    return builder.finish()
  }

  @Test func choosesTheSmallestRepresentation() {
    #expect(list([]) == .range(0..<0))
    #expect(list([5, 6, 7]) == .range(5..<8))
    #expect(list([3, 900_000]) == .ascending([3, 900_000]))
    guard case .bitmap = list(Array(0..<5000) + [6000]) else {
      Issue.record("many indices close together should be bits")
      return
    }
  }

  @Test func indicesBeyondFourBytesAreKept() {
    let far = Int(UInt32.max) + 10
    let indices = [far, far + 2]
    #expect((0..<2).map { list(indices)[$0] } == indices)
  }

  @Test(arguments: [1, 2, 3, 50, 400, 20_000] as [Int]) func findsBothWays(_ gap: Int) throws {
    var random = SeededGenerator(seed: UInt64(gap))
    var indices = [Int.random(in: 0..<1000, using: &random)]
    for _ in 0..<3000 {
      indices.append((indices.last ?? 0) + Int.random(in: 1...gap, using: &random))
    }
    let list = list(indices)
    #expect(list.count == indices.count)
    #expect((0..<list.count).map { list[$0] } == indices)
    #expect(indices.map { list.position(of: $0) } == Array(0..<list.count))
    let absent = Set((indices[0] - 70)...(indices[0] + 9000)).subtracting(indices)
    #expect(absent.allSatisfy { list.position(of: $0) == nil })
    try checkRuns(list, indices)
  }

  private func checkRuns(_ list: IndexList, _ indices: [Int]) throws {
    for window in [0..<0, 0..<1, 7..<300, 2990..<5000, 0..<9999] {
      var found: [Int] = []
      try list.forEachRun(in: window) { run throws(DataError) in
        #expect(!run.isEmpty && found.last != run.lowerBound - 1)
        found += Array(run)
      }
      #expect(found == Array(indices[window.clamped(to: indices.indices)]))
    }
  }

  @Test func recordListsFindBothWays() throws {
    var random = SeededGenerator(seed: 7)
    var records = RecordList()
    var expected: [RecordRef] = []
    for row in 0..<200 where Bool.random(using: &random) {
      let count = Int.random(in: 1..<5, using: &random)
      let start = RecordRef(
        section: UInt32(row / 50), row: UInt32(row),
        item: Bool.random(using: &random) ? 3 : RecordRef.noItem)
      // A run of plain rows would reach into the next row.
      let length = start.isItem ? count : 1
      try records.append(start, count: length)
      expected += (0..<length).map { start.advanced(by: $0) }
    }
    #expect(records.isAscending)
    #expect((0..<records.count).map { records[$0] } == expected)
    #expect(expected.map { records.position(of: $0) } == Array(0..<expected.count))
    #expect(records.position(of: RecordRef(section: 9, row: 0)) == nil)
    let order = (0..<UInt32(records.count)).shuffled(using: &random)
    let shuffled = try records.reordered(by: order)
    #expect((0..<shuffled.count).map { shuffled[$0] } == order.map { expected[Int($0)] })
    #expect(!shuffled.isAscending)
  }

  /// Sets of rows, some of them full or empty, put in at any distance.
  @Test func rowsOfSetsAreAddedAsOneByOne() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<300 {
      var (builder, indices) = (IndexList.Builder(), [Int]())
      var next = Int.random(in: 0..<200, using: &random)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let count = Int.random(in: 1..<(round.isMultiple(of: 2) ? 30 : 300), using: &random)
        let kind = Int.random(in: 0..<4, using: &random)
        let rows = RowMask(
          words: (0..<5).map { _ in
            kind == 0 ? ~0 : kind == 1 ? 0 : random.next() & random.next()
          }, count: count)
        let lower = Int.random(in: 0..<count, using: &random)
        let range = lower..<Int.random(in: lower...count, using: &random)
        builder.append(
          rows, in: range, startingAt: next,
          isWhole: rows.population(in: range) == range.count)
        indices += range.filter(rows.contains).map { $0 - lower + next }
        next += range.count + (round % 3 == 0 ? 0 : Int.random(in: 0..<150, using: &random))
        if round % 5 == 0, Bool.random(using: &random) {
          builder.append(next)
          indices.append(next)
          next += Int.random(in: 1..<9, using: &random)
        }
      }
      let list = builder.finish()
      #expect((0..<list.count).map { list[$0] } == indices, "seed \(seed), round \(round)")
      #expect(indices.map { list.position(of: $0) } == Array(indices.indices), "seed \(seed)")
      #expect(list.position(of: next + 1) == nil && list.position(of: -1) == nil)
      try checkRuns(list, indices)
    }
  }

  /// Lists of strips at the border of 64 items, in order and out of it, and rows that have none.
  @Test func itemsOfStripsAreFoundByTheirRows() throws {
    var random = SeededGenerator(seed: testSeed())
    for round in 0..<100 {
      var (items, expected) = (StripItems(), [Int: [Int]]())
      var row = Int.random(in: 0..<5, using: &random)
      for _ in 0..<40 {
        let first = Int.random(in: 0..<70, using: &random)
        let width = Int.random(in: 1...70, using: &random)
        let isWhole = Bool.random(using: &random)
        let kept = (first..<first + width).filter { _ in
          isWhole || Bool.random(using: &random)
        }
        let isTurned = round % 2 == 1 && row % 3 == 0
        let turned = isTurned ? kept.indices.reversed().map { UInt32($0) } : nil
        try items.append(try list(kept).reordered(by: turned), ofRow: row)
        expected[row] = isTurned ? kept.reversed() : kept
        row += round % 3 == 0 ? 1 : Int.random(in: 1..<4, using: &random)
      }
      for row in 0...row {
        let found = items[row].map { list in (0..<list.count).map { list[$0] } }
        #expect(found == expected[row], "round \(round), row \(row)")
      }
      #expect(items.areAscending == (round % 2 == 0 || !expected.keys.contains { $0 % 3 == 0 }))
    }
  }
}
