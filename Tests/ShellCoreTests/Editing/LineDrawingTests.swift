import Rendering
import Testing

@testable import ShellCore

@Suite struct LineDrawingTests {
  /// The text that is drawn, with what is under the cursor in brackets.
  private func picture(
    _ editor: LineEditor, prompt: String = ":", width: Int, charset: Charset = .unicode,
    usesColour: Bool = true
  ) -> String {
    let drawn = editor.line(
      prompt: prompt, width: width, charset: charset, usesColour: usesColour)
    #expect(drawn.line.width <= width)
    var (text, column) = ("", 0)
    for character in drawn.line.padded(to: drawn.cursor + 1).text {
      text += column == drawn.cursor ? "[\(character)]" : String(character)
      column += DisplayWidth.of(character)
    }
    return text
  }

  @Test(
    arguments: [
      ("abc", 8, ":abc[ ]"), ("a|bc", 8, ":a[b]c"), ("", 3, ":[ ]"), ("", 1, "[ ]"),
      ("abc", 1, "[ ]"), ("日本|語", 8, ":日本[語]"), ("日本語", 8, ":日本語[ ]"), ("|日", 2, ":[ ]"),
      ("a\u{1B}b", 8, ":a␛b[ ]"), ("a\u{202E}|b", 12, ":a\\u{202E}[b]"),
      ("\u{301}|a", 12, ":\\u{301}[a]"),
      ("one\ntwo", 12, ":one two[ ]"), ("0123456", 8, ":‹56[ ]"), ("012345|6", 8, ":012345[6]"),
      ("01234567890123456789", 12, ":‹56789[ ]"),
      ("012345678901234|56789", 12, ":‹901234[5]67›"),
      ("0|1234567890123456789", 12, ":0[1]23456789›"),
      ("日日日日日日日日|日日", 12, ":‹ 日日[日]日"), ("a日日日日日日日|日日日", 12, ":‹日日日[日] ›"),
    ] as [(String, Int, String)])
  func linesAreDrawn(line: String, width: Int, expected: String) {
    #expect(picture(LineEditor(line, mode: .emacs), width: width) == expected)
  }

  @Test func marksAndControlsAreASCIIOnRequest() {
    let editor = LineEditor("\u{1}2345678901234|56789", mode: .emacs)
    #expect(picture(editor, width: 12, charset: .ascii) == ":<901234[5]67>")
    #expect(
      picture(LineEditor("a\u{1}", mode: .emacs), width: 12, charset: .ascii) == ":a\\x01[ ]")
  }

  @Test func longPromptsLeaveRoom() {
    let editor = LineEditor("abcdef", mode: .emacs)
    #expect(picture(editor, prompt: "a long prompt ", width: 20) == "a long pr…abcdef[ ]")
    #expect(picture(editor, prompt: "a long prompt ", width: 60) == "a long prompt abcdef[ ]")
    #expect(picture(editor, prompt: "\u{1B}[2J", width: 60) == "␛[2Jabcdef[ ]")
  }

  @Test func proposalsAndHintsStandBehindTheLine() throws {
    var editor = LineEditor("fil", mode: .emacs, history: ["filter Views > 20000"])
    #expect(picture(editor, width: 30) == ":fil[t]er Views > 20000")
    #expect(picture(editor, width: 10) == ":fil[t]er V…")
    #expect(picture(editor, width: 5) == ":fil[…]")
    let runs = editor.line(prompt: ":", width: 30).line.runs
    #expect(runs.last?.style.attributes == .dim)
    try editor.type(keys: "<Left>")
    #expect(picture(editor, width: 30) == ":fi[l]")
    editor = LineEditor("find", mode: .emacs)
    editor.assistant.settings = { EditorSettings() }
    editor.assistant.hint = { _ in "TEXT" }
    #expect(picture(editor, width: 30) == ":find[ ]TEXT")
    #expect(picture(editor, width: 30, usesColour: false) == ":find[ ]")
  }

  @Test func unknownWordsAndFaultsAreSeen() {
    var editor = LineEditor("fliter größe > x", mode: .emacs)
    editor.assistant.firstWord = { _ in .unknown }
    let first = editor.line(prompt: "", width: 40).line.runs.first
    #expect(first?.text == "fliter")
    #expect(first?.style.role == .error)
    editor.assistant.firstWord = { _ in .known }
    func underlined() -> [String] {
      editor.line(prompt: "", width: 40).line.runs
        .filter { $0.style.attributes.contains(.underline) }.map { String($0.text) }
    }
    editor.fault = 7..<14
    #expect(underlined() == ["größe"])
    editor.fault = 8..<11
    #expect(underlined() == ["rö"])
    editor.fault = 7..<7
    #expect(underlined() == ["g"])
    for end in [18..<18, 18..<19, 40..<50] {
      editor.fault = end
      #expect(underlined() == [" "])
      #expect(editor.line(prompt: "", width: 40).line.text == "fliter größe > x ")
    }
    _ = editor.take(.character("y"))
    #expect(underlined() == [])
  }

  @Test func searchesAreDrawn() throws {
    var editor = LineEditor("old", mode: .emacs, history: ["open a", "view", "open b"])
    try editor.type(keys: "<C-r>")
    #expect(picture(editor, width: 40) == "search: [ ]")
    try editor.type(keys: "op")
    #expect(picture(editor, width: 40) == "search 1/2: op[ ]| open b")
    let marked = editor.line(prompt: ":", width: 40).line.runs
      .filter { $0.style.attributes.contains(.reverse) }
    #expect(marked.map { String($0.text) } == ["op"])
    #expect(picture(editor, width: 12) == "…ch 1/2: op[ ]")
    try editor.type(keys: "zz")
    #expect(picture(editor, width: 40) == "search 0/0: opzz[ ]")
  }
}
