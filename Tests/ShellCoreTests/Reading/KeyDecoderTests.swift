import Commands
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
        [.named(.insert, []), .delete, .pageUp, .pageDown, .named(.tab, .shift)]
      ),
      (
        "\u{1B}[1;5C\u{1B}[1;5D\u{1B}[1;3C\u{1B}Oc\u{1B}\u{1B}[D",
        [
          .named(.right, .control), .named(.left, .control), .named(.right, .alt),
          .named(.right, .control), .named(.left, .alt),
        ]
      ),
      ("\u{1B}[3;5~", [.named(.delete, .control)]),
      ("\u{1B}f\u{1B}é", [.alt("f"), .alt("é")]),
      ("\u{1B}[29;2~\u{1B}[I\u{1B}[O\u{1B}[Gx", [.character("x")]),
      ("\u{1B}[?62;4cx", [.answer("\u{1B}[?62;4c"), .character("x")]),
      ("\u{1B}[?2026;2$yx", [.answer("\u{1B}[?2026;2$y"), .character("x")]),
      ("\u{1B}[0n\u{1B}[24;80R", [.answer("\u{1B}[0n"), .answer("\u{1B}[24;80R")]),
      ("\u{1B}[?1;0;256S", [.answer("\u{1B}[?1;0;256S")]),
      ("\u{1B}]11;rgb:00/00/00\u{07}x", [.answer("\u{1B}]11;rgb:00/00/00"), .character("x")]),
      ("\u{1B}P>|Term(1)\u{1B}\\x", [.answer("\u{1B}P>|Term(1)"), .character("x")]),
      ("\u{1B}_Gi=1;OK\u{1B}\\x", [.answer("\u{1B}_Gi=1;OK"), .character("x")]),
      ("\u{1B}P\u{1B}[Ax", [.up, .character("x")]),
      ("\u{1B}[\u{1B}[Ax", [.up, .character("x")]),
      ("\u{85}x", [.character("x")]),
      ("\u{1B}[200~one\ntwo\u{1B}[A\u{1B}[201~x", [.paste("one\ntwo\u{1B}[A"), .character("x")]),
      ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
      // A mouse as old terminals report it: no byte of it is a key.
      ("\u{1B}[M !\"x", [.mouse(MouseEvent(.press(.left), column: 0, line: 1)), .character("x")]),
      ("\u{1B}[M#dd", [.mouse(MouseEvent(.release(.left), column: 67, line: 67))]),
      ("\u{1B}[M`!!", [.mouse(MouseEvent(.wheel(.up), column: 0, line: 0))]),
    ] as [(String, [Key])])
  func decodes(bytes: String, expected: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(bytes.utf8) == expected)
    #expect(decoder.patience == nil)
    var slow = KeyDecoder()
    let oneByOne = bytes.utf8.flatMap { slow.feed([$0]) }
    #expect(oneByOne == expected, "byte by byte")
  }

  /// The same key, as terminals of several kinds send it.
  @Test(arguments: [
    ("F1", "\u{1B}OP \u{1B}[11~ \u{1B}[[A \u{1B}[P"),
    ("F3", "\u{1B}OR \u{1B}[13~ \u{1B}[[C \u{1B}[R"),
    ("F4", "\u{1B}OS \u{1B}[14~ \u{1B}[[D \u{1B}[S"), ("F5", "\u{1B}[15~ \u{1B}[[E"),
    ("F6", "\u{1B}[17~"), ("F10", "\u{1B}[21~"), ("F11", "\u{1B}[23~"), ("F12", "\u{1B}[24~"),
    ("Shift-F1", "\u{1B}[1;2P \u{1B}O1;2P \u{1B}O2P \u{1B}[11;2~ \u{1B}[11$"),
    ("Shift-F3", "\u{1B}[1;2R \u{1B}O2R \u{1B}[13;2~"), ("Ctrl-F5", "\u{1B}[15;5~ \u{1B}[15^"),
    ("Shift-Up", "\u{1B}[1;2A \u{1B}[a"), ("Shift-Left", "\u{1B}[1;2D \u{1B}[d"),
    ("Ctrl-Right", "\u{1B}[1;5C \u{1B}Oc \u{1B}O5C"),
    ("Alt-Down", "\u{1B}[1;3B \u{1B}[1;9B \u{1B}\u{1B}[B"),
    ("Ctrl-Shift-Right", "\u{1B}[1;6C"), ("Ctrl-Alt-Left", "\u{1B}[1;7D"),
    ("Shift-Home", "\u{1B}[1;2H \u{1B}[7$"), ("Shift-End", "\u{1B}[1;2F \u{1B}[8$ \u{1B}[4;2~"),
    ("Shift-PageUp", "\u{1B}[5;2~ \u{1B}[5$"), ("Ctrl-PageDown", "\u{1B}[6;5~ \u{1B}[6^"),
    ("Ctrl-Shift-PageDown", "\u{1B}[6;6~ \u{1B}[6@"), ("Shift-Tab", "\u{1B}[Z"),
    ("Enter", "\r \u{1B}OM"), ("Backspace", "\u{7F} \u{08}"), ("Ctrl-Space", "\0"),
    ("Alt-Enter", "\u{1B}\r"), ("Alt-Shift-x", "\u{1B}X"), ("é", "é"),
  ])
  func keysHaveNames(name: String, sequences: String) throws {
    for sequence in sequences.split(separator: " ") {
      var decoder = KeyDecoder()
      let keys = decoder.feed(sequence.utf8)
      #expect(keys.map { $0.name?.description } == [name], "\(sequence.debugDescription)")
    }
  }

  @Test func everyNameIsSentAndUnderstood() throws {
    let bases = KeyName.Named.allCases.map(\.rawValue) + ["a", "Z", "é", "-", "[", "/", "7"]
    for held in ["", "Shift-", "Alt-", "Ctrl-", "Ctrl-Alt-", "Ctrl-Alt-Shift-"] {
      for base in bases {
        guard let name = try? KeyName(parsing: held + base), name.description != "Alt-[" else {
          continue
        }
        var decoder = KeyDecoder()
        let keys = decoder.feed(name.sequence.utf8) + decoder.settle()
        #expect(keys.map(\.name) == [name], "\(held + base)")
      }
    }
  }

  @Test(
    arguments: [
      ("\u{1B}[<0;1;1M", .init(.press(.left), column: 0, line: 0)),
      ("\u{1B}[<2;80;24m", .init(.release(.right), column: 79, line: 23)),
      ("\u{1B}[<32;300;9M", .init(.drag(.left), column: 299, line: 8)),
      ("\u{1B}[<64;3;4M", .init(.wheel(.up), column: 2, line: 3)),
      ("\u{1B}[<69;3;4M", .init(.wheel(.down), column: 2, line: 3, modifiers: .shift)),
      ("\u{1B}[<66;3;4M", .init(.wheel(.left), column: 2, line: 3)),
      ("\u{1B}[<67;3;4M", .init(.wheel(.right), column: 2, line: 3)),
      ("\u{1B}[<25;3;4M", .init(.press(.middle), column: 2, line: 3, modifiers: [.alt, .control])),
    ] as [(String, MouseEvent)])
  func mouse(bytes: String, event: MouseEvent) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(bytes.utf8) == [.mouse(event)])
  }

  @Test(arguments: [
    "<0;0;1M", "<0;1M", "<0;1;1;1M", "<;;M", "<-1;1;1M", "<3;1;1M", "<35;2;2M", "<64;1;1m",
    "<128;1;1M", "<99999999999999999999;1;1M", "<0;1;1X",
  ])
  func brokenMouseReportsAreSwallowed(bytes: String) {
    var decoder = KeyDecoder()
    #expect(decoder.feed("\u{1B}[\(bytes)x".utf8) == [.character("x")])
  }

  @Test func answersAreBounded() {
    var decoder = KeyDecoder()
    let keys = decoder.feed("\u{1B}_G\(String(repeating: "a", count: 100_000))\u{1B}\\x".utf8)
    #expect(keys.count == 2)
    #expect(keys.last == .character("x"))
    guard case .answer(let text) = keys.first else {
      Issue.record("no answer")
      return
    }
    #expect(text.utf8.count < 5000)
  }

  @Test(
    arguments: [
      ("\u{1B}", [.escape]), ("\u{1B}[", [.alt("[")]), ("\u{1B}O", [.alt("O")]),
      ("\u{1B}]", [.alt("]")]), ("\u{1B}[1;", []), ("\u{1B}\u{1B}", [.escape]),
      // A paste whose end never comes.
      ("\u{1B}[200~one\ntwo", [.paste("one\ntwo")]), ("\u{1B}[M d", []),
    ] as [(String, [Key])])
  func timeSettlesWhatEscapeMeans(bytes: String, expected: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(bytes.utf8).isEmpty)
    #expect(decoder.patience != nil)
    #expect(decoder.settle() == expected)
    #expect(decoder.patience == nil)
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
