import CommandLanguage
import TestSeeds
import Testing

@Suite struct StatementTests {
  /// A line of plain words is cut by its bytes; a semicolon behind it has a lexer do the same.
  @Test func plainLinesAreCutAsOthersAre() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "down", "x", "0.-1", "*", "--json", "a.b", "/a/", "$document.x", "~/f", ">", "==", "(1,2)",
      "[c]", "{", "}", "é", " ", "  ", "\t", " \t ", "#", "@count", "",
    ]
    var compared = 0
    for _ in 0..<3_000 {
      let line = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let alone = Statement.statements(in: line)
      let other = Statement.statements(in: line + ";")
      #expect(alone.map(\.words) == other.map(\.words), "'\(line)', seed \(seed)")
      guard let alone = alone.first, let other = other.first else { continue }
      compared += 1
      for index in 0...alone.words.count {
        let (text, start) = alone.text(from: index)
        let (expected, place) = other.text(from: index)
        #expect(text == expected, "'\(line)' from \(index), seed \(seed)")
        #expect(index == alone.words.count || start == place)
      }
      #expect(alone.countsFromTheEnd == other.countsFromTheEnd)
    }
    #expect(compared > 1_500)
  }

  @Test func commentsAndBlanksAreNoStatements() {
    for line in ["", "  ", "# it's", "  # a; b", "\t#", "#a \"", "# a | b"] {
      #expect(Statement.statements(in: line).isEmpty)
    }
  }
}
