import TestSeeds
import Testing

@testable import ShellCore

@Suite struct ViKeyTests {
  /// Keys begin in insert mode; `<Esc>` goes to command mode, one to the left.
  @Test(arguments: [
    ("", "abc", "abc|"), ("", "abc<Esc>", "ab|c"), ("abc", "<Esc>hx", "a|c"),
    ("abc", "<Esc>0lx", "a|c"),
    ("abc", "<Esc>0ix", "x|abc"), ("abc", "<Esc>0ax", "ax|bc"), ("abc", "<Esc>0Ax", "abcx|"),
    ("  bc", "<Esc>Ix", "  x|bc"), ("a b c", "<Esc>0wx", "a | c"), ("a b c", "<Esc>02wx", "a b| "),
    ("one two three", "<Esc>0dw", "|two three"), ("one two three", "<Esc>02dw", "|three"),
    ("one two three", "<Esc>0d2w", "|three"), ("one two three four five", "<Esc>02d2w", "|five"),
    ("one two", "<Esc>db", "one |o"), ("one two", "<Esc>0de", "| two"),
    ("one two", "<Esc>0d$", "|"),
    ("one two", "<Esc>d0", "|o"), ("one two", "<Esc>dd", "|"), ("one two", "<Esc>0wD", "one| "),
    ("one two", "<Esc>0cwx", "x| two"), ("one two", "<Esc>0c2wx", "x|"),
    ("one  two", "<Esc>03lcwx", "onex|two"),
    ("one two", "<Esc>0wCx", "one x|"), ("one two", "<Esc>ccx", "x|"), ("one two", "<Esc>Sx", "x|"),
    ("a.b c", "<Esc>0dw", "|.b c"), ("a.b c", "<Esc>0dW", "|c"), ("a.b c.d", "<Esc>0E", "a.|b c.d"),
    ("a.b c.d", "<Esc>B", "a.b |c.d"), ("a.b c.d", "<Esc>bb", "a.b |c.d"),
    ("a b", "<Esc>0e", "a |b"),
    ("a-b-c", "<Esc>0f-x", "a|b-c"), ("a-b-c", "<Esc>02f-x", "a-b|c"),
    ("a-b-c", "<Esc>0f-;x", "a-b|c"),
    ("a-b-c", "<Esc>0f-;,x", "a|b-c"), ("a-b-c", "<Esc>F-x", "a-b|c"),
    ("a-b-c", "<Esc>0t-x", "|-b-c"),
    ("a-b-c", "<Esc>0t-;x", "a-|-c"), ("a-b-c", "<Esc>T-x", "a-b|-"),
    ("a-b-c", "<Esc>0dt-", "|-b-c"),
    ("a-b-c", "<Esc>0df-", "|b-c"), ("a-b-c", "<Esc>dF-", "a-b|c"), ("a-b-c", "<Esc>dT-", "a-b-|c"),
    ("a-b-c", "<Esc>0fzx", "|-b-c"), ("a-b-c", "<Esc>0dfzx", "|-b-c"),
    ("a-b-c", "<Esc>0f<Esc>x", "|-b-c"),
    ("abcdef", "<Esc>03|x", "ab|def"), ("abc", "<Esc>0rx", "|xbc"), ("abc", "<Esc>02rx", "x|xc"),
    ("abc", "<Esc>04rx", "|abc"), ("abc", "<Esc>0r<Esc>x", "|bc"), ("abc", "<Esc>0~", "A|bc"),
    ("aBc", "<Esc>09~", "Ab|C"), ("abc", "<Esc>0xp", "b|ac"), ("abc", "<Esc>0xP", "|abc"),
    ("abc", "<Esc>0x3p", "baa|ac"), ("one two", "<Esc>0ywP", "one| one two"),
    ("ab", "<Esc>yyp", "aba|b"),
    ("one two", "<Esc>0wyb", "|one two"), ("one two", "<Esc>Y0P", "|oone two"),
    ("abc", "<Esc>0sxy", "xy|bc"),
    ("abc", "<Esc>02sx", "x|c"), ("abcd", "<Esc>X", "ab|d"), ("abcd", "<Esc>2X", "a|d"),
    ("abc", "<Esc>0x.", "|c"), ("abcdef", "<Esc>02x.", "|ef"), ("abcdef", "<Esc>0x3.", "|ef"),
    ("a b c d", "<Esc>0dw.", "|c d"), ("a b c", "<Esc>0cwxy<Esc>w.", "xy x|y c"),
    ("ab", "<Esc>0ix<Esc>.", "|xxab"),
    ("abc", "<Esc>0rxl.", "x|xc"), ("ab", "<Esc>0ixy<Esc>3.", "xxyxyx|yyab"),
    ("ab", "<Esc>Axy<Esc>.", "abxyx|y"),
    ("ab", "<Esc>03ix<Esc>", "xx|xab"), ("ab", "<Esc>0u", "|ab"), ("ab", "<Esc>xu", "a|b"),
    ("", "one two<Esc>u", "|"), ("ab", "<Esc>0ixy<Esc>u", "|ab"),
    ("ab cd", "<Esc>0cwx y<Esc>u", "|ab cd"),
    ("abcd", "<Esc>0xx2u", "|abcd"), ("abcd", "<Esc>0x.u", "|bcd"), ("ab cd", "<C-w>", "ab |"),
    ("ab", "<BS>c", "ac|"), ("abc", "<Esc><Left><Left>x", "|bc"),
    ("abc", "<Esc><Home><Right>x", "a|c"),
    ("abc", "<Esc>0<End>x", "a|b"), ("abc", "<Esc>0<Del>", "|bc"), ("abc", "<Esc>0 x", "a|c"),
    ("abc", "<Esc>vVgKx", "a|b"), ("abc", "<Esc>0dgx", "|bc"), ("abc", "<M-0>x", "|bc"),
    ("", "<Esc>xXDp~", "|"),
    ("", "<Esc>ccx", "x|"), ("日本語", "<Esc>0x", "|本語"), ("e\u{301}a", "<Esc>0x", "|a"),
    ("👩‍👩‍👧a", "<Esc>0lx", "|👩‍👩‍👧"), ("abc", "<Esc>0dl", "|bc"), ("abc", "<Esc>dh", "a|c"),
    ("abc", "<Esc>0y$$p", "abcab|c"), ("a b", "<Esc>0c$x", "x|"), ("  ab", "<Esc>^x", "  |b"),
    ("abc", "<Esc>10|x", "a|b"),
    ("abc", "<Esc>$x", "a|b"), ("abc", "<Esc>09999999999999999999x", "|"),
  ])
  func keysEdit(line: String, keys: String, expected: String) throws {
    var editor = LineEditor(line, mode: .vi)
    try editor.type(keys: keys)
    #expect(editor.marked == expected)
  }

