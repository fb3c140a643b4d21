package import CommandLanguage
import Commands
import Rendering
package import ShellCore
import TableEngine
import TableModel
import Workspaces

/// The browser is a part of the interpreter, which hands it the request to open.
extension Browser: InterpreterPart {
  /// What the interpreter did before, to go back to.
  struct Outside {
    let window: (() -> Size)?
    let progress: ProgressLine?
  }

  /// The least window in which something can be seen.
  static let leastSize = (columns: 20, lines: 8)

  package func carryOut(_ next: Output.Next, of line: SourceLine, in shell: Interpreter)
    -> Interpreter.Verdict?
  {
    guard next == .browse else { return nil }
    return shell.attempt(line) { () throws(CommandError) in
      let size = terminal.size
      guard size.columns >= Self.leastSize.columns, size.lines >= Self.leastSize.lines else {
        throw CommandError(
          .impossible(
            "the window is too small: \(size.columns) columns and \(size.lines) lines",
            hint: "it takes \(Self.leastSize.columns) columns and \(Self.leastSize.lines) lines"))
      }
      open()
    }
  }

  package func note(_ event: Interpreter.Event, in shell: Interpreter) {
    guard isOpen else { return }
    switch event {
    case .begins: said = []
    case .carriedOut: if runsKey { said = [] }
    case .ended(.quit): close()
    case .opened, .ranUnasked, .ended: break
    }
  }

  /// Takes the screen.
  package func open() {
    if isOpen { return }
    isOpen = true
    outside = Outside(window: shell.window, progress: shell.progress)
    shell.isBrowsing = true
    shell.window = { [unowned self] in window }
    shell.console.screen = { [unowned self] in take($0) }
    shell.progress = outside?.progress == nil ? nil : progressAtFoot
    terminal.enter()
    writer.forget()
    say("F1 shows the keys, ':' takes commands, 'q' returns to the prompt", TextStyle(.secondary))
  }

  /// Gives the screen back; the table stays as it is.
  func close() {
    guard isOpen, let outside else { return }
    isOpen = false
    (line, text, rangeStart) = (nil, nil, nil)
    keys.forget()
    terminal.leave()
    shell.console.screen = nil
    (shell.window, shell.progress) = (outside.window, outside.progress)
    shell.isBrowsing = false
  }

  /// Keeps what would be printed.
  private func take(_ printed: Console.Printed) {
    switch printed {
    case .result(let lines), .message(let lines): said += lines
    }
  }

  /// How far a long command has come, in the last line; Escape cancels it.
  private var progressAtFoot: ProgressLine {
    let (columns, lines) = terminal.size
    let terminal = UncheckedTerminal(terminal)
    return ProgressLine(
      shell.session.environment.meter, width: { columns },
      write: { text in
        terminal.value.write(Array("\u{1B}[\(lines)H\(text)".utf8))
        if terminal.value.takesEscape() { SignalState.requestInterrupt() }
      })
  }
}

/// Only one of two threads uses the terminal at a time: the one that draws progress while the other
/// one works.
private final class UncheckedTerminal: @unchecked Sendable {
  let value: any BrowserTerminal
  init(_ value: any BrowserTerminal) { self.value = value }
}
