import ShellCore
import TestSeeds
import Testing

@Suite struct KeyDecoderTests {
  @Test(
    arguments: [
      ("a", [.character("a")]),
      ("é日🙂", [.character("é"), .character("日"), .character("🙂")]),
      ("\u{01}\r\u{7F}", [.character("\u{01}"), .character("\r"), .character("\u{7F}")]),
      ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}OD", [.up, .down, .right, .left]),
      (
        "\u{1B}[H\u{1B}OF\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~",
        [.home, .end, .home, .end, .home, .end]
      ),
      (
        "\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}[Z",
        [.insert, .delete, .pageUp, .pageDown, .backTab]
      ),
      (
        "\u{1B}[1;5C\u{1B}[1;5D\u{1B}[1;3C\u{1B}Oc\u{1B}\u{1B}[D",
        [
          .wordRight, .wordLeft, .wordRight, .wordRight, .wordLeft,
        ]
      ),
      ("\u{1B}[3;5~", [.deleteWord]),
      ("\u{1B}f\u{1B}é", [.alt("f"), .alt("é")]),
      ("\u{1B}[15~x", [.character("x")]),
      ("\u{1B}[[Ax", [.character("x")]),
      ("\u{1B}[1;2P\u{1B}OP\u{1B}[?62;4cx", [.character("x")]),
      ("\u{1B}]11;rgb:00/00/00\u{07}x", [.character("x")]),
      ("\u{1B}P1+r\u{1B}\\x", [.character("x")]),
      ("\u{1B}[\u{1B}[Ax", [.up, .character("x")]),
      ("\u{85}x", [.character("x")]),
      ("\u{1B}[200~one\ntwo\u{1B}[A\u{1B}[201~x", [.paste("one\ntwo\u{1B}[A"), .character("x")]),
      ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
    ] as [(String, [Key])])
  func decodes(bytes: String, expected: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(bytes.utf8) == expected)
    #expect(!decoder.isWaiting)
    var slow = KeyDecoder()
    let oneByOne = bytes.utf8.flatMap { slow.feed([$0]) }
    #expect(oneByOne == expected, "byte by byte")
  }

  @Test(
    arguments: [
      ("\u{1B}", [.escape]), ("\u{1B}[", [.alt("[")]), ("\u{1B}O", [.alt("O")]),
      ("\u{1B}]", [.alt("]")]), ("\u{1B}[1;", []), ("\u{1B}\u{1B}", [.escape]),
    ] as [(String, [Key])])
  func timeSettlesWhatEscapeMeans(bytes: String, expected: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(bytes.utf8).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.settle() == expected)
    #expect(!decoder.isWaiting)
    #expect(decoder.feed("a".utf8) == [.character("a")])
  }

  @Test(
    arguments: [
      [0xFF, 0x61], [0xC3, 0x61], [0xE6, 0x97, 0x61], [0x80, 0x61], [0xF5, 0x80, 0x61],
    ]
      as [[UInt8]])
  func bytesThatAreNoTextAreDropped(bytes: [UInt8]) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(bytes) == [.character("a")])
  }

  @Test func pastesAreBounded() {
    var decoder = KeyDecoder()
    _ = decoder.feed("\u{1B}[200~".utf8)
    _ = decoder.feed([UInt8](repeating: 0x61, count: KeyDecoder.pasteLimit + 50_000))
    let keys = decoder.feed("\u{1B}[201~b".utf8)
    #expect(keys.count == 2)
    #expect(keys.last == .character("b"))
    guard case .paste(let text) = keys.first else {
      Issue.record("no paste")
      return
    }
    #expect(text.utf8.count == KeyDecoder.pasteLimit)
  }

  @Test func noiseNeverBreaksIt() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var decoder = KeyDecoder()
    for _ in 0..<20_000 {
      let interesting: [UInt8] = [0x1B, 0x5B, 0x4F, 0x3B, 0x31, 0x7E, 0x41, 0xC3, 0xA9, 0x5D, 0x07]
      _ = decoder.feed([
        interesting[Int(random.next() % 11)], UInt8(truncatingIfNeeded: random.next()),
      ])
    }
    _ = decoder.feed("\u{1B}[201~\u{07}\u{1B}\\\u{07}".utf8)
    _ = decoder.settle()
    #expect(decoder.feed("z".utf8) == [.character("z")], "seed \(seed)")
  }
}
