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

  /// The first bytes of the texts in the form that a needle wants.
  private static func heads(_ texts: FieldColumn.Texts, _ options: TextOptions) -> [UInt64] {
    if options == .literal { return texts.heads.heads(of: texts) }
    let folded = texts.foldings.folded(
      texts.pool, form: options.rawValue, fold: { TextFolding.fold($0, options) }, checkpoint: {})
    return texts.heads.heads(of: texts, folded: (folded, options.rawValue))
  }

  @Test func decidesAsTheNeedleDoes() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let texts = (0..<700).map { _ in Self.text(12, &random) }
    let column = try Self.texts(texts)
    var decided = 0
    for round in 0..<400 {
      let options = Self.options[round % Self.options.count]
      let needle = TextNeedle(Self.text(3, &random), options: options)
      guard let word = PrefixWord(needle) else { continue }
      let heads = Self.heads(column, needle.options)
      let rows = (0..<11).map { RowMask.rows(ofBlock: $0, texts.count) }
      let (verdicts, undecided) = word.verdicts(heads, 0..<11, rows)
      let found = RowMask(words: verdicts, count: texts.count)
      let open = RowMask(words: undecided, count: texts.count)
      for row in texts.indices where !open.contains(row) {
        decided += 1
        #expect(
          found.contains(row) == needle.matches(texts[row], .prefix),
          "seed \(seed): \(needle.bytes) in \(Array(texts[row].utf8)), \(options)")
      }
    }
    #expect(decided > 100_000)
  }

  @Test(arguments: ["", "eight by", "é", "\u{0}"])
  func whatIsNoShortPrefixHasNoWord(_ text: String) {
    #expect(PrefixWord(TextNeedle(text, options: [])) == nil)
  }

  @Test func rowsThatAreNotAskedHaveNoVerdict() throws {
    let column = try Self.texts(["a", "a", "a語", "a語"])
    let word = try #require(PrefixWord(TextNeedle("a", options: [])))
    let heads = column.heads.heads(of: column)
    let (verdicts, undecided) = word.verdicts(heads, 0..<1, [0b0101])
    #expect((verdicts, undecided) == ([0b0001], [0b0100]))
  }
}
