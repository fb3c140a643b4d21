import Commands
import Foundation
import ShellCore
import TableModel
import TestSeeds
import Workspaces

@testable import Playing

/// A shell in which lessons are played, whose output is collected.
final class LessonShell {
  private final class Collected {
    var text = ""
    var messages = ""
  }

  let interpreter: Interpreter
  let lessons = LessonPlayer()
  private let collected = Collected()

  init(
    progress: LessonProgressFile? = nil, _ configure: (inout Interpreter.Mode) -> Void = { _ in }
  ) {
    var mode = Interpreter.Mode()
    mode.isTyped = true
    configure(&mode)
    let collected = collected
    let console = Console(
      writeResult: { collected.text += $0 }, writeMessage: { collected.messages += $0 })
    interpreter = Interpreter(session: Workspace(), console: console, mode: mode)
    interpreter.parts = [Recorder(of: interpreter), lessons]
    lessons.progress = progress
  }

  var session: Workspace { interpreter.session }
  var running: RunningLesson? { lessons.lesson }
  var messages: String { collected.messages }

  /// Runs lines; what they print comes back, results and messages.
  @discardableResult
  func run(_ lines: String...) -> String {
    collected.text = ""
    collected.messages = ""
    for line in lines { _ = interpreter.run(SourceLine(text: line)) }
    return collected.text + collected.messages
  }

  /// Starts a lesson at a step, as somebody finds it who had left it there.
  func go(to step: Int, of name: String) {
    let before = lessons.progress
    defer { lessons.progress = before }
    let count = (try? LessonLibrary.lesson(named: name).count) ?? 1
    guard let folder = try? TemporaryFolder() else { return }
    let file = LessonProgressFile(path: folder.path + "/lessons.json")
    var entry = LessonProgress.Entry()
    entry.step = min(step, count - 1)
    _ = try? file.save(entry, of: name)
    lessons.progress = file
    run("lesson start \(name)")
    if step >= count { run("lesson skip") }
  }

  /// The same up to a task, counted from 1.
  func go(toTask task: Int, of name: String) {
    let steps = (try? LessonLibrary.lesson(named: name).steps) ?? []
    go(
      to: steps.indices.filter { steps[$0].kind == .task }.dropFirst(task - 1).first ?? 0, of: name)
  }

  /// The commands of the step that is played.
  var solution: [String] {
    (running?.block?.steps ?? []).compactMap { step in
      if case .command(let text) = step.input { text } else { nil }
    }
  }
}
