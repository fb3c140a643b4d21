import CommandLanguage
import Rendering
import ShellCore
import Workspaces

extension LessonPlayer {
  /// Types everything again that was shown, at the speed of somebody who types; Ctrl-C ends it.
  func replay(_ running: RunningLesson, speed: Int, _ shell: Interpreter) {
    let waits = shell.mode.isInteractive ? pause : nil
    func isStopped() -> Bool { shell.shouldStop() || shell.session.environment.isInterrupted() }
    for played in running.replay() {
      if isStopped() { return }
      if shell.mode.json {
        print(Self.lines(of: played), shell)
        continue
      }
      for line in RunningLesson.typed(played.input) {
        for character in line {
          shell.console.result(text: String(character))
          shell.console.flush()
          if isStopped() { return }
          waits?(Self.keyPause / speed)
        }
        shell.console.result(text: "\n")
      }
      print(PrintedOutput(played.output).lines.map { StyledLine($0) }, shell)
      shell.console.flush()
      waits?(Self.readingPause / speed)
    }
  }

  /// Milliseconds between two keys of somebody who types.
  private static let keyPause = 40
  /// Milliseconds for reading what a command printed.
  private static let readingPause = 1500
}
