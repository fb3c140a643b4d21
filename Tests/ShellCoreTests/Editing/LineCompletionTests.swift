import Rendering
import Testing

@testable import ShellCore

/// Tab, and the list of candidates below the line.
@Suite struct LineCompletionTests {
  private static let words = ["filter", "find", "fields", "größe", "日本"]

  /// Completes the word before the cursor from the list.
  private static func editor(
    _ marked: String, mode: EditorSettings.EditMode = .emacs, words: [String] = words,
    isTruncated: Bool = false
  ) -> LineEditor {
    var editor = LineEditor(marked, mode: mode)
    editor.assistant.complete = { line, cursor in
      let before = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
      let word = before.reversed().prefix { $0 != " " }.reversed()
      let start = cursor - String(word).utf8.count
      let found = words.filter { $0.hasPrefix(String(word)) }
      return CompletionResult(
        replacing: start..<cursor,
        candidates: found.map { CompletionCandidate($0, description: "all of \($0)") },
        isTruncated: isTruncated)
    }
    return editor
  }

  @Test(arguments: [
    ("gr", "<Tab>", "größe |"), ("é gr| x", "<Tab>", "é größe | x"),
    ("fi", "<Tab><Tab>", "filter|"),
    ("fi", "<Tab><Tab><Tab>", "find|"), ("fi", "<Tab><Tab><Tab><Tab>", "fields|"),
    ("fi", "<Tab><Tab><Tab><Tab><Tab>", "fi|"), ("fi", "<Tab><S-Tab>", "fields|"),
    ("fi", "<Tab><S-Tab><S-Tab>", "find|"), ("fi", "<Tab><Tab><Down>", "find|"),
    ("fi", "<Tab><Tab><Down><Up>", "filter|"), ("fi", "<Tab><Tab><Esc>", "fi|"),
    ("fi", "<Tab><Tab><C-g>", "fi|"), ("fi", "<Tab><Tab><Enter>", "filter |"),
    ("fi", "<Tab><Tab>x", "filterx|"), ("fi", "<Tab><Tab><BS>", "filte|"), ("f", "<Tab>", "fi|"),
    ("fi", "<Tab><Tab><Enter><C-_>", "fi|"), ("fi", "<Tab><Tab><Tab>!<C-_><C-_>", "fi|"),
    ("fi| x", "<Tab><Tab>", "filter| x"), ("zz", "<Tab>", "zz|"), ("日", "<Tab>", "日本 |"),
  ])
  func tabCompletes(line: String, keys: String, expected: String) throws {
    for mode in EditorSettings.EditMode.allCases {
      if mode == .vi, keys.contains("<C-g>") { continue }
      var editor = Self.editor(line, mode: mode)
      try editor.type(keys: keys)
      #expect(editor.marked == expected, "\(mode)")
    }
  }

  @Test func enterRunsWhereNoCandidateIsChosen() throws {
    var editor = Self.editor("fi")
    #expect(try editor.type(keys: "<Tab><Enter>") == .accepted("fi"))
    editor = Self.editor("fi")
    #expect(try editor.type(keys: "<Tab><Tab><Enter>") == .changed)
    #expect(try editor.type(keys: "<Enter>") == .accepted("filter "))
  }

  @Test func theListIsShownInColumns() throws {
    var editor = Self.editor("fi")
    #expect(editor.candidateLines(width: 60, lines: 5).isEmpty)
    try editor.type(keys: "<Tab>")
    #expect(editor.isChoosing)
    #expect(
      editor.candidateLines(width: 60, lines: 5).map(\.text) == [
        "filter  all of filter  fields  all of fields", "find    all of find",
      ])
    #expect(
      editor.candidateLines(width: 20, lines: 5).map(\.text) == [
        "filter  all of filt…", "find    all of find", "fields  all of fiel…",
      ])
    #expect(
      editor.candidateLines(width: 20, lines: 2, charset: .ascii).map(\.text) == [
        "filter  all of filt~", "1-1 of 3 lines",
      ])
    try editor.type(keys: "<Tab><Tab><Tab>")
    let lines = editor.candidateLines(width: 20, lines: 2)
    #expect(lines.map(\.text) == ["fields  all of fiel…", "3–3 of 3 lines"])
    let chosen = lines[0].runs.filter { $0.style.attributes.contains(.reverse) }
    #expect(chosen.map { String($0.text) } == ["fields"])
    try editor.type(keys: " ")
    #expect(editor.candidateLines(width: 60, lines: 5).isEmpty)
  }

  @Test func aListThatWasCutOffSaysSo() throws {
    var editor = Self.editor("fi", isTruncated: true)
    try editor.type(keys: "<Tab>")
    #expect(editor.candidateLines(width: 20, lines: 9).last?.text == "…")
  }

  @Test func longListsKeepTheirSize() throws {
    let words = (0..<3000).map { "fi\($0)" }
    var editor = Self.editor("fi", words: words)
    for _ in 0..<40 {
      try editor.type(keys: "<Tab>")
      for size in [(1, 1), (3, 2), (40, 7), (120, 10)] {
        let lines = editor.candidateLines(width: size.0, lines: size.1)
        #expect(lines.count <= size.1)
        #expect(lines.allSatisfy { $0.width <= size.0 })
      }
    }
  }
}
