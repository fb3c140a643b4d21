import Asking
package import CommandLanguage
import Commands
import Foundation
package import Rendering
package import TableEngine
package import TableModel
import Workspaces

/// What the program starts with. None of it can be taken back by `undo`.
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
      session.forgetUndo()
      tellNotices(of: output)
      if mode.isInteractive { console.result(output.lines, isMessage: output.isMessage) }
      note(.opened(path: path, options, shape, output))
      return .carryOn
    } catch {
      report(Diagnostic(error, in: SourceLine(text: ""), isTyped: true))
      return .failed(ExitStatus.dataNotOpened)
    }
  }

  /// Runs the lines of a start-up file: what is wrong there is mostly a warning. It prints nothing, and a
  /// command that only a shell carries out (`quit`, `source`, `record`, `output`...) is not
  /// followed.
  ///
  /// - Parameter isUsers: whether the file is the user's own, which may allow what only a person can.
  /// - Returns: false where there was an error.
  @discardableResult
  package func runStartUp(_ reader: ScriptReader, isUsers: Bool = false) -> Bool {
    defer { session.forgetUndo() }
    var isFine = true
    while true {
      switch reader.next(prompt: "") {
      case .line(let line):
        for statement in Statement.statements(in: line.text) {
          session.environment.isAskedByPerson = isUsers
          isFine = runStartUp(statement, of: line) && isFine
        }
      case .failure(let error): warn(Diagnostic(error))
      case .interrupted, .endOfInput, .terminalGone: return isFine
      }
    }
  }

  private func runStartUp(_ statement: Statement, of line: SourceLine) -> Bool {
    marked { carryOutAtStart(statement, of: line) }
  }

  private func carryOutAtStart(_ statement: Statement, of line: SourceLine) -> Bool {
    do throws(CommandError) {
      let result = try session.run(statement)
      guard case .carryOn = result.output.next else {
        throw CommandError(
          .impossible("'\(result.command)' does nothing in a file of start-up commands", hint: nil))
      }
      note(.ranUnasked(statement.text(from: 0).text, result))
      return true
    } catch {
      let diagnostic = Diagnostic(error, in: line, isTyped: false)
      if error.isGrave { report(diagnostic) } else { warn(diagnostic) }
      return !error.isGrave
    }
  }

  private func warn(_ diagnostic: Diagnostic) {
    var warning = diagnostic
    warning.severity = .warning
    report(warning)
  }

  /// Sets what the program's options say, whatever files of start-up commands have set.
  package func insist(size: Size?, charset: Charset?, columns: Bool = false) {
    var lines: [String] = []
    if columns, !session.preferences.showsColumns { lines.append("set columns on") }
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

/// What is found out about the text of a large file while it is already shown.
extension Interpreter {
  /// Waits until the files that are open have been checked completely, and says what was noticed.
  ///
  /// - Returns: a failure when a mistake was found, which is reported, or when a signal came first.
  package func verify() -> Verdict {
    let isDone = progress?.during("verify", waitForVerification) ?? waitForVerification()
    if !isDone { return .failed(ExitStatus.interrupted) }
    for remark in takeRemarks() { tell(remark) }
    return reportDamage().map { .failed($0) } ?? .carryOn
  }

  /// - Returns: false when a signal came first.
  private func waitForVerification() -> Bool {
    while isVerifying {
      if shouldStop() { return false }
      if let part = activities.lazy.compactMap(\.verifying).first {
        session.environment.meter.tell(part: part)
      }
      usleep(Self.pause)
    }
    return true
  }

  /// In microseconds.
  private static var pause: UInt32 { 1000 }

  /// Reports a mistake that the check of an open file has found so far.
  ///
  /// - Returns: the exit status that says so; nil when no mistake was found.
  package func reportDamage() -> Int32? {
    guard let error = activities.compactMap(\.error).first else { return nil }
    report(Diagnostic(CommandError(.data(error)), in: SourceLine(text: ""), isTyped: true))
    return ExitStatus.dataNotOpened
  }

  private var isVerifying: Bool {
    activities.contains { !$0.isVerified && !$0.isFollowing && $0.error == nil }
  }

  /// What the sources of the open tables still do.
  var activities: [SourceActivity] {
    session.levels.compactMap(\.shaped.source.activity)
  }
}

/// What a prompt begins with.
package enum Greeting {
  /// The program's version.
  package static let version = "1.0.0"

  package static var banner: String {
    "shelf \(version)\(Mark.dot)'help' lists the commands, 'lesson' teaches, 'quit' leaves"
  }

  /// True for the banner of any version.
  package static func isBanner(_ line: String) -> Bool {
    line.hasPrefix("shelf ") && line.contains("'help' lists the commands")
  }
}

extension Interpreter {
  /// Prints the banner and the viewport of what was opened.
  package func greet(isQuiet: Bool) {
    if !isQuiet {
      console.result([StyledLine(marked { Greeting.banner })], isMessage: true)
    }
    showView()
  }
}

extension Interpreter {
  /// Shows the table at the prompt again, after it was on the whole screen.
  package func showTable() {
    if let window { follow(window()) }
    if session.preferences.showsViewAfterChanges { showView() }
  }
}
