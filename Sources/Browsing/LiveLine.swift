import CommandLanguage
import Rendering
import ShellCore
import TableModel
import Workspaces

/// What the line that is typed would do, shown while it is typed.
///
/// Each key tries the command again, and the viewport shows the result.
/// The next key breaks the trial off where it is not done yet, so that nothing ever waits for it, and
/// takes it back in any case. Enter runs the command for good, Escape leaves everything as it was.
struct LiveLine {
  /// What is shown now, to be taken back.
  private var trial: Trial?
  /// The command that was tried last.
  private var tried: String?
  /// What came of it, for the foot of the screen.
  private(set) var words: StyledLine?
  /// Where the line can't be read, in bytes of the command.
  private(set) var fault: Range<Int>?

  /// Takes back what is shown.
  mutating func takeBack(in shell: Interpreter) {
    trial?.takeBack(in: &shell.session)
    self = LiveLine()
  }

  /// Tries a command, unless that was done already.
  ///
  /// - Parameters:
  ///   - command: nil for an empty line, with which all is as it was.
  ///   - isDisturbed: true as soon as there is something else to do; asked by several threads.
  mutating func show(
    _ command: String?, in shell: Interpreter, isDisturbed: @escaping @Sendable () -> Bool
  ) {
    guard command != tried else { return }
    takeBack(in: shell)
    let statements = command.map(Statement.statements) ?? []
    guard let command, let first = statements.first else {
      tried = command
      return
    }
    let trial = Trial(in: &shell.session)
    let isInterrupted = shell.session.environment.isInterrupted
    shell.session.environment.isInterrupted = { isInterrupted() || isDisturbed() }
    let start = ContinuousClock.now
    do {
      var result = try shell.tryOut(first)
      for other in statements.dropFirst() { result = try shell.tryOut(other) }
      shell.session.environment.isInterrupted = isInterrupted
      self.trial = trial
      let time = Self.milliseconds(ContinuousClock.now - start)
      words = (result.output.lines.first ?? StyledLine()).with(
        "\(Mark.dot)\(time)", TextStyle(.secondary))
    } catch {
      trial.takeBack(in: &shell.session)
      shell.session.environment.isInterrupted = isInterrupted
      // What was broken off is tried again when nothing is typed for a moment.
      if isDisturbed() { return }
      words = StyledLine(DisplaySafe.line(error.description), TextStyle(.warning))
      fault = error.range.map { command.bytes(of: $0) }
    }
    tried = command
  }

  private static func milliseconds(_ duration: Duration) -> String {
    let milliseconds = duration / .milliseconds(1)
    return milliseconds < 10
      ? "\((milliseconds * 10).rounded() / 10) ms" : "\(Int(milliseconds)) ms"
  }
}

extension StyledLine {
  fileprivate func with(_ text: String, _ style: TextStyle) -> StyledLine {
    var line = self
    line.append(text, style)
    return line
  }
}

extension String {
  /// A range of characters in bytes of UTF-8.
  fileprivate func bytes(of characters: Range<Int>) -> Range<Int> {
    let start = prefix(characters.lowerBound).utf8.count
    return start..<max(start, prefix(characters.upperBound).utf8.count)
  }
}
