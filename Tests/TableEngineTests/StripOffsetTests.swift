import TableModel
import TestSeeds
import Testing

@testable import TableEngine

@Suite struct StripOffsetTests {
  /// As a dictionary would hold them, also beside states that were taken before.
  @Test func theyAreThoseOfADictionary() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var (offsets, expected) = (StripOffsets(), [RowKey: Int]())
    var states: [(StripOffsets, [RowKey: Int])] = []
    for step in 0..<testRounds(20_000) {
      let row = Int.random(in: 0..<600, using: &random)
      let key = row < 100 ? RowKey.stable("row \(row)") : .address(Address(0, row))
      let offset = Bool.random(using: &random) ? Int.random(in: 1..<9, using: &random) : nil
      offsets[key] = offset
      expected[key] = offset
      if step % 100 == 0 { states.append((offsets, expected)) }
      #expect(offsets[key] == offset && offsets.count == expected.count, "seed \(seed)")
    }
    for (offsets, expected) in states {
      #expect(Dictionary(offsets.map { ($0.key, $0.value) }) { first, _ in first } == expected)
    }
  }

  /// What is equal compares as equal, however it came about.
  @Test func whatWasTakenAwayLeavesNothing() {
    var offsets: StripOffsets = [.stable("a"): 3, .address(Address(0, 1)): 5]
    offsets[.address(Address(0, 1))] = nil
    #expect(offsets == [.stable("a"): 3])
    offsets[.stable("a")] = nil
    offsets[.stable("b")] = nil
    #expect(offsets == StripOffsets() && offsets.isEmpty)
  }
}
