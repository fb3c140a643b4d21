import Rendering
import TestSeeds
import Testing

@Suite struct DisplaySafeTests {
  static let texts: [(String, String, String)] = [
    ("plain", "plain", "plain"), ("größe 日本", "größe 日本", "größe 日本"),
    ("two\nlines\tand\r\nmore", "two lines and more", "two lines and more"),
    ("\u{1B}[2Jgone", "␛[2Jgone", "\\x1B[2Jgone"), ("bell\u{7}", "bell␇", "bell\\x07"),
    ("del\u{7F}", "del␡", "del\\x7F"), ("nul\0", "nul␀", "nul\\x00"),
    ("csi\u{9B}2J", "csi\\u{9B}2J", "csi\\u{9B}2J"),
    ("pay\u{202E}gpj.exe", "pay\\u{202E}gpj.exe", "pay\\u{202E}gpj.exe"),
    ("a\u{2066}b\u{2069}", "a\\u{2066}b\\u{2069}", "a\\u{2066}b\\u{2069}"),
    ("zero\u{200B}width", "zero\\u{200B}width", "zero\\u{200B}width"),
    ("soft\u{AD}hyphen", "soft\\u{AD}hyphen", "soft\\u{AD}hyphen"),
    ("\u{FEFF}mark", "\\u{FEFF}mark", "\\u{FEFF}mark"),
    ("\u{301}stray", "\\u{301}stray", "\\u{301}stray"),
    ("e\u{301}", "e\u{301}", "e\u{301}"), ("🏽", "\\u{1F3FD}", "\\u{1F3FD}"), ("👍🏽", "👍🏽", "👍🏽"),
    ("👨‍👩‍👧", "👨‍👩‍👧", "👨‍👩‍👧"), ("a\u{200D}b", "a\\u{200D}b", "a\\u{200D}b"),
    ("می\u{200C}خواهم", "می\u{200C}خواهم", "می\u{200C}خواهم"),
    ("tag\u{E0041}", "tag\\u{E0041}", "tag\\u{E0041}"), ("line\u{2028}end", "line end", "line end"),
    ("\u{3164}", "\\u{3164}", "\\u{3164}"),
    ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"),
    ("no\u{A0}break\u{3000}wide", "no break  wide", "no break  wide"),
    ("\u{A0}\u{301}", "\u{A0}\u{301}", "\u{A0}\u{301}"),
    ("\n\u{301}", " \\u{301}", " \\u{301}"), ("\u{FFFE}", "\\u{FFFE}", "\\u{FFFE}"),
  ]

  @Test(arguments: texts) func shows(text: String, unicode: String, ascii: String) {
    #expect(DisplaySafe.line(text) == unicode)
    #expect(DisplaySafe.line(text, charset: .ascii) == ascii)
  }

  @Test func linesAreKeptApart() {
    #expect(DisplaySafe.lines("a\r\nb\n\n\u{1B}c\rd") == ["a", "b", "", "␛c", "d"])
    #expect(DisplaySafe.lines("") == [""])
  }

  @Test func piledUpMarksAreCut() {
    let tower = "a" + String(repeating: "\u{301}", count: 5_000)
    let line = DisplaySafe.line(tower)
    #expect(line.unicodeScalars.count < 200)
    #expect(line.hasSuffix("\u{FFFD}"))
  }

  @Test func selectorsCannotSmuggleText() {
    let hidden =
      "😀"
      + String(
        String.UnicodeScalarView([0xE0148, 0xE0155, 0xE015C].compactMap(Unicode.Scalar.init)))
    #expect(DisplaySafe.line(hidden).contains("\\u{E0148}"))
    #expect(DisplaySafe.line("葛\u{E0100}") == "葛\u{E0100}")
    #expect(DisplaySafe.line("❤\u{FE0F}\u{FE0F}").contains("\\u{FE0F}"))
  }

  /// Whatever comes in, what goes out holds nothing that acts or hides on its own, and is as wide
  /// as the sum of its characters when it stands between other text.
  @Test func randomTexts() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let parts: [String] = [
      "a", " ", "\u{1B}[31m", "\u{202E}", "\u{200B}", "\u{200D}", "\u{301}", "日", "👨‍👩‍👧", "🏽", "🇵",
      "\u{FE0F}", "\u{600}", "\n", "ก", "ำ", "\u{1161}", "\u{1100}", "क", "\u{94D}", "\u{E0041}",
    ]
    for round in 0..<2_000 {
      let text = (0..<Int.random(in: 0...12, using: &random))
        .map { _ in parts[Int.random(in: 0..<parts.count, using: &random)] }.joined()
      let safe = DisplaySafe.line(text)
      let place = "seed \(seed), round \(round), \(text.unicodeScalars.map(\.value))"
      #expect(!safe.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "\(place)")
      #expect(!safe.unicodeScalars.contains("\u{202E}"), "\(place)")
      #expect(!safe.unicodeScalars.contains("\u{200B}"), "\(place)")
      #expect(!safe.contains { DisplayWidth.of($0) == 0 }, "\(place)")
      #expect(DisplayWidth.of("|" + safe) == 1 + DisplayWidth.of(safe), "\(place)")
      #expect(DisplaySafe.line(safe) == safe, "\(place)")
    }
  }
}