  @Test(
    arguments: [
      ("ab", "<Esc>", .changed), ("ab", "<Esc><Esc>", .cancelled), ("ab", "<Esc>2<Esc>", .changed),
      ("ab", "<Esc>d<Esc>", .changed), ("ab", "<Esc>d<Esc><Esc>", .cancelled),
      ("ab", "<Esc>f<Esc>", .changed),
      ("ab", "<Esc><Enter>", .accepted("ab")), ("ab", "<Enter>", .accepted("ab")),
      ("", "<BS>", .cancelled),
      ("", "<Esc><BS>", .cancelled), ("", "<C-d>", .endOfInput), ("", "<Esc><C-d>", .endOfInput),
      ("ab", "<C-c>", .cancelled), ("ab", "<Esc><C-c>", .cancelled),
      ("ab", "<Esc><C-g>", .cancelled),
      ("ab", "<Esc>Z", .unchanged), ("ab", "<Esc>0h", .unchanged), ("ab", "<Esc>;", .unchanged),
    ] as [(String, String, LineEditor.Outcome)])
  func keysEnd(line: String, keys: String, expected: LineEditor.Outcome) throws {
    var editor = LineEditor(line, mode: .vi)
    #expect(try editor.type(keys: keys) == expected)
  }

  @Test(arguments: [
    ("", "<Esc>k", "filter |x"), ("", "<Esc>kkj", "filter |x"), ("", "<Esc>2k", "vie|w"),
    ("vi", "<Up>", "view|"),
    ("vi", "<Right>", "view|"), ("vi", "<C-e>", "view|"), ("a", "<Esc>/vie<Enter>", "vie|w"),
    ("a", "<Esc>?vie<Esc>x", "|"), ("a", "<C-r>vie<Enter>x", "viewx|"),
  ])
  func keysFetch(line: String, keys: String, expected: String) throws {
    var editor = LineEditor(line, mode: .vi, history: ["view", "filter x"])
    try editor.type(keys: keys)
    #expect(editor.marked == expected)
  }

  @Test func theModeIsKnown() throws {
    var editor = LineEditor("ab", mode: .vi)
    #expect(!editor.isInCommandMode)
    try editor.type(keys: "<Esc>")
    #expect(editor.isInCommandMode)
    editor.assistant.settings = { EditorSettings(editMode: .emacs) }
    #expect(!editor.isInCommandMode)
    try editor.type(keys: "x")
    #expect(editor.marked == "ax|b")
  }

  @Test func theNextLineKnowsWhatWasKilled() throws {
    var editor = LineEditor("a-b-c", mode: .vi)
    try editor.type(keys: "<Esc>0f-x")
    editor.begin("x-y-z")
    #expect(editor.marked == "x-y-z|")
    #expect(try editor.type(keys: "<C-_>") == .unchanged)
    try editor.type(keys: "<C-y><Esc>0;.")
    #expect(editor.marked == "x|y-z-")
  }

  /// Movements by words against the definition: a word is the longest run of one kind.
  @Test func wordsAreRunsOfOneKind() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<testRounds(600) {
      let characters = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        Array("ab_é .-日  ").randomElement(using: &random) ?? "a"
      }
      let place = Int.random(in: 0..<characters.count, using: &random)
      for big in [false, true] {
        let runs = Runs(characters, big)
        let last = characters.count - 1
        let line = "\(String(characters)) at \(place), seed \(seed)"
        func target(_ motion: ViMotion) -> Int? {
          motion.target(in: characters, from: place, count: nil)
        }
        #expect(
          target(.word(big: big)) == runs.starts.first { $0 > place } ?? last + 1, "w \(line)")
        #expect(target(.wordBack(big: big)) == runs.starts.last { $0 < place } ?? 0, "b \(line)")
        #expect(target(.wordEnd(big: big)) == runs.ends.first { $0 > place } ?? last, "e \(line)")
      }
    }
  }

  private struct Runs {
    var starts: [Int]
    var ends: [Int]

    init(_ characters: [Character], _ big: Bool) {
      let kinds = characters.map { $0 == " " ? 0 : big || $0.isLetter || $0 == "_" ? 1 : 2 }
      starts = kinds.indices.filter { kinds[$0] > 0 && ($0 == 0 || kinds[$0 - 1] != kinds[$0]) }
      ends = kinds.indices.filter {
        kinds[$0] > 0 && ($0 + 1 == kinds.count || kinds[$0 + 1] != kinds[$0])
      }
    }
  }
}
