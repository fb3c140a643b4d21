import PredicateLanguage
import TableModel
import TestSeeds
import Testing

/// Keys as they are printed, which can be typed back wherever keys are.
@Suite struct SpelledKeyTests {
  @Test(arguments: [
    ("a", "a"), ("a.b.c", "a.b.c"), ("tags[0]", "tags[0]"), ("`odd key`.b", "`odd key`.b"),
    ("a['b c']", "a.`b c`"), ("SELF", "SELF"), ("größe", "größe"), ("a[-1].b", "a[-1].b"),
    ("`c.d`", "`c.d`"), (#"`a\`b`"#, #"`a\`b`"#), (#"`a\\b`"#, #"`a\\b`"#),
    (#"`a\tb\u0007`"#, #"`a\tb\u0007`"#), ("#SELF", "#SELF"), ("#in", "in"), ("`#text`", "`#text`"),
    ("a[FIRST]", "a[0]"), ("a[last].b", "a[-1].b"), ("``", "``"), ("Ⅷ", "`Ⅷ`"),
  ])
  func roundTrip(_ text: String, _ expected: String) throws {
    let path = try #require(FieldPath(parsing: text))
    #expect(path.description == expected)
    #expect(FieldPath(parsing: expected) == path)
  }

  @Test(arguments: [
    "", "a.", ".a", "a..b", "`open", "a[", "a[x]", "a[1", #"`a\`"#, #"`\u12`"#, "a[SIZE]", "`a`b",
  ])
  func refused(_ text: String) {
    #expect(FieldPath(parsing: text) == nil)
  }

  @Test func sizesAreCounts() {
    #expect(
      FieldPath(parsing: "a[SIZE]", hasSizes: true) == FieldPath(keys: ["a", "@count"]))
  }

  /// Whatever a key is made of, paths and conditions read it back from how it is printed.
  @Test(arguments: [1, 2, 3, testSeed()] as [UInt64]) func whatIsPrintedIsReadBack(_ seed: UInt64)
    throws
  {
    var generator = SeededGenerator(seed: seed)
    let pieces: [Unicode.Scalar] = [
      "a", "Z", "7", " ", ".", "`", "\\", "\"", "'", "[", "]", "=", ",", ";", "#", "@", "$", "-",
      "\n",
      "\t", "\r", "\u{0}", "\u{7}", "\u{1B}", "\u{7F}", "\u{85}", "ü", "\u{301}", "\u{200D}",
      "\u{600}",
      "\u{D4E}", "\u{202E}", "\u{2028}", "\u{FFFE}", "😀", "\u{1F1E6}", "Ⅷ", "٣", "漢",
    ]
    for _ in 0..<500 {
      let keys = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        var key = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
          key.append(pieces.randomElement(using: &generator) ?? "a")
        }
        return Bool.random(using: &generator)
          ? String(key) : ["SELF", "in", "length", "no"][key.count % 4]
      }
      let path = FieldPath(keys: keys)
      #expect(FieldPath(parsing: path.description) == path, "seed \(seed): \(path)")
      let spelled = Condition.spelling(of: keys)
      #expect(FieldPath(parsing: spelled) == path, "seed \(seed): \(spelled)")
      let read = try? Condition(parsing: "\(spelled) == 1").keyPaths
      #expect(read == [path], "seed \(seed): \(spelled)")
      #expect(spelled.first.map { $0 == "`" || $0 == "#" || $0.isLetter } == true)
    }
  }
}
