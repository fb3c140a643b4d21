import CommandLanguage
import Commands
import Foundation
import ShellCore
import TableEngine
import TestSeeds
import Testing
import Workspaces

@testable import Playing

@Suite struct RecordingTests {
  private func interpreter(interactive: Bool, window: Size) -> Interpreter {
    var session = Workspace()
    session.preferences.window = window
    var mode = Interpreter.Mode()
    mode.isInteractive = interactive
    let console = Console(writeResult: { _ in }, writeMessage: { _ in }, colorsResults: true)
    let shell = Interpreter(session: session, console: console, mode: mode)
    shell.parts = [Recorder(of: shell), LessonPlayer()]
    return shell
  }

  private static let commands = [
    "down 2", "right 3 --row Health", "fliter x", "filter Views > 50000", "view", "filter off",
    "status", "history", "echo [..] # x", "select 0.0.2; show 0.0.2", "stats", "view --json",
    "undo", "style value1", "view --layers text,style,id", "device phone", "view", "sort by Title",
  ]

  @Test(arguments: [true, false])
  func recordedSessionsPass(interactive: Bool) throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/deep.shelf.md"
    let shell = interpreter(interactive: interactive, window: Size(width: 100, height: 40))
    shell.runStartUp(ScriptReader(text: "set charset ascii"))
    let opened = shell.open(
      path: Repository.path("Datasets/pulse.plist"), options: OpenOptions(), shape: nil)
    #expect(opened == .carryOn)
    _ = shell.run(SourceLine(text: "down 1"))
    #expect(shell.run(SourceLine(text: "record \(file)")) == .carryOn)
    for command in Self.commands { _ = shell.run(SourceLine(text: command)) }
    shell.resize(window: Size(width: 60, height: 20))
    _ = shell.run(SourceLine(text: "view"))
    #expect(shell.run(SourceLine(text: "record off")) == .carryOn)

    let page = try TranscriptFile.read(file)
    #expect(page.frontMatter.size == Size(width: 100, height: 36))
    #expect(page.frontMatter.isInteractive == interactive)
    #expect(page.blocks.map(\.attributes.role) == [.setup, .demo, .demo, .demo])
    #expect(page.blocks.map(\.attributes.name) == [nil, "before the recording", nil, nil])
    #expect(page.steps.count == 3 + Self.commands.count + 1)
    let result = TranscriptRunner(executable: nil).run(page)
    let report = ReportFormat.pretty.text(of: [result], transcripts: [page], context: 3)
    #expect(result.hasPassed, "\(report)")
  }

  /// What is said when a file opens is said again when the page opens it.
  @Test func notesOnOpeningAreRecorded() throws {
    let folder = try TemporaryFolder()
    let data = try folder.write("twice.json", #"{"a": 1, "a": 2}"#)
    let file = folder.path + "/notes.shelf.md"
    let shell = interpreter(interactive: false, window: Size(width: 80, height: 24))
    #expect(shell.open(path: data, options: OpenOptions(), shape: nil) == .carryOn)
    for command in ["record \(file)", "count", "record off"] {
      #expect(shell.run(SourceLine(text: command)) == .carryOn)
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("note: line 1, column 10"))
    #expect(TranscriptRunner(executable: nil).run(try TranscriptFile.read(file)).hasPassed)
  }

  /// What the program begins with is no command that could be taken back, in the page neither.
  @Test func undoStopsWhereTheProgramBegan() throws {
    let folder = try TemporaryFolder()
    let shell = interpreter(interactive: false, window: Size(width: 80, height: 24))
    shell.runStartUp(ScriptReader(text: "set charset ascii\nset policy android"))
    let data = Repository.path("Datasets/pulse.plist")
    #expect(shell.open(path: data, options: OpenOptions(), shape: nil) == .carryOn)
    let commands = ["undo", "down", "record \(folder.path)/r.shelf.md", "undo", "undo", "redo"]
    let verdicts = commands.map { shell.run(SourceLine(text: $0)) }
    #expect(verdicts == [.failed(1), .carryOn, .carryOn, .carryOn, .failed(1), .carryOn])
    let recorder = try #require(shell.parts.first as? Recorder)
    #expect(recorder.finish(in: shell))
    let page = try TranscriptFile.read(folder.path + "/r.shelf.md")
    let result = TranscriptRunner(executable: nil).run(page)
    #expect(
      result.hasPassed,
      "\(ReportFormat.pretty.text(of: [result], transcripts: [page], context: 3))")
  }

  /// A page ends a command with its line: what came in one piece from elsewhere may not fit.
  @Test func whatNoPageHoldsIsLeftOut() throws {
    let folder = try TemporaryFolder()
    let shell = interpreter(interactive: false, window: Size(width: 80, height: 24))
    let file = folder.path + "/open.shelf.md"
    _ = shell.run(SourceLine(text: "record \(file)"))
    for command in ["echo ```", "echo a\nversion", "echo \"a\n```\nb\"", "echo b"] {
      _ = shell.run(SourceLine(text: command))
    }
    let recorder = try #require(shell.parts.first as? Recorder)
    #expect(recorder.finish(in: shell))
    let page = try TranscriptFile.read(file)
    #expect(page.steps.count == 2)
    #expect(TranscriptRunner(executable: nil).run(page).hasPassed)
  }

  @Test func recordingsThatEndWithTheProgramAreWritten() throws {
    let folder = try TemporaryFolder()
    let shell = interpreter(interactive: false, window: Size(width: 80, height: 24))
    _ = shell.run(SourceLine(text: "record \(folder.path)/a.shelf.md"))
    _ = shell.run(SourceLine(text: "echo a"))
    let recorder = try #require(shell.parts.first as? Recorder)
    #expect(recorder.finish(in: shell))
    #expect(try folder.read("a.shelf.md").contains("shelf> echo a\na\n"))
  }

  @Test func whatCannotBeRecordedIsSaid() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("old.shelf.md", "old")
    let shell = interpreter(interactive: false, window: Size(width: 80, height: 24))
    for command in ["record off", "record \(file)", "record \(folder.path)/none/x.md"] {
      #expect(shell.run(SourceLine(text: command)) == .failed(1), "\(command)")
    }
    #expect(shell.run(SourceLine(text: "record \(file) --force")) == .carryOn)
    #expect(shell.run(SourceLine(text: "record \(folder.path)/second.md")) == .failed(1))
    #expect(shell.run(SourceLine(text: "record off")) == .carryOn)
    #expect(try folder.read("old.shelf.md").hasPrefix("---\nshelf: 1\n"))
  }

  @Test func historyAsATranscriptIsAPage() throws {
    let shell = interpreter(interactive: false, window: Size(width: 80, height: 24))
    _ = shell.run(SourceLine(text: "echo a"))
    let recorder = try #require(shell.parts.first as? Recorder)
    let page = try Pages.parse(try recorder.transcript(of: shell).joined(separator: "\n"))
    #expect(page.steps.map(\.input) == [.command("echo a")])
  }

  @Test(arguments: [
    ("/a/b", "/a/b", nil), ("/a", "/a/b/c", "b/c"), ("/a/b", "/a", ".."),
    ("/a/b", "/a/c", "../c"), ("/", "/x", "x"),
  ])
  func foldersAreNamedFromEachOther(_ from: String, _ to: String, _ expected: String?) {
    #expect(SessionLog.path(from: from, to: to) == expected)
  }
}
