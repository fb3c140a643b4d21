package import Commands
package import TableModel

/// What the program starts with.
extension Interpreter {
  /// Opens a file before the first command.
  package func open(path: String, options: OpenOptions, shape: Shape?) -> Verdict {
    do {
      let output = try watched("open") { () throws(CommandError) in
        try session.open(path: path, options: options, shape: shape)
      }
      tellNotices(of: output)
      if mode.isInteractive { console.result(output.lines, isMessage: output.isMessage) }
      logOpening(path, options, shape, output)
      return .carryOn
    } catch {
      report(Diagnostic(error, in: SourceLine(text: ""), isTyped: true))
      return .failed(ExitStatus.dataNotOpened)
    }
  }

  /// Runs the lines of a start-up file: what is wrong there is a warning.
  package func runStartUp(_ reader: ScriptReader) {
    while case .line(let line) = reader.next(prompt: "") {
      for statement in Statement.statements(in: line.text) {
        do {
          let result = try session.run(statement)
          log(statement.text(from: 0).text, result)
        } catch {
          var diagnostic = Diagnostic(error, in: line, isTyped: false)
          diagnostic.severity = .warning
          report(diagnostic)
        }
      }
    }
  }
}
