package import Commands
package import Rendering
package import TableEngine
package import TableModel

/// What the program starts with.
extension Interpreter {
  /// Opens a file before the first command.
  package func open(path: String, options: OpenOptions, shape: Shape?) -> Verdict {
    marked { begin(with: path, options, shape) }
  }

  private func begin(with path: String, _ options: OpenOptions, _ shape: Shape?) -> Verdict {
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

  /// Runs the lines of a start-up file: what is wrong there is a warning. It prints nothing, and a
  /// command that only a shell carries out (`quit`, `source`, `record`, `output`...) is not followed.
  package func runStartUp(_ reader: ScriptReader) {
    while true {
      switch reader.next(prompt: "") {
      case .line(let line):
        for statement in Statement.statements(in: line.text) { runStartUp(statement, of: line) }
      case .failure(let error): warn(Diagnostic(error))
      case .interrupted, .endOfInput, .terminalGone: return
      }
    }
  }

  private func runStartUp(_ statement: Statement, of line: SourceLine) {
    marked { carryOutAtStart(statement, of: line) }
  }

  private func carryOutAtStart(_ statement: Statement, of line: SourceLine) {
    do throws(CommandError) {
      let result = try session.run(statement)
      guard case .carryOn = result.output.next else {
        throw CommandError(
          .impossible("'\(result.command)' does nothing in a file of start-up commands", hint: nil))
      }
      log(statement.text(from: 0).text, result)
    } catch {
      warn(Diagnostic(error, in: line, isTyped: false))
    }
  }

  private func warn(_ diagnostic: Diagnostic) {
    var warning = diagnostic
    warning.severity = .warning
    report(warning)
  }

  /// Sets what the program's options say, whatever files of start-up commands have set.
  package func insist(size: Size?, charset: Charset?) {
    var lines: [String] = []
    if let charset, charset != session.preferences.charset {
      lines.append("set charset \(charset.rawValue)")
    }
    // A device with other points than characters has a viewport of its own.
    if let size, size != session.preferences.viewport, session.preferences.device == .terminal {
      lines.append("set viewport \(size.width)x\(size.height)")
    }
    for line in lines { runStartUp(ScriptReader(text: line)) }
  }
}
