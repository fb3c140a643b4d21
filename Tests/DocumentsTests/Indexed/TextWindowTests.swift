import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Files

/// Looking ahead finds the same of texts as a look at each of their bytes.
@Suite struct TextWindowTests {
  /// What a walk says about the texts that begin at some offsets.
  private static func findings(
    _ bytes: [UInt8], _ starts: [Int], looksAhead: Bool
  ) -> [String] {
    let padded = bytes + [UInt8](repeating: 0, count: 256)
    return padded.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return [] }
      var walker = RecordWalker(base, end: bytes.count, paths: [], looksAhead: looksAhead)
      return starts.map { start in
        let end = walker.string(start)
        if end < 0 { return "odd at \(start)" }
        return "\(start)..<\(end) \(walker.hasEscapes)"
      }
    }
  }

  /// What a text can hold, right and wrong.
  static let pieces: [[UInt8]] =
    [
      "\\\"", "\\\\", "\\\\\\\"", "\\u00e9", "\\ud83c", "\\/", "\\b\\f\\n\\r\\t", "\\x", "\\u12G4",
      "\\u12", "\\U0000", "é", "語", "\u{7FF}", "\u{800}", "\u{FFFF}", "🎬", "\u{10FFFF}", "\u{1}",
      "\u{1F}", "\u{7F}", "\t", "\n", "{}[],:",
    ].map { Array($0.utf8) } + [
      [0xC3], [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xE0, 0xA0, 0x80],
      [0xED, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xEF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE8, 0xAA], [0xF0, 0x9F, 0x8E], [0],
    ]

  /// Every piece at every place of a block, and over the border to the next.
  @Test(arguments: pieces) func everyPlace(_ piece: [UInt8]) {
    for before in 0..<130 {
      let plain = [UInt8](repeating: UInt8(ascii: "x"), count: before)
      let quote = [UInt8(ascii: "\"")]
      for after in [[], plain] {
        let bytes = quote + plain + piece + after + quote + [UInt8(ascii: ",")]
        #expect(
          Self.findings(bytes, [0], looksAhead: true)
            == Self.findings(bytes, [0], looksAhead: false),
          "\(piece) behind \(before) bytes")
      }
    }
  }

  /// Texts one behind the other, far more than are looked at at once.
  @Test(arguments: 0..<6) func randomTexts(_ variant: Int) {
    let seed = testSeed(variant)
    var generator = SeededGenerator(seed: seed)
    let wrong = variant < 2 ? 0 : variant < 4 ? 1 : 3
    var bytes: [UInt8] = []
    var starts: [Int] = []
    for _ in 0..<1500 {
      starts.append(bytes.count)
      bytes += Self.text(wrong: wrong, &generator) + Array(", ".utf8)
    }
    // A text that is longer than a window, and one that has no end.
    starts.append(bytes.count)
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: TextWindow.size + 100)
    bytes += [UInt8(ascii: "\"")] + long + Array("\", \"x\", \"no end".utf8)
    starts += [bytes.count - 12, bytes.count - 7]
    #expect(
      Self.findings(bytes, starts, looksAhead: true)
        == Self.findings(bytes, starts, looksAhead: false), "seed \(seed)")
    // Not in order, and some of them twice.
    let others = (0..<200).map { _ in starts.randomElement(using: &generator) ?? 0 }
    #expect(
      Self.findings(bytes, others, looksAhead: true)
        == Self.findings(bytes, others, looksAhead: false), "seed \(seed), other order")
  }

  private static func text(wrong: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    var text = [UInt8(ascii: "\"")]
    for _ in 0..<Int.random(in: 0..<6, using: &generator) {
      text += Array("plain text of some length".utf8.prefix(.random(in: 0..<26, using: &generator)))
      guard Int.random(in: 0..<2, using: &generator) == 0 else { continue }
      // Those that are wrong are rare: else no stretch would be without one.
      let isAny = Int.random(in: 0..<2000, using: &generator) < wrong
      text +=
        (isAny ? pieces.randomElement(using: &generator) : right.randomElement(using: &generator))
        ?? []
    }
    return text + [UInt8(ascii: "\"")]
  }

  private static let right = [
    "\\\"", "\\\\", "\\\\\\\"", "\\u00e9", "\\ud83c\\udfac", "\\n", "é", "語", "🎬", "\u{800}",
    "{}[],:", "\u{7F}",
  ].map { Array($0.utf8) }
}

@Suite struct EscapedTextTests {
  @Test func decodesAsTheReaderDoes() throws {
    let seed = testSeed()
    var generator = SeededGenerator(seed: seed)
    var escaped = EscapedText()
    var refused = 0
    for _ in 0..<3000 {
      var text = "\""
      for _ in 0..<Int.random(in: 0..<5, using: &generator) {
        text +=
          [
            "a", "plain", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0000",
            "\\u0041", "\\u00e9", "\\u8a9e", "\\uFFFF", "\\ud83c", "\\udfac", "語", "é", "🎬",
          ].randomElement(using: &generator) ?? ""
      }
      text += "\""
      var reader = JSONReader(SourceText(file: "", bytes: Array(text.utf8)))
      let expected = try reader.readString()
      var found: [UInt8]?
      let padded = Array(text.utf8) + Array(repeating: 0, count: EscapedText.step)
      let isDecoded = padded.withUnsafeBufferPointer { padded in
        let quoted = UnsafeBufferPointer(rebasing: padded.dropLast(EscapedText.step))
        return escaped.decode(quoted) { found = Array($0) }
      }
      #expect(isDecoded == (found != nil))
      if let found { #expect(found == Array(expected.utf8), "seed \(seed): \(text)") }
      if !isDecoded { refused += 1 }
      #expect(isDecoded || text.contains("\\ud"), "\(text)")
    }
    #expect(refused > 0)
  }
}
