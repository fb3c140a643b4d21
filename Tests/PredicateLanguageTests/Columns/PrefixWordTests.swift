import TableModel
import TestSeeds
import Testing

@testable import PredicateLanguage

/// What a word decides about a text is what the needle says of it.
@Suite struct PrefixWordTests {
  private static let pieces = [
    "a", "A", "b", "B", "k", "K", "\u{212A}", "s", "ſ", "z", "[", "@", "`", "{", " ", "0", "é",
    "e\u{301}", "\u{301}", "語", "\u{200D}", "",
  ]
  private static let options: [TextOptions] = [
    [], .ignoringCase, .ignoringMarks, [.ignoringCase, .ignoringMarks], .literal,
    [.literal, .ignoringCase],
  ]

  private static func text(_ most: Int, _ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...most, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  private static func texts(_ texts: [String]) throws -> FieldColumn.Texts {
    var builder = FieldColumn.Builder()
    for text in texts { builder.append(.string(text)) }
    let column = try #require(builder.finish())
    return try #require(column.texts)
  }

  @Test func decidesAsTheNeedleDoes() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let texts = (0..<700).map { _ in Self.text(12, &random) }
    let column = try Self.texts(texts)
    let heads = column.heads.heads(of: column)
    var decided = 0
    for round in 0..<400 {
      let options = Self.options[round % Self.options.count]
      let needle = TextNeedle(Self.text(3, &random), options: options)
      guard let word = PrefixWord(needle) else { continue }
      for first in stride(from: 0, to: texts.count, by: 64) {
        let (verdicts, undecided) = word.verdicts(heads, from: first, ~0)
        for row in first..<min(texts.count, first + 64) {
          let bit = UInt64(1) << UInt64(row - first)
          if undecided & bit != 0 { continue }
          decided += 1
          #expect(
            (verdicts & bit != 0) == needle.matches(texts[row], .prefix),
            "seed \(seed): \(needle.bytes) in \(Array(texts[row].utf8)), \(options)")
        }
      }
    }
    #expect(decided > 10_000)
  }

  @Test(arguments: ["", "eight by", "é", "\u{0}"])
  func whatIsNoShortPrefixHasNoWord(_ text: String) {
    #expect(PrefixWord(TextNeedle(text, options: [])) == nil)
  }

  @Test func rowsThatAreNotAskedHaveNoVerdict() throws {
    let column = try Self.texts(["a", "a", "é", "é"])
    let word = try #require(PrefixWord(TextNeedle("a", options: [])))
    let (verdicts, undecided) = word.verdicts(column.heads.heads(of: column), from: 0, 0b0101)
    #expect((verdicts, undecided) == (0b0001, 0b0100))
  }
}
