import Commands
import Rendering
import TestSeeds
import Testing

@testable import ShellCore

@Suite struct LineEditorRandomTests {
  private static let scalars: [Unicode.Scalar] =
    Array("abw1 .-(\"é日🙂👩🇩🇪x0$^dcypPuftFTrhlweb;,~|.iaIA%vk".unicodeScalars)
    + ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{1F3FD}", "\u{202E}", "\u{1100}", "\u{1161}"]

  private static func key(_ random: inout SeededGenerator) -> Key {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...5: return .character(scalars.randomElement(using: &random) ?? "a")
    case 6:
      return .character(Unicode.Scalar(UInt8.random(in: 0..<32, using: &random)))
    case 7: return .alt(scalars.randomElement(using: &random) ?? "b")
    case 8: return .character(["\u{7F}", "\t", "\u{1F}"].randomElement(using: &random) ?? "\t")
    case 9:
      return .paste(String(String.UnicodeScalarView(scalars.shuffled(using: &random).prefix(9))))
    case 10: return .named(.escape, [])
    default:
      return .named(
        KeyName.Named.allCases.randomElement(using: &random) ?? .up,
        KeyName.Modifiers(rawValue: UInt8.random(in: 0..<8, using: &random)))
    }
  }

  private static func editor(_ mode: EditorSettings.EditMode, _ text: String) -> LineEditor {
    var editor = LineEditor(text, mode: mode, history: ["abwe x", "日本 \"é y\"", "a\nb"])
    editor.assistant.complete = { line, cursor in
      CompletionResult(
        replacing: max(0, cursor - 1)..<cursor,
        candidates: ["ab", "abc", "日"].prefix(line.utf8.count % 4).map { CompletionCandidate($0) })
    }
    editor.assistant.hint = { $0.hasSuffix("a") ? "日本 [FILE]" : nil }
    return editor
  }

  /// Whatever keys come: no trap, the text is what its characters are, the picture fits and shows the
  /// cursor, and undo leads back to the start.
  @Test(arguments: EditorSettings.EditMode.allCases)
  func randomKeys(mode: EditorSettings.EditMode) {
    for variant in 0..<testRounds(30) {
      let seed = testSeed(variant)
      var random = SeededGenerator(seed: seed)
      let start = ["", "one 日本 two", "e\u{301}👩‍👩‍👧 x"].randomElement(using: &random) ?? ""
      var editor = Self.editor(mode, start)
      let first = editor.text
      for step in 0..<200 {
        let key = Self.key(&random)
        _ = editor.take(key)
        let buffer = editor.buffer
        let place: Comment = "\(key), step \(step), seed \(seed)"
        #expect(Array(String(buffer.characters)) == buffer.characters, place)
        #expect((0...buffer.count).contains(buffer.cursor), place)
        if editor.isInCommandMode, editor.choice == nil, editor.search == nil {
          #expect(buffer.cursor < max(1, buffer.count), place)
        }
        checkPicture(editor, &random, place)
      }
      editor.search = nil
      editor.choice = nil
      for _ in 0..<500 where editor.undo() == .unchanged { break }
      if editor.text != first { Issue.record("undo ends at '\(editor.text)', seed \(seed)") }
    }
  }

  private func checkPicture(
    _ editor: LineEditor, _ random: inout SeededGenerator, _ place: Comment
  ) {
    let width = Int.random(in: 1...40, using: &random)
    let charset: Charset = Bool.random(using: &random) ? .ascii : .unicode
    let drawn = editor.line(prompt: "日: ", width: width, charset: charset)
    #expect(drawn.line.width <= width, "width \(width), \(place)")
    #expect((0..<width).contains(drawn.cursor), "width \(width), \(place)")
    #expect(
      DisplaySafe.line(drawn.line.text, charset: charset) == drawn.line.text,
      "width \(width), \(place)")
    if editor.search == nil, !editor.buffer.isAtEnd, width > 14 {
      let shown = DisplaySafe.line(
        String(editor.buffer.characters[editor.buffer.cursor]), charset: charset)
      let seen = DisplayWidth.cut(drawn.line.text, columns: drawn.cursor..<width)
      #expect(seen.first == shown.first, "width \(width), \(place)")
    }
    let lines = editor.candidateLines(width: width, lines: 3, charset: charset)
    #expect(lines.count <= 3, place)
    #expect(lines.allSatisfy { $0.width <= width }, place)
  }

  /// Plain movements and changes against the simplest way to do them.
  @Test func plainKeysAgreeWithAModel() {
    for variant in 0..<testRounds(60) {
      let seed = testSeed(variant)
      var random = SeededGenerator(seed: seed)
      var editor = LineEditor("", mode: .emacs)
      var (before, after) = ("", "")
      for step in 0..<150 {
        let move = Int.random(in: 0..<14, using: &random)
        switch move {
        case 0...5:
          let letter = Array("ab_ -é日").randomElement(using: &random) ?? "a"
          before.append(letter)
          for scalar in letter.unicodeScalars { _ = editor.take(.character(scalar)) }
        case 6:
          if let last = before.popLast() { after = String(last) + after }
          _ = editor.take(.left)
        case 7:
          if !after.isEmpty { before.append(after.removeFirst()) }
          _ = editor.take(.right)
        case 8:
          _ = before.popLast()
          _ = editor.take(.character("\u{7F}"))
        case 9:
          if !after.isEmpty { after.removeFirst() }
          _ = editor.take(.delete)
        case 10:
          (before, after) = ("", before + after)
          _ = editor.take(.home)
        case 11:
          (before, after) = (before + after, "")
          _ = editor.take(.end)
        case 12:
          for isWord in [false, true] {
            while let last = before.last, Self.isWord(last) == isWord {
              after = String(before.removeLast()) + after
            }
          }
          _ = editor.take(.named(.left, .control))
        default:
          for isWord in [false, true] {
            while let next = after.first, Self.isWord(next) == isWord {
              before.append(after.removeFirst())
            }
          }
          _ = editor.take(.named(.right, .alt))
        }
        #expect(editor.marked == before + "|" + after, "step \(step), seed \(seed)")
      }
    }
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character == "_"
  }
}
