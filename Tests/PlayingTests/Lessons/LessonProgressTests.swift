import Commands
import Foundation
import TestSeeds
import Testing
import Workspaces

@testable import Playing

@Suite struct LessonProgressTests {
  private func entry(_ step: Int) -> LessonProgress.Entry {
    var entry = LessonProgress.Entry()
    entry.step = step
    return entry
  }

  @Test func aLessonGoesOnWhereItWasLeft() throws {
    let folder = try TemporaryFolder()
    let file = LessonProgressFile(path: folder.path + "/state/lessons.json")
    let first = LessonShell(progress: file)
    first.run("lesson start cells", "lesson next", "bottom", "lesson next")
    let second = LessonShell(progress: file)
    #expect(second.run("lesson list").contains("screenful of cells · at step 3"))
    #expect(second.run("lesson start cells").contains("step 3 of 5"))
    #expect(second.session.digest() == first.session.digest())
    #expect(second.run("lesson start cells --again").contains("step 1 of 5"))
    second.run("lesson skip", "lesson skip", "lesson skip", "lesson skip", "lesson skip")
    #expect(second.run("lesson list").contains("screenful of cells · done"))
    #expect(second.run("lesson start cells").contains("step 1 of 5"))
  }

  @Test func theBestScoreStays() throws {
    let folder = try TemporaryFolder()
    let file = LessonProgressFile(path: folder.path + "/lessons.json")
    let shell = LessonShell(progress: file)
    shell.run("lesson start cells", "lesson next", "down", "bottom")
    #expect(try file.load().lessons["cells"]?.commands == ["1": 2])
    shell.run("lesson reset", "bottom")
    #expect(try file.load().lessons["cells"]?.commands == ["1": 1])
    shell.run("lesson reset", "down", "bottom")
    #expect(try file.load().lessons["cells"]?.commands == ["1": 1])
  }

  @Test func onlyTheOwnerReadsTheFile() throws {
    let folder = try TemporaryFolder()
    let file = LessonProgressFile(path: folder.path + "/a/b/lessons.json")
    let remark = try file.save(entry(1), of: "cells")
    #expect(remark == nil)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func lessonsOfOtherShellsAreKept() throws {
    let folder = try TemporaryFolder()
    let file = LessonProgressFile(path: folder.path + "/lessons.json")
    _ = try file.save(entry(1), of: "cells")
    _ = try file.save(entry(2), of: "reuse")
    #expect(try file.load().lessons.mapValues(\.step) == ["cells": 1, "reuse": 2])
  }

  @Test func shellsThatSaveAtOnceLoseNothing() async throws {
    let folder = try TemporaryFolder()
    let file = LessonProgressFile(path: folder.path + "/lessons.json")
    await withTaskGroup(of: Void.self) { group in
      for shell in 0..<6 {
        let entry = entry(shell)
        group.addTask {
          for lesson in 0..<8 { _ = try? file.save(entry, of: "\(shell)-\(lesson)") }
        }
      }
    }
    #expect(try file.load().lessons.count == 48)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["lessons.json"])
  }

  @Test func anEmptyFileIsAsGoodAsNone() throws {
    let folder = try TemporaryFolder()
    let file = LessonProgressFile(path: try folder.write("lessons.json", ""))
    #expect(try file.load() == LessonProgress())
    #expect(try file.save(entry(1), of: "cells") == nil)
  }

  @Test(arguments: [
    " ", "{", "[]", "{\"version\": 1}", "{\"version\": \"x\"}", "\u{0}\u{1}",
    "{\"lessons\": {}}", "{\"version\": 1, \"lessons\": {\"cells\": 7}}",
  ])
  func aDamagedFileIsKept(_ text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("lessons.json", text)
    let shell = LessonShell(progress: LessonProgressFile(path: path))
    #expect(shell.run("lesson list").contains("warning: '\(path)' is damaged"))
    #expect(try folder.read("lessons.json") == text)
    let output = shell.run("lesson start cells")
    #expect(output.contains("step 1 of 5"))
    #expect(output.contains("it is now in '\(path).damaged'"))
    #expect(try folder.read("lessons.json.damaged") == text)
    #expect(!shell.run("lesson next").contains("warning"))
    try folder.write("lessons.json", "again")
    shell.run("lesson skip")
    #expect(try folder.read("lessons.json.damaged") == text)
    #expect(try folder.read("lessons.json.damaged-2") == "again")
  }

  @Test func aFileOfANewerProgramIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    let text = "{\"version\": 2, \"lessons\": [\"new\"]}"
    let path = try folder.write("lessons.json", text)
    let shell = LessonShell(progress: LessonProgressFile(path: path))
    #expect(shell.run("lesson start cells").contains("by a newer program (version 2)"))
    shell.run("lesson next")
    #expect(try folder.read("lessons.json") == text)
  }

  @Test(arguments: [-5, 99, .max, .min])
  func aStepThatIsNotThereIsNoProblem(_ step: Int) throws {
    let folder = try TemporaryFolder()
    let file = LessonProgressFile(path: folder.path + "/lessons.json")
    var wild = entry(step)
    wild.commands = ["1": step, "2": .max, "x": 1]
    _ = try file.save(wild, of: "cells")
    let shell = LessonShell(progress: file)
    shell.run("lesson list")
    #expect(shell.run("lesson start cells").contains("step 1 of 5"))
  }

  @Test func aFileThatCannotBeWrittenIsAWarning() throws {
    let folder = try TemporaryFolder()
    try folder.write("file", "")
    let shell = LessonShell(progress: LessonProgressFile(path: folder.path + "/file/lessons.json"))
    let output = shell.run("lesson start cells")
    #expect(output.contains("step 1 of 5"))
    #expect(output.contains("warning: cannot keep the progress of lessons"))
  }

  @Test(
    arguments: [
      (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/shelf/lessons.json"),
      (["XDG_STATE_HOME": "s", "HOME": "/h"], "/h/.local/state/shelf/lessons.json"),
      (["HOME": "h"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func standardPlace(_ environment: [String: String], _ expected: String?) {
    #expect(LessonProgressFile.standard(environment: environment)?.path == expected)
  }
}
