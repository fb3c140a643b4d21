import CStructuralScan
import TableModel
import TestSeeds
import Testing

@testable import PredicateLanguage

/// Masks made with vectors are those made value by value, and both are what a comparison says.
@Suite struct ColumnMaskTests {
  private static let doubles: [Double] = [
    0, -0.0, 1, -1, 1.5, 20, 20.000000000000004, .nan, .infinity, -.infinity,
    .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    .greatestFiniteMagnitude,
  ]

  @Test func numbersWithinBounds() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let values = (0..<64).map { _ in Self.doubles.randomElement(using: &random) ?? 0 }
      let lower = Self.doubles.randomElement(using: &random) ?? 0
      let upper = Self.doubles.randomElement(using: &random) ?? 0
      var expected: UInt64 = 0
      for (index, value) in values.enumerated() where value >= lower && value <= upper {
        expected |= 1 << UInt64(index)
      }
      #expect(column_within64(values, lower, upper) == expected, "seed \(seed)")
      #expect(column_within_portable(values, 64, lower, upper) == expected, "seed \(seed)")
      #expect(column_within_portable(values, 5, lower, upper) == expected & 31, "seed \(seed)")
    }
  }

  @Test func prefixes() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      // Few different bits, so that halves of words are often equal.
      let words = (0..<64).map { _ in
        random.next() & random.next() & random.next() & random.next() & 0x8080_0041_0000_8061
      }
      let mask = random.next() & 0xFF00_00FF_0000_00FF
      let wanted = column_prefix(
        bytes: (words.randomElement(using: &random) ?? 0) & mask, mask: mask, small: 0x20,
        deciding: 0x8000_0000_0000_8000 & random.next())
      var expected = column_prefixes(equal: 0, undecided: 0)
      for (index, word) in words.enumerated() {
        let bit = UInt64(1) << UInt64(index)
        if (word | wanted.small) & wanted.mask == wanted.bytes { expected.equal |= bit }
        if word & wanted.deciding != 0 { expected.undecided |= bit }
      }
      for found in [column_prefixes64(words, wanted), column_prefixes_portable(words, 64, wanted)] {
        #expect(found.equal == expected.equal, "seed \(seed)")
        #expect(found.undecided == expected.undecided, "seed \(seed)")
      }
    }
  }

  /// What blocks are told of is what their values are told of one by one; others stay out of it.
  @Test func blocksAreManyMasks() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let blocks = Int.random(in: 0...5, using: &random)
      let asked = (0..<blocks).map { _ in random.next() & 3 }
      let numbers = (0..<blocks * 64).map { _ in Self.doubles.randomElement(using: &random) ?? 0 }
      let lower = Self.doubles.randomElement(using: &random) ?? 0
      let before = asked.map { _ in random.next() & random.next() }
      var (found, foundByLeast) = (before, before)
      column_within_blocks(numbers, asked, blocks, lower, 20, &found)
      column_within_blocks_least(numbers, asked, blocks, lower, 20, &foundByLeast)
      #expect(found == foundByLeast, "seed \(seed)")
      let words = numbers.indices.map { _ in random.next() & random.next() & 0x8080_0041_0000_8061 }
      let mask: UInt64 = 0xFF00_0000_0000_00FF & random.next()
      let wanted = column_prefix(
        bytes: (words.first ?? 0) & mask, mask: mask, small: 0x20 & mask & ~(words.first ?? 0),
        deciding: 0x8000_0000_0000_8000 & random.next())
      var (prefixes, undecided) = (before, before)
      column_prefix_blocks(words, asked, blocks, wanted, &prefixes, &undecided)
      var (prefixesByLeast, undecidedByLeast) = (before, before)
      column_prefix_blocks_least(
        words, asked, blocks, wanted, &prefixesByLeast, &undecidedByLeast)
      #expect(prefixes == prefixesByLeast && undecided == undecidedByLeast, "seed \(seed)")
      for block in 0..<blocks {
        let values = Array(numbers[block * 64..<block * 64 + 64])
        let added = column_within_portable(values, 64, lower, 20)
        #expect(found[block] == before[block] | (asked[block] == 0 ? 0 : added), "seed \(seed)")
        let one = column_prefixes_portable(
          Array(words[block * 64..<block * 64 + 64]), 64, wanted)
        let equal = asked[block] & one.equal
        #expect(prefixes[block] == equal & ~one.undecided, "seed \(seed)")
        #expect(undecided[block] == equal & one.undecided, "seed \(seed)")
      }
    }
  }

  private static let bounds = [
    "0", "-0.0", "1", "-7", "2.5", "-2.5", "1e18", "-1e18", "9007199254740992", "1e280", "-1e280",
    "1e-280",
  ]
  private static let relations: [(Relation, String)] = [
    (.equal, "=="), (.notEqual, "!="), (.less, "<"), (.lessOrEqual, "<="), (.greater, ">"),
    (.greaterOrEqual, ">="),
  ]

  /// A column's numbers compared one by one, as the language does it.
  @Test(arguments: [true, false])
  func kernelsCompareAsNumbersDo(_ areIntegers: Bool) throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let values: [Value] = (0..<150).map { _ in
      let number = Int.random(in: -9...9, using: &random)
      return .number(areIntegers ? NumberText(number) : NumberText(Double(number) / 2))
    }
    var builder = FieldColumn.Builder()
    for value in values { builder.append(value) }
    let numbers = try #require(builder.finish()?.numbers)
    let rows = (0..<3).map { RowMask.rows(ofBlock: $0, values.count) }
    for bound in Self.bounds {
      let right = Value.number(NumberText(text: bound))
      for (relation, sign) in Self.relations {
        let kernel = try #require(NumberKernel(NumberTest(relation, right), numbers))
        let found = RowMask(words: kernel.verdicts(0..<3, rows), count: values.count)
        let condition = try parse("n \(sign) \(bound)")
        var context = EvaluationContext()
        let expected = try values.map { try condition.evaluate(["n": $0], in: &context) }
        #expect(values.indices.map(found.contains) == expected, "seed \(seed): \(sign) \(bound)")
      }
    }
  }
}
