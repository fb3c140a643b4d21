import Commands
import Foundation
import TestSeeds
import Testing

@testable import ShellCore

/// Nothing that was changed in a file of one's own is left behind without a word.
@Suite struct LeavingTests {
  /// Lines as they are typed; nil is Ctrl-D. Notes the prompts.
  private final class Typed: LineReader {
    private var lines: ArraySlice<String?>
    private(set) var prompts: [String] = []

    init(_ lines: [String?]) { self.lines = lines[...] }

    func next(prompt: String) -> LineEvent {
      prompts.append(prompt)
      guard let line = lines.popFirst() else { return .terminalGone }
      return line.map { .line(SourceLine(text: $0)) } ?? .endOfInput
    }

    func dropPending() {}

    var left: Int { lines.count }
  }

  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = folder.path + "/own.json"
    try #"[{"n": 1}, {"n": 2}]"#.write(toFile: file, atomically: true, encoding: .utf8)
  }

  /// Types lines at a prompt.
  private func type(_ lines: [String?]) -> (reader: Typed, shell: Collected) {
    let shell = Collected { $0.isInteractive = true }
    let reader = Typed(lines)
    _ = shell.interpreter.run(reader)
    return (reader, shell)
  }

  @Test(arguments: [["quit", "quit"], [nil, nil], ["quit", nil], [nil, "quit"]])
  func itTakesBeingAskedTwice(_ ways: [String?]) {
    let (reader, shell) = type(["open \(file)", "update 0.0 n=5"] + ways + ["echo never"])
    #expect(reader.left == 1)
    #expect(shell.messages.contains("'own.json' has unsaved changes: 'save FILE' keeps them"))
    #expect(reader.prompts == ["shelf> ", "shelf> ", "shelf*> ", "shelf*> "])
  }

  /// Otherwise no word would end it either: what is typed does nothing once nothing can be printed.
  @Test func aPromptThatCanNotPrintEnds() {
    let shell = Collected { $0.isInteractive = true }
    shell.interpreter.isMute = { shell.results.contains("one") }
    let reader = Typed(["echo one", "echo two"])
    #expect(shell.interpreter.run(reader) == 0)
    #expect(reader.left == 1)
  }

  @Test func whatTheLastLineLeadsToIsSaid() {
    let shell = Collected { $0.isInteractive = true }
    var warnings = [nil, "the history is not written"].makeIterator()
    shell.interpreter.takeWarning = { warnings.next() ?? nil }
    _ = shell.interpreter.run(Typed(["quit"]))
    #expect(shell.messages.contains("the history is not written"))
  }

  /// What follows on the line was meant for after leaving, or for never.
  @Test func aRefusedQuitEndsTheLine() {
    let (_, shell) = type(["open \(file)", "update 0.0 n=5", "quit; echo never"])
    #expect(!shell.results.contains("never"))
  }

  @Test func onlyTheNextLineIsAnAnswer() {
    let (reader, shell) = type(
      ["open \(file)", "update 0.0 n=5", "quit", "echo still here", "quit", "quit", "echo never"])
    #expect(reader.left == 1)
    #expect(shell.results.contains("still here"))
  }

  @Test(arguments: [["quit", "", "quit"], ["quit", "  ", " ", nil], [nil, "", "quit"]])
  func anEmptyLineIsNoAnswer(_ ways: [String?]) {
    let (reader, shell) = type(["open \(file)", "update 0.0 n=5"] + ways + ["echo never"])
    #expect(reader.left == 1)
    #expect(shell.messages.components(separatedBy: "unsaved changes").count == 2)
  }

  /// Programs read lines of JSON from both streams.
  @Test func machinesAreToldInJSON() throws {
    let shell = Collected { $0.json = true }
    #expect(shell.run("open \(file)\nupdate 0.0 n=5\nfilter nosuch == 1\n") == 0)
    shell.interpreter.noteUnsavedChanges()
    let notes = try shell.messages.split(separator: "\n").map { line in
      try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
    }
    #expect(notes.count == 2)
    #expect(notes.allSatisfy { $0["schema"] == "shelf.note.1" && $0["kind"] == "note" })
    #expect(
      notes.last?["message"]
        == "changes to 'own.json' were not saved; 'save FILE' does that")
  }

  @Test(arguments: [
    ["open FILE", "quit"], ["open FILE", "update 0.0 n=5", "quit --force"],
    ["open FILE", "update 0.0 n=5", "save FILE --force", "quit"],
    ["open FILE", "update 0.0 n=5", "undo", "quit"],
    ["open Datasets/rows.json", "delete 0.0", "quit"],
    ["open generated:rows=5", "delete 0.0", "quit"], ["scenario cell-files", "quit"],
  ])
  func nothingIsAskedWhereNothingIsLost(_ lines: [String]) {
    let (reader, shell) = type(
      lines.map { $0.replacingOccurrences(of: "FILE", with: file) } + ["echo never"])
    #expect(reader.left == 1)
    #expect(!shell.messages.contains("unsaved"))
  }

  @Test func scriptsAreNotAskedButTold() {
    let shell = Collected()
    #expect(shell.run("open \(file)\nupdate 0.0 n=5\nquit\n") == 0)
    shell.interpreter.noteUnsavedChanges()
    #expect(shell.messages.contains("changes to 'own.json' were not saved"))
    let bundled = Collected()
    #expect(bundled.run("open Datasets/rows.json\ndelete 0.0\n") == 0)
    bundled.interpreter.noteUnsavedChanges()
    #expect(bundled.messages.isEmpty)
  }
}
