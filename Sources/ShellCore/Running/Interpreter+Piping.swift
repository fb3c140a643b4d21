import CommandLanguage
import Commands
import Documents
import Files
import Workspaces

/// `| COMMAND`: results that go to a command of the system's shell.
extension Interpreter {
  /// Runs something and hands what it prints, plain as to any pipe, to the command.
  ///
  /// What fails is not handed on. What the command prints goes where results go.
  func hand(to pipe: ShellPipe, of line: SourceLine, _ work: () -> Verdict) -> Verdict {
    do {
      try pipe.check(in: session)
    } catch {
      return fail(error, line)
    }
    let (divert, file, wasHandingOn) = (console.divert, resultFile, isHandingOn)
    var text = ""
    console.divert = { text += $0 }
    isHandingOn = true
    session.environment.printsToTerminal = false
    let verdict = work()
    isHandingOn = wasHandingOn
    // A command that changes where results go means those that follow.
    if resultFile === file { console.divert = divert }
    session.environment.printsToTerminal = printsToTerminal && resultFile == nil
    guard verdict == .carryOn, !shouldStop() else { return verdict }
    console.flush()
    if let failure = resultFile?.flush() {
      return fail(CommandError(.file(path: resultFile?.name ?? "", reason: failure)), line)
    }
    var command = PipedCommand(pipe.command)
    command.output = resultFile?.descriptor ?? 1
    guard let words = Self.words(for: command.run(reading: text)) else { return .carryOn }
    return fail(CommandError(.shell(command: pipe.command, ending: words), at: pipe.range), line)
  }

  /// What is said of how a command has ended; nil where that was well.
  private static func words(for ending: PipedCommand.Ending) -> String? {
    switch ending {
    case .exited(0): nil
    case .exited(let status): "ended with status \(status)"
    case .signal(let number): "was ended by signal \(number)"
    case .notStarted(let code): "could not be started: \(SystemMessage.text(code))"
    }
  }
}
