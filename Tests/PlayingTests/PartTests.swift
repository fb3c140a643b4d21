import Commands
import Foundation
import ShellCore
import TestSeeds
import Testing

@testable import Playing

/// Lessons and recording as parts of a shell.
@Suite struct PartTests {
  /// With `--json` a command has one object for an answer, or its error.
  @Test(arguments: [
    ("history --transcript", "error"), ("record /nonexistent/page.shelf.md", "error"),
    ("record", "message"),
    ("lesson list; lesson start cells; lesson next; lesson hint", "lesson lesson lesson lesson"),
    ("lesson start cells; lesson replay; lesson quit", "lesson lesson lesson"),
    ("lesson next", "error"), ("lesson start nosuch", "error"),
  ])
  func aCommandHasOneAnswerForMachines(_ line: String, _ schemas: String) throws {
    let shell = LessonShell { $0.json = true }
    let found = try shell.run(line).split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let schema = try #require(object?["schema"] as? String)
      return String(schema.split(separator: ".").dropFirst().first ?? "")
    }
    #expect(found.joined(separator: " ") == schemas)
  }

  @Test func praiseStandsBesideTheAnswer() throws {
    let shell = LessonShell { $0.json = true }
    shell.go(to: 1, of: "cells")
    let output = shell.run("bottom")
    #expect(output.split(separator: "\n").count == 2)
    #expect(shell.messages.hasPrefix(#"{"schema": "shelf.note.1", "kind": "note", "message": "#))
  }

  @Test func aTableThatWaitsBehindALessonIsAskedAbout() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("own.json", #"[{"n": 1}, {"n": 2}]"#)
    let shell = LessonShell { $0.isInteractive = true }
    let begun = shell.run("open \(file)", "update 0.0 n=5", "lesson start reuse")
    #expect(begun.contains("'own.json' waits with its unsaved changes"))
    #expect(shell.run("quit").contains("'own.json' has unsaved changes"))
    #expect(!shell.interpreter.hasQuit)
    shell.run("quit")
    #expect(shell.interpreter.hasQuit)
  }
}
