import TableModel
import TestSeeds
import Testing

@testable import Arranging

/// Dealing out and comparing give the same order.
@Suite struct EntrySortTests {
  /// Words of which many are alike in their first bits, in the whole upper half, or altogether.
  private static func words(_ count: Int, _ random: inout SeededGenerator) -> [OrderEntry] {
    let kind = Int.random(in: 0..<6, using: &random)
    return (0..<count).map { position in
      var (high, low) = (random.next(), random.next())
      switch kind {
      case 0: high = 7
      case 1: (high, low) = (high & 3, low & 3)
      case 2: (high, low) = (5, 5)
      case 3: high = 1 << (high & 63)
      case 4: (high, low) = (high & 1 == 0 ? 0 : .max, low % 1000)
      default: break
      }
      return OrderEntry(high: high, low: low, position: UInt32(position))
    }
  }

  @Test func dealingAgreesWithComparing() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let count = [0, 1, 2, 24, 25, 100, 3000][Int.random(in: 0..<7, using: &random)]
      var entries = Self.words(count, &random)
      // Records with the same words have an order of their own, here the other way round.
      let expected = entries.sorted {
        if $0.high != $1.high { return $0.high < $1.high }
        return $0.low != $1.low ? $0.low < $1.low : $0.position > $1.position
      }
      var spare = entries
      entries.withUnsafeMutableBufferPointer { entries in
        spare.withUnsafeMutableBufferPointer { spare in
          EntrySort(
            precedes: { $0.position > $1.position }, extend: { _, _ in false },
            isStopped: { false }
          ).sort(entries, spare)
        }
      }
      #expect(
        entries.map(\.position) == expected.map(\.position), "seed \(seed), round \(round)")
    }
  }

  /// Entries whose words are the same are told apart by the words that follow, as long as there are
  /// any, and stay in their order then.
  @Test func wordsAreExtended() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let count = [2, 24, 25, 100, 3000][Int.random(in: 0..<5, using: &random)]
      let (letters, steps) = (
        UInt64.random(in: 1..<4, using: &random), Int.random(in: 0..<5, using: &random)
      )
      let keys = (0..<count).map { _ in
        (0...2 * steps).map { _ in random.next() % letters &* 0x0101_0101_0101_0101 }
      }
      var entries = keys.indices.map {
        OrderEntry(high: keys[$0][0], low: 0, position: UInt32($0))
      }
      func precedes(_ a: Int, _ b: Int) -> Bool {
        keys[a] == keys[b] ? a < b : keys[a].lexicographicallyPrecedes(keys[b])
      }
      let expected = entries.map(\.position).sorted { precedes(Int($0), Int($1)) }
      var spare = entries
      entries.withUnsafeMutableBufferPointer { entries in
        spare.withUnsafeMutableBufferPointer { spare in
          EntrySort(
            precedes: { precedes(Int($0.position), Int($1.position)) },
            extend: { entries, step in
              guard step < steps else { return false }
              for index in entries.indices {
                let key = keys[Int(entries[index].position)]
                (entries[index].high, entries[index].low) = (key[2 * step + 1], key[2 * step + 2])
              }
              return true
            }, isStopped: { false }
          ).sort(entries, spare)
        }
      }
      #expect(entries.map(\.position) == expected, "seed \(seed), round \(round)")
    }
  }

  @Test func stopsWhenNobodyWaits() {
    var random = SeededGenerator(seed: testSeed())
    var entries = (0..<5000).map {
      OrderEntry(high: random.next(), low: 0, position: UInt32($0))
    }
    var spare = entries
    entries.withUnsafeMutableBufferPointer { entries in
      spare.withUnsafeMutableBufferPointer { spare in
        EntrySort(
          precedes: { $0.position < $1.position }, extend: { _, _ in false },
          isStopped: { true }
        ).sort(entries, spare)
      }
    }
    #expect(entries.map(\.position) == (0..<5000).map { UInt32($0) })
  }
}

/// The words that a sort looks at first.
@Suite struct FirstWordsTests {
  /// Where two rows have different words, these order as the sort does, in both directions; and
  /// the second sort is given what the first one made.
  @Test(arguments: [true, false])
  func wordsOrderAsTheKeyDoes(_ ascending: Bool) throws {
    let seed = testSeed(ascending ? 1 : 0)
    var random = SeededGenerator(seed: seed)
    let column = try ColumnSortingTests.column(ColumnSortingTests.values(700, &random))
    let key = OrderKey(column, ascending: ascending)
    let words = try FirstWords(key) {}
    let kept = try column.orderWords.words { () throws(DataError) in
      Issue.record("made twice")
      return []
    }
    #expect(kept.count == 700)
    let order = RowOrder([key])
    try words.withView { words throws(DataError) in
      for _ in 0..<20_000 {
        let (a, b) = (
          Int.random(in: 0..<700, using: &random), Int.random(in: 0..<700, using: &random)
        )
        guard words[a] != words[b] else { continue }
        let isBefore =
          order.word(a) == order.word(b) ? order.precedes(a, b) : order.word(a) < order.word(b)
        #expect((words[a] < words[b]) == isBefore, "seed \(seed), rows \(a) and \(b)")
      }
    }
  }
}
