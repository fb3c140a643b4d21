import CommandLanguage
import Commands
package import Rendering
package import TableEngine
import TableModel
package import Workspaces

/// Runs lines in a session and writes what comes of them: it only routes.
package final class Interpreter {
  package var session: Workspace
  package var console: Console
  package var mode: Mode
  /// True when a command has asked the program to end.
  package internal(set) var hasQuit = false
  /// What carries out requests of commands that the interpreter knows nothing of.
  package var parts: [any InterpreterPart] = []
  /// The change of a file that was reported last.
  var toldChange: ChangedFile?
  /// Files being run now, the innermost last, to resolve relative names and to detect cycles.
  var sources: [String] = []
  /// The last line that was typed, if it was a scroll or went on with a search.
  var lastMove: SourceLine?
  /// How the last line ended, as an exit status.
  package internal(set) var lastStatus = ExitStatus.success
  /// The mistake in an open file that has been reported already.
  var toldError: DataError?
  /// What was found in texts that were checked, as far as it was reported.
  var reportedRemarks: [String] = []
  /// How many commands of the line that is run have been carried out, those of files included.
  var carriedOut = 0
  /// The code of the last error that was reported.
  package internal(set) var lastErrorCode: String?
  /// The file that a name in a command means; a page of sessions has a folder of its own.
  package var locate: (String) -> String = { $0 }
  /// Where a file goes that a command names.
  package var destination: (String) throws -> String = { $0 }
  /// The file that results go to instead, and whether for one command only.
  var resultFile: ResultFile? {
    didSet { session.environment.printsToTerminal = printsToTerminal && resultFile == nil }
  }
  /// True where standard output is a terminal.
  let printsToTerminal: Bool
  /// What is typed at a prompt, kept by the reader of lines; nil where lines are not typed.
  package var typed: History?
  /// The lines that were run, for `history` where none are typed.
  let lines = History()
  /// Whether this line, and whether the one before it, was answered by the question whether to
  /// leave unsaved changes behind.
  var (asksToLeave, hasAskedToLeave) = (false, false)
  /// Whether that was answered, or not to be asked.
  var leavesChangesBehind = false
  /// Something to say once before the next prompt or the end, such as a history that cannot be written.
  package var takeWarning: () -> String? = { nil }
  /// Shows how far a long command has come; nil where nobody watches.
  package var progress: ProgressLine?
  /// Shows a frame of an animation for a moment on a screen of its own, and says whether the others are
  /// wanted; nil where frames are printed.
  package var showFrame: ((ViewPicture) -> Bool)?
  /// Has commands that may take long done by another thread; nil to do them here.
  package var companion: Companion?
  /// True when a signal or a closed pipe asks for an end.
  package var shouldStop: () -> Bool = { false }
  /// True when results can no longer be printed. Then a prompt ends as well, where nobody would see
  /// what a command does.
  package var isMute: () -> Bool = { false }
  /// True while results are collected for a command of the system's shell.
  var isHandingOn = false
  /// Shows long results at a prompt; nil where nobody reads them.
  package var pager: Pager?
  /// True while the table is on the whole screen: then it need not be printed after each command, and
  /// long results are shown there.
  package var isBrowsing = false
  /// The window's size now, asked before each command at a prompt.
  package var window: (() -> Size)?

  /// How lines are taken and what happens after them.
  package struct Mode: Sendable {
    /// At a prompt: abbreviations are understood and the viewport is shown after changes.
    package var isInteractive = false
    /// The lines stand right above their output, as at a prompt: errors need not repeat them.
    package var isTyped = false
    package var keepsGoing = false
    package var echoes = false
    package var json = false
    /// Prints fields with tabs between them where a command has any.
    package var isPlain = false

    package init() {}
  }

  package init(session: Workspace, console: Console, mode: Mode) {
    self.session = session
    self.console = console
    self.mode = mode
    printsToTerminal = session.environment.printsToTerminal
  }

  /// What the reader of lines does after one of them.
  package enum Verdict: Sendable, Hashable {
    case carryOn
    case failed(Int32)
    case quit(Int32)

    /// What an exit status says of it.
    var status: Int32 {
      switch self {
      case .carryOn: ExitStatus.success
      case .failed(let code), .quit(let code): code
      }
    }
  }

  /// Runs every line of a reader; the shell's main loop.
  ///
  /// - Returns: the exit status.
  package func run(_ reader: any LineReader) -> Int32 {
    var status = ExitStatus.success
    while mode.isInteractive ? !isMute() : !shouldStop() {
      tellWarning()
      if mode.isInteractive { for line in takeNews() { console.notice(line) } }
      tellOfChangedFile()
      console.flush()
      switch nextEvent(of: reader) {
      case .line(let line):
        let verdict = run(typed: line)
        // Ctrl-C at a prompt ended the command, and with it whatever is left of a paste.
        if mode.isInteractive, SignalState.takeInterrupt() { reader.dropPending() }
        lastStatus = verdict.status
        switch verdict {
        case .carryOn: break
        case .quit(let code):
          tellWarning()
          return code == 0 ? status : code
        case .failed(let code):
          reader.dropPending()
          if status == 0, !mode.isInteractive { status = code }
          if !mode.isInteractive, !mode.keepsGoing { return status }
        }
      case .interrupted: continue
      case .endOfInput:
        forgetQuestion()
        if mayLeave() { return status }
      case .terminalGone: return status
      case .failure(let error):
        report(Diagnostic(error))
        if status == 0 { status = ExitStatus.commandFailed }
        if !mode.isInteractive { return status }
      }
    }
    return status
  }

  private func tellWarning() {
    if let warning = takeWarning() { tell(warning, .warning) }
  }

  /// Does something that may take long, with a line of progress meanwhile.
  func watched<Result>(
    _ command: String, _ work: () throws(CommandError) -> Result
  ) throws(CommandError) -> Result {
    guard let progress else { return try work() }
    return try progress.during(command, work)
  }

  private func nextEvent(of reader: any LineReader) -> LineEvent {
    guard mode.isInteractive else { return marked { reader.next(prompt: "") } }
    SignalState.holdsChanges = holdsChanges
    SignalState.isAtPrompt = true
    defer { SignalState.isAtPrompt = false }
    return marked { reader.next(prompt: prompt) }
  }

  /// Runs the commands of one line; the first that fails stops the line.
  package func run(_ line: SourceLine) -> Verdict {
    // Other programs read numbers without commas in them.
    mode.isPlain
      ? Numerals.$groupsThousands.withValue(false) { runDressed(line) } : runDressed(line)
  }

  private func runDressed(_ line: SourceLine) -> Verdict {
    for part in parts {
      if let other = part.substitute(for: line, in: self) { return run(other) }
    }
    if mode.echoes, !line.isBlank { echo(line) }
    if sources.isEmpty, !line.isBlank { forgetQuestion() }
    // A lesson's window is that of its page, so that the goal is the same for everybody.
    if mode.isInteractive, let window { follow(window()) }
    // The lines of a file that is run belong to the line that runs it.
    if sources.isEmpty, !line.isBlank { begin(line) }
    if sources.isEmpty { carriedOut = 0 }
    let verdict = runStatements(of: line)
    if sources.isEmpty {
      tellWhatStays(after: verdict)
      note(.ended(verdict))
    }
    return verdict
  }

  /// Notes a line that is about to run.
  private func begin(_ line: SourceLine) {
    note(.begins(line))
    if typed == nil { lines.record(line.source) }
  }

  func runStatements(of line: SourceLine) -> Verdict {
    let statements = Statement.statements(in: line.text)
    for (index, statement) in statements.enumerated() {
      if shouldStop() {
        reportCancellation(before: "'\(statement.text(from: 0).text)'")
        return .failed(ExitStatus.interrupted)
      }
      let file = resultFile
      let verdict =
        session.preferences.showsTimes
        ? timed { run(statement, of: line) } : run(statement, of: line)
      let outcome = endResultFile(begunBefore: file, after: verdict)
      if case .failed = outcome, mode.keepsGoing, !shouldStop() {
        tellWhatIsLeftOut(statements.count - index - 1)
      }
      if outcome != .carryOn { return outcome }
      carriedOut += 1
    }
    return .carryOn
  }

  /// True for a line that somebody types at the prompt now.
  private func isTyped(_ line: SourceLine) -> Bool {
    mode.isInteractive && typed != nil && sources.isEmpty && line.file == nil
  }

  private func echo(_ line: SourceLine) {
    let lines = line.source.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, text) in lines.enumerated() {
      let prompt = index == 0 ? "shelf> " : continuationPrompt
      console.writeResult(prompt + DisplaySafe.line(String(text)) + "\n")
    }
  }

  /// Does something that says words with marks of the chosen character set.
  func marked<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Mark.plain(session.preferences.charset == .ascii, work)
  }

  private func run(_ statement: Statement, of line: SourceLine) -> Verdict {
    marked {
      guard let pipe = statement.pipe else { return carryOut(statement, of: line) }
      var plain = statement
      plain.pipe = nil
      return hand(to: pipe, of: line) { carryOut(plain, of: line) }
    }
  }

  private func carryOut(_ statement: Statement, of line: SourceLine) -> Verdict {
    do {
      session.environment.isAskedByPerson = isTyped(line)
      let result = try animated(statement)
      note(.carriedOut(result))
      write(result)
      return follow(result.output.next, of: line)
    } catch {
      report(error, in: line)
      return .failed(error.isData ? ExitStatus.dataNotOpened : ExitStatus.commandFailed)
    }
  }
}
