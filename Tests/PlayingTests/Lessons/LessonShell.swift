import Commands
import Foundation
import ShellCore
import TableModel
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

  /// Starts a lesson and goes on to a step, doing what each step before wants.
  func go(to step: Int, of name: String) {
    run("lesson start \(name) --again")
    for _ in 0..<step { run("lesson skip") }
  }

  /// The commands of the step that is played.
  var solution: [String] {
    (running?.block?.steps ?? []).compactMap { step in
      if case .command(let text) = step.input { text } else { nil }
    }
  }
}
