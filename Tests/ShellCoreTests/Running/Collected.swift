import CommandLanguage
import Commands
import TableModel
import TestSeeds
import Workspaces

@testable import ShellCore

/// An interpreter whose output is collected.
final class Collected {
  var results = ""
  var messages = ""
  let interpreter: Interpreter

  /// - Parameter isTerminal: whether results go to a terminal.
  init(isTerminal: Bool = false, _ configure: (inout Interpreter.Mode) -> Void = { _ in }) {
    var mode = Interpreter.Mode()
    configure(&mode)
    var write: (String) -> Void = { _ in }
    var warn: (String) -> Void = { _ in }
    let console = Console(writeResult: { write($0) }, writeMessage: { warn($0) })
    var session = Workspace(environment: .sharing)
    session.environment.printsToTerminal = isTerminal
    interpreter = Interpreter(session: session, console: console, mode: mode)
    write = { [unowned self] in results += $0 }
    warn = { [unowned self] in messages += $0 }
  }

  func run(_ script: String, file: String? = "t.shelf") -> Int32 {
    interpreter.run(ScriptReader(text: script, file: file))
  }
}
