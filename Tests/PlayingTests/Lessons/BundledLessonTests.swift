import CommandLanguage
import Commands
import Foundation
import Rendering
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Playing

/// The lessons that come with the program keep what they promise.
@Suite struct BundledLessonTests {
  static let names = BundledLessons.names

  private func lesson(_ name: String) throws -> Lesson { try LessonLibrary.lesson(named: name) }

  @Test func listAndFolderAgree() throws {
    let folder = Repository.path("Documentation/Lessons")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(files) == Set(Self.names.map { $0 + BundledLessons.suffix }))
    #expect(Set(Self.names).count == Self.names.count)
  }

  @Test(arguments: names)
  func isComplete(_ name: String) throws {
    let lesson = try lesson(name)
    #expect(lesson.title != name && !lesson.title.isEmpty)
    let size = try #require(lesson.page.frontMatter.size)
    #expect(size.width <= 76 && size.height <= 12, "it fits small terminals")
    #expect(lesson.page.frontMatter.tags.contains("lesson"))
    #expect(lesson.page.frontMatter.lesson == (Self.names.firstIndex(of: name) ?? -1) + 1)
    #expect(lesson.steps.contains { $0.kind == .task })
    #expect(lesson.steps.last?.kind == .end)
    for block in lesson.page.blocks {
      #expect(block.kind != .keys)
      #expect(
        block.kind != .session || block.attributes.role != .quiz || block.question.hasSuffix("?"))
      for step in block.steps {
        guard case .command = step.input else {
          Issue.record("\(name):\(step.line) is no command")
          continue
        }
      }
    }
    for step in lesson.steps where step.kind == .task || step.kind == .quiz {
      #expect(!step.hints.isEmpty, "\(name): a step without hints")
      #expect(step.hints.allSatisfy { !$0.isEmpty }, "\(name): an empty hint")
      guard step.kind == .task else { continue }
      #expect(!step.prose.isEmpty, "\(name): a task that says nothing")
      #expect(
        step.notYet?.isEmpty == false, "\(name): a task with nothing to say to who is not done")
      #expect(
        lesson.page.blocks[step.block].attributes.check ?? .state != .state,
        "\(name): a task that does not say what matters")
    }
  }

  /// Each lesson ends with what people believe and what is so; tours have nothing to put right.
  @Test(arguments: names.prefix(28))
  func endsWithTheErrorThatItCures(_ name: String) throws {
    let last = try lesson(name).steps.last?.prose.split(separator: "").last?.joined(separator: " ")
    #expect(last?.hasPrefix("Often believed, and not so: \"") == true, "\(last ?? "")")
  }

  /// The way through a lesson that its author went.
  @Test(arguments: testCases(names, oneIn: 4))
  func solutionsReachTheirGoals(_ name: String) throws {
    let shell = LessonShell()
    shell.run("lesson start \(name)")
    while let running = shell.running, !running.isAtEnd {
      let place = "\(name), step \(running.index + 1)"
      switch running.step.kind {
      case .task:
        let missing = try #require(running.goal).problems(
          shell.session, lastOutput: "", hasPassed: false)
        #expect(!missing.isEmpty, "\(place) is done before it begins")
        for command in shell.solution {
          #expect(shell.running?.isSolved == false, "\(place) is done before '\(command)'")
          shell.run(command)
        }
        #expect(shell.running?.isSolved == true, "\(place): \(shell.run("lesson check"))")
        #expect(shell.running?.commands == running.goal?.par, "\(place): another par")
      case .quiz:
        let choices = try #require(running.block).choices
        #expect(choices.allSatisfy { !$0.reasons.isEmpty }, "\(place): an answer without a reason")
        let right = choices.indices.filter { choices[$0].isRight }.map(RunningLesson.letter)
        shell.run("lesson check " + right.joined(separator: " "))
        #expect(shell.running?.isSolved == true, "\(place)")
      case .demo, .end: break
      }
      shell.run("lesson next")
      try #require(shell.running?.index == running.index + 1, "\(place) does not end")
    }
    #expect(shell.running?.isAtEnd == true)
    #expect(shell.messages.isEmpty, "\(shell.messages)")
  }

  /// What a demonstration prints is what the page says, also when it is replayed.
  @Test(arguments: names)
  func demonstrationsPrintWhatThePageSays(_ name: String) throws {
    let lesson = try lesson(name)
    let stage = LessonStage(lesson.page)
    for block in lesson.page.blocks {
      for (played, step) in zip(stage.play(block), block.steps) {
        let alignment = OutputAlignment(
          expected: step.expected, printed: PrintedOutput(played.output))
        #expect(alignment.matches, "\(name):\(step.line)")
        #expect(played.hasFailed == (step.status != nil), "\(name):\(step.line)")
      }
    }
  }

  @Test(arguments: names)
  func linesFitTheScreen(_ name: String) throws {
    for step in try lesson(name).steps {
      let hints = step.hints.map(LessonText.line)
      for line in LessonText.lines(step.prose) {
        #expect(line.width <= 80, "\(name): \(line.text)")
      }
      for hint in hints { #expect(hint.width <= 110, "\(name): \(hint.text)") }
    }
  }

  /// Spans of code that are no commands.
  private static let other: Set<String> = [
    "kind", "else", "if", "if done { cell.accessory = checkmark }", "--only-data", "cell = nil",
    "0.1", "desc", "{\"title\": \"Last\"}", "if cell == nil { cell = ... }", "lines", "quantity",
    "cost-blend", "level", "latency_ms", "Documentation/Questions", "FILE", "policy ketable",
    "apply noon.json --id id", "apply evening.json --id title", "shelf test", "Examples",
    "Documentation/Testing.shelf.md", "records",
  ]

  @Test(arguments: names)
  func everyCommandInTheTextIsKnown(_ name: String) throws {
    var session = Workspace()
    _ = try session.run(line: "open catalog.json")
    for step in try lesson(name).steps {
      let texts = step.prose + step.hints
      for text in texts {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        #expect(parts.count % 2 == 1, "\(name): an open back-quote in: \(text)")
        for (index, part) in parts.enumerated() where index % 2 == 1 {
          let span = String(part)
          if Self.other.contains(span) || span.contains("FILE") { continue }
          for statement in Statement.statements(in: span) {
            // A name alone speaks of the command.
            if session.commands[span] != nil || span == "reload rows" { continue }
            #expect(throws: Never.self, "\(name): \(span)") { try session.check(statement) }
          }
        }
      }
    }
  }
}
