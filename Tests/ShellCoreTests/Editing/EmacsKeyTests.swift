import Testing

@testable import ShellCore

@Suite struct EmacsKeyTests {
  /// A line, keys, and the line after them, with the cursor at the bar.
  @Test(arguments: [
    ("", "abc", "abc|"), ("a|c", "b", "ab|c"), ("größe", "日本", "größe日本|"),
    ("ab", "<C-b><Left>x", "x|ab"), ("|ab", "<C-f>x", "ax|b"),
    ("|ab", "<Right><Right><Right>x", "abx|"),
    ("a b", "<C-a>x<C-e>y", "xa by|"), ("a b", "<Home>x<End>y", "xa by|"),
    ("a b", "<S-Home>x<S-End>y", "xa by|"), ("abc", "<S-Left>x", "abx|c"),
    ("one two-three", "<C-Left>", "one two-|three"),
    ("one two-three", "<M-b><M-b>", "one |two-three"),
    ("|one two", "<M-f>", "one| two"), ("|one  two", "<C-Right><A-Right>", "one  two|"),
    ("ab|cd", "<C-d>", "ab|d"), ("ab|cd", "<Del>", "ab|d"), ("ab|cd", "<BS>", "a|cd"),
    ("ab|cd", "<C-h>", "a|cd"), ("ab|cd", "<C-k>", "ab|"), ("ab|cd", "<C-u>", "|cd"),
    ("ab|cd", "<C-k><C-y><C-y>", "abcdcd|"), ("one two|", "<C-w>", "one |"),
    ("one a/b  |x", "<C-w>", "one |x"), ("one a/b|", "<M-BS>", "one a/|"),
    ("|one two", "<M-d>", "| two"),
    ("|one two", "<M-d><M-d><C-y>", "one two|"), ("one two", "<C-w><C-w><C-y>", "one two|"),
    ("one two", "<C-w><Left><C-w><C-y>", "one| "), ("a b", "<C-w><C-a><C-k><C-y><M-y>", "b|"),
    ("a b", "<C-w><C-a><C-k><C-y><M-y><M-y>", "a |"), ("ab", "<C-t>", "ba|"),
    ("a|bc", "<C-t>", "ba|c"),
    ("|ab", "<C-t>", "|ab"), ("one two", "<M-t>", "two one|"), ("one| two", "<M-t>", "two one|"),
    ("one, two  |", "<M-t>", "two, one|  "), ("|one two", "<M-u>", "ONE| two"),
    ("|ONE TWO", "<M-l><M-l>", "one two|"), ("|one tWO", "<M-c><M-c>", "One Two|"),
    ("e", "\u{301}", "é|"), ("👩‍👩‍👧x", "<Left><BS>", "|x"), ("👍", "🏽", "👍🏽|"), ("🇩🇪", "<BS>", "|"),
    ("é", "<BS>", "|"), ("a", "<Up>", "a|"),
    ("a", "<F1><PageUp><Insert>", "a|"),
    ("a", "<M-x><C-o><C-l>", "a|"), ("ab", "<C-_>", "ab|"), ("", "ab cd<C-_>", "ab|"),
    ("", "ab cd<C-_><C-_>", "|"), ("", "ab<Left>c<C-_>", "a|b"),
    ("ab cd", "<C-w><C-w><C-_>", "ab |"),
    ("ab cd", "<C-w><C-w><C-_><C-_><C-_>", "ab cd|"),
  ])
  func keysEdit(line: String, keys: String, expected: String) throws {
    var editor = LineEditor(line, mode: .emacs)
    try editor.type(keys: keys)
    #expect(editor.marked == expected)
    #expect(editor.text.utf8.prefix(editor.cursor).count == editor.cursor)
  }

  @Test(
    arguments: [
      ("ab", "<Enter>", .accepted("ab")), ("", "<Enter>", .accepted("")),
      ("ab", "<C-j>", .accepted("ab")),
      ("ab", "<Esc>", .cancelled), ("ab", "<C-c>", .cancelled), ("ab", "<C-g>", .cancelled),
      ("", "<BS>", .cancelled), ("a", "<BS>", .changed), ("a", "<BS><BS>", .cancelled),
      ("", "<C-d>", .endOfInput), ("a", "<C-d>", .unchanged), ("|a", "<Left>", .unchanged),
      ("a", "<C-y>", .unchanged), ("a", "<M-y>", .unchanged), ("a", "<C-k>", .unchanged),
      ("a", "<Tab>", .unchanged), ("a", "<F5>", .unchanged), ("a", "b", .changed),
    ] as [(String, String, LineEditor.Outcome)])
  func keysEnd(line: String, keys: String, expected: LineEditor.Outcome) throws {
    var editor = LineEditor(line, mode: .emacs)
    #expect(try editor.type(keys: keys) == expected)
  }

