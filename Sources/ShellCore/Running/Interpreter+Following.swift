import Commands
import Rendering
package import TableEngine

/// What only the shell around the table can do.
extension Interpreter {
  func follow(_ next: Output.Next, of line: SourceLine) -> Verdict {
    switch next {
    case .carryOn: return .carryOn
    case .quit(let code, let isForced):
      guard mayLeave(isForced: isForced) else {
        lastErrorCode = "unsaved"
        return .failed(ExitStatus.commandFailed)
      }
      hasQuit = true
      return .quit(code)
    case .clearScreen:
      console.clearScreen()
      return .carryOn
    case .source(let file): return source(file, from: line)
    case .record(let request): return follow(request, of: line)
    case .output(let request): return follow(request, of: line)
    case .timed(let commands): return time(commands, of: line)
    case .lesson(let request): return follow(request, of: line)
    case .history(let request): return follow(request, of: line)
    }
  }

  func fail(_ error: CommandError, _ line: SourceLine) -> Verdict {
    report(error, in: line)
    return .failed(ExitStatus.commandFailed)
  }
}

extension Output.Next {
  /// True where the code that carries it out also prints the command's answer.
  var bringsAnswer: Bool {
    switch self {
    case .carryOn, .quit, .clearScreen: false
    case .source, .history, .record, .lesson, .timed, .output: true
    }
  }
}

// MARK: - Files that change underneath

extension Interpreter {
  /// Says once before the next prompt that a file was written to since it was read, or saved here.
  func tellOfChangedFile() {
    guard mode.isInteractive, let change = session.changedFile, change != toldChange else { return }
    toldChange = change
    tell(change.words)
  }
}

// MARK: - The window

extension Interpreter {
  /// Takes over the size of the terminal; a lesson's table keeps its own.
  func follow(_ window: Size) {
    if lesson == nil { session.resize(window: window) }
    if console.columns != nil { console.columns = window.width }
  }

  /// Gives the table another window, in characters.
  package func resize(window: Size) { session.resize(window: window) }
}
