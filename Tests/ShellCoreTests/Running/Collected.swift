import Commands

@testable import ShellCore

/// An interpreter whose output is collected.
final class Collected {
  var results = ""
  var messages = ""
  let interpreter: Interpreter

  init(_ configure: (inout Interpreter.Mode) -> Void = { _ in }) {
    var mode = Interpreter.Mode()
    configure(&mode)
    var write: (String) -> Void = { _ in }
    var warn: (String) -> Void = { _ in }
    let console = Console(writeResult: { write($0) }, writeMessage: { warn($0) })
    interpreter = Interpreter(session: Session(), console: console, mode: mode)
    write = { [unowned self] in results += $0 }
    warn = { [unowned self] in messages += $0 }
  }

  func run(_ script: String, file: String? = "t.shelf") -> Int32 {
    interpreter.run(ScriptReader(text: script, file: file))
  }
}