  @Test(arguments: [
    ("one\ntwo", "one two|"), ("a\r\nb\r\n", "a b|"), ("shelf> down\nshelf> up", "down up|"),
    ("a\u{1B}[31mb\u{7}", "a[31mb|"), ("\tx", " x|"), ("e\u{301}", "é|"), ("\n", "|"),
  ])
  func pastesAreOneHarmlessLine(text: String, expected: String) {
    var editor = LineEditor("", mode: .emacs)
    _ = editor.take(.paste(text))
    #expect(editor.marked == expected)
  }

  @Test func lettersAndAccentsJoinAlsoFromBehind() throws {
    var editor = LineEditor("\u{301}x", mode: .emacs)
    try editor.type(keys: "<Home>e")
    #expect(editor.marked == "é|x")
    #expect(editor.text.utf8.elementsEqual("\u{E9}x".utf8))
    try editor.type(keys: "<C-_>")
    #expect(editor.text == "\u{301}x")
  }

  @Test func whatIsTooLongIsRefused() {
    var editor = LineEditor("ab", mode: .emacs)
    #expect(editor.take(.paste(String(repeating: "x", count: LineBuffer.longest))) == .unchanged)
    #expect(editor.text == "ab")
    #expect(editor.take(.paste(String(repeating: "x", count: LineBuffer.longest - 2))) == .changed)
    #expect(editor.take(.character("x")) == .unchanged)
  }

  @Test func theMouseAndAnswersChangeNothing() {
    for mode in EditorSettings.EditMode.allCases {
      var editor = LineEditor("ab", mode: mode)
      #expect(editor.take(.mouse(MouseEvent(.wheel(.up), column: 0, line: 0))) == .unchanged)
      #expect(editor.take(.answer("\u{1B}[0n")) == .unchanged)
      #expect(editor.marked == "ab|")
    }
  }
}

/// What comes from the history: the same keys at the prompt are tested in TerminalTests.
@Suite struct LineHistoryTests {
  private let history = ["open a b", "view", "open \"c d\" e", "filter x"]

  @Test(arguments: [
    ("", "<Up>", "filter x|"), ("", "<Up><Up>", "open \"c d\" e|"),
    ("op", "<C-p><C-p>", "open a b|"),
    ("op", "<Up><Up><Up>", "open a b|"), ("op", "<Up><Up><Down><Down>", "op|"),
    ("op", "<C-p><C-n><C-n>", "op|"), ("", "<Down>", "|"), ("vi", "<Up>!<Down>", "view!|"),
    ("vi", "<Up><C-_>", "vi|"),
    ("op", "<Right>", "open \"c d\" e|"), ("op", "<C-e>", "open \"c d\" e|"),
    ("op", "<End>", "open \"c d\" e|"),
    ("op", "<C-f>", "open \"c d\" e|"), ("op", "<M-f>", "open|"),
    ("op", "<M-f><C-Right>", "open \"c|"),
    ("op", "<Left><Right>", "op|"), ("op", "<Right><C-_>", "op|"), ("vi", "<Up><BS>", "vie|"),
    ("x ", "<M-.>", "x x|"), ("y", "<M-.><M-.>", "ye|"), ("y", "<M-.><M-.><M-.>", "yview|"),
    ("y", "<M-.><M-.><M-.><M-.><M-.><M-.>", "yb|"), ("y", "<M-_> <M-_>", "yx x|"),
    ("old", "<C-r>view<Enter>", "view|"), ("old", "<C-r>open<C-r><C-e>", "open a b|"),
    ("old", "<C-r>open<Up><Down><Tab>", "open \"c d\" e|"), ("old", "<C-r>vi<Home>", "|view"),
    ("old", "<C-r>vi<Left>", "vie|w"), ("old", "<C-r>view<Esc>", "old|"),
    ("old", "<C-r>view<C-g>", "old|"),
    ("old", "<C-r>zzz<Enter>", "old|"), ("old", "<C-r>vq<BS>i<Enter>", "view|"),
    ("old", "<C-r>view<Enter><C-_>", "old|"),
  ])
  func keysFetch(line: String, keys: String, expected: String) throws {
    var editor = LineEditor(line, mode: .emacs, history: history)
    try editor.type(keys: keys)
    #expect(editor.marked == expected)
  }

  @Test func controlCEndsASearch() throws {
    var editor = LineEditor("old", mode: .emacs, history: history)
    #expect(try editor.type(keys: "<C-r>vi<C-c>") == .cancelled)
  }

  @Test func nothingIsProposedWhereSuggestionsAreOff() throws {
    var editor = LineEditor("op", mode: .emacs, history: history)
    editor.assistant.settings = { EditorSettings(suggests: false) }
    #expect(try editor.type(keys: "<Right>") == .unchanged)
    #expect(editor.marked == "op|")
  }
}
