package import Commands
import DataSources
import Rendering
package import TableEngine
package import TableModel

/// Runs lines in a session and writes what comes of them: it only routes.
package final class Interpreter {
  package internal(set) var session: Session
  package var console: Console
  let mode: Mode
  /// What was run so far, for `record`, and what was set before that.
  var log = SessionLog()
  let preferencesAtStart: Preferences
  var recording: Recording?
  /// The lesson that is being played; its session is in the place of the user's own.
  var lesson: RunningLesson?
  /// False where a lesson itself is played.
  var allowsLessons = true
  /// Where it is kept how far somebody has come in lessons; nil for nowhere.
  package var lessonProgress: LessonProgressFile?
  /// Waits while a lesson is replayed, in milliseconds; without it nothing waits.
  package var pause: ((Int) -> Void)?
  /// Files being run now, the innermost last, for relative names and circles.
  private var sources: [String] = []
  private static let depthLimit = 16
  /// The code of the last error that was reported.
  package private(set) var lastErrorCode: String?
  /// The file that a name in a command means; a page of sessions has a folder of its own.
  package var locate: (String) -> String = { $0 }
  /// Where a file goes that a command names.
  package var destination: (String) -> String = { $0 }
  /// The file that results go to instead, and whether for one command only.
  var resultFile: ResultFile?
  /// What a line such as `!!` stands for; nil where lines come from a script.
  package var expandHistory: ((String) -> String?)?
  /// Answers `history`, which the session knows nothing of.
  package var onHistory: (Output.HistoryRequest) -> [String] = { _ in [] }
  /// Something to say once before the next prompt, such as a history that cannot be written.
  package var takeWarning: () -> String? = { nil }
  /// True when a signal or a closed pipe asks for an end.
  package var shouldStop: () -> Bool = { false }
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

  package init(session: Session, console: Console, mode: Mode) {
    self.session = session
    self.console = console
    self.mode = mode
    preferencesAtStart = session.preferences
    self.console.listen = { [weak self] text in self?.log.add(text) }
    if mode.json { log.give(up: "with --json there is nothing that a page could compare") }
  }

  /// What the reader of lines does after one of them.
  package enum Verdict: Sendable, Hashable {
    case carryOn
    case failed(Int32)
    case quit(Int32)
  }

  /// Runs every line of a reader; the shell's main loop.
  ///
  /// - Returns: the exit status.
  package func run(_ reader: any LineReader) -> Int32 {
    var status = ExitStatus.success
    while mode.isInteractive || !shouldStop() {
      if let warning = takeWarning() {
        console.notice(StyledLine("warning: " + DisplaySafe.line(warning), TextStyle(.warning)))
      }
      console.flush()
      switch reader.next(prompt: "shelf> ") {
      case .line(let line):
        let verdict = run(recalled: line)
        // Ctrl-C at a prompt ended the command and, if anything is left of a paste, that too.
        if mode.isInteractive, SignalState.takeInterrupt() { reader.dropPending() }
        switch verdict {
        case .carryOn: break
        case .quit(let code): return code == 0 ? status : code
        case .failed(let code):
          reader.dropPending()
          if status == 0, !mode.isInteractive { status = code }
          if !mode.isInteractive, !mode.keepsGoing { return status }
        }
      case .interrupted: continue
      case .endOfInput, .terminalGone: return status
      case .failure(let error):
        report(Diagnostic(error))
        if status == 0 { status = ExitStatus.commandFailed }
        if !mode.isInteractive { return status }
      }
    }
    return status
  }

  /// Runs the commands of one line; the first that fails stops the line.
  package func run(_ line: SourceLine) -> Verdict {
    if let next = demonstration(startedBy: line) { return run(next) }
    if mode.echoes, !line.isBlank { echo(line) }
    // A lesson's window is that of its page, so that the goal is the same for everybody.
    if mode.isInteractive, let window { follow(window()) }
    // The lines of a file that is run belong to the line that runs it.
    let isLogged = sources.isEmpty && !line.isBlank
    if isLogged { log.begin(line.source, window: session.preferences.window) }
    let verdict = runStatements(of: line)
    if sources.isEmpty { checkTask() }
    if isLogged { log.end(status(of: verdict)) }
    return verdict
  }

  func runStatements(of line: SourceLine) -> Verdict {
    for statement in Statement.statements(in: line.text) {
      if shouldStop() { return .failed(ExitStatus.interrupted) }
      let file = resultFile
      let verdict =
        session.preferences.showsTimes
        ? timing { run(statement, of: line) } : run(statement, of: line)
      let outcome = endResultFile(begunBefore: file, after: verdict)
      if outcome != .carryOn { return outcome }
    }
    return .carryOn
  }

  private func echo(_ line: SourceLine) {
    let lines = line.source.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, text) in lines.enumerated() {
      let prompt = index == 0 ? "shelf> " : continuationPrompt
      console.writeResult(prompt + DisplaySafe.line(String(text)) + "\n")
    }
  }

  private func run(_ statement: Statement, of line: SourceLine) -> Verdict {
    do {
      let result = try session.run(statement, abbreviations: mode.isInteractive && sources.isEmpty)
      noteForLesson(result)
      write(result)
      return follow(result.output.next, of: line)
    } catch {
      report(error, in: line)
      return .failed(error.isData ? ExitStatus.dataNotOpened : ExitStatus.commandFailed)
    }
  }

  private func follow(_ next: Output.Next, of line: SourceLine) -> Verdict {
    switch next {
    case .carryOn: return .carryOn
    case .quit(let code): return .quit(code)
    case .source(let file): return source(file, from: line)
    case .record(let request): return follow(request, of: line)
    case .output(let request): return follow(request, of: line)
    case .timed(let commands):
      let inner = SourceLine(text: commands, source: commands, file: line.file, line: line.line)
      return timing { runStatements(of: inner) }
    case .lesson(let request): return follow(request, of: line)
    case .history(.transcript):
      do {
        console.result(try transcriptOfSession().map { StyledLine($0) })
        return .carryOn
      } catch {
        return fail(error, line)
      }
    case .history(let request):
      console.result(onHistory(request).map { StyledLine(DisplaySafe.line($0)) })
      return .carryOn
    }
  }
}

// MARK: - What the program starts with

extension Interpreter {
  /// Opens a file before the first command.
  package func open(path: String, options: OpenOptions, shape: Shape?) -> Verdict {
    do {
      let output = try session.open(path: path, options: options, shape: shape)
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

  /// Parses lines without running them.
  ///
  /// - Returns: false when there was an error; each is reported.
  package func check(_ reader: any LineReader) -> Bool {
    var isFine = true
    while true {
      switch reader.next(prompt: "") {
      case .line(let line):
        for statement in Statement.statements(in: line.text) {
          do {
            try session.check(statement)
          } catch {
            report(Diagnostic(error, in: line, isTyped: false))
            isFine = false
          }
        }
      case .failure(let error):
        report(Diagnostic(error))
        isFine = false
      case .interrupted, .endOfInput, .terminalGone: return isFine
      }
    }
  }
}

// MARK: - Files of commands

extension Interpreter {
  /// Runs a file of commands; its first failure ends it.
  private func source(_ file: String, from line: SourceLine) -> Verdict {
    let path = Self.resolve(file, relativeTo: line.file)
    if sources.contains(path) || sources.count >= Self.depthLimit {
      let why =
        sources.contains(path)
        ? "the files name each other in a circle: " + (sources + [path]).joined(separator: " -> ")
        : "files are nested more than \(Self.depthLimit) deep"
      return fail(CommandError(.file(path: file, reason: why)), line)
    }
    do {
      let reader = try ScriptReader(path: locate(path), name: path)
      sources.append(path)
      defer { sources.removeLast() }
      return runAll(reader)
    } catch {
      return fail(CommandError(.file(path: path, reason: error.description)), line)
    }
  }

  private func runAll(_ reader: ScriptReader) -> Verdict {
    while !shouldStop() {
      switch reader.next(prompt: "") {
      case .line(let line):
        let verdict = run(line)
        if case .failed = verdict, mode.keepsGoing { continue }
        if verdict != .carryOn { return verdict }
      case .failure(let error):
        report(Diagnostic(error))
        return .failed(ExitStatus.commandFailed)
      case .interrupted, .endOfInput, .terminalGone:
        return .carryOn
      }
    }
    return .failed(ExitStatus.interrupted)
  }

  func fail(_ error: CommandError, _ line: SourceLine) -> Verdict {
    report(error, in: line)
    return .failed(ExitStatus.commandFailed)
  }

  /// Reports an error of a command. A page says it as a prompt does, so that is what is logged.
  private func report(_ error: CommandError, in line: SourceLine) {
    let isTyped = (mode.isInteractive || mode.isTyped) && line.file == nil
    let listen = console.listen
    if !isTyped, sources.isEmpty {
      let typed = SourceLine(text: line.text, source: line.source)
      listen?(ViewEncoder.text(of: Diagnostic(error, in: typed, isTyped: true).lines()))
      console.listen = nil
    }
    report(Diagnostic(error, in: line, isTyped: isTyped))
    console.listen = listen
  }

  private static func resolve(_ file: String, relativeTo source: String?) -> String {
    guard !file.hasPrefix("/"), let source, let slash = source.lastIndex(of: "/") else {
      return file
    }
    return source[...slash] + file
  }
}

// MARK: - The window

extension Interpreter {
  /// Takes over the size of the terminal; a lesson's table keeps its own.
  private func follow(_ window: Size) {
    if lesson == nil { session.resize(window: window) }
    if console.columns != nil { console.columns = window.width }
  }

  /// Gives the table another window, in characters.
  package func resize(window: Size) { session.resize(window: window) }
}

// MARK: - Writing

extension Interpreter {
  private func tellNotices(of output: Output) {
    for notice in output.notices {
      console.notice(StyledLine("note: " + DisplaySafe.line(notice), TextStyle(.notice)))
    }
  }

  private func write(_ result: Session.Result) {
    tellNotices(of: result.output)
    for warning in result.output.warnings {
      console.message([StyledLine("warning: " + DisplaySafe.line(warning), TextStyle(.warning))])
    }
    if mode.json {
      writeJSON(result)
    } else if mode.isPlain, let fields = result.output.fields {
      for record in fields { console.result(text: Self.line(of: record)) }
    } else if result.output.lines.isEmpty {
      for text in result.output.json { console.result(text: text + "\n") }
    } else {
      console.result(result.output.lines, isMessage: result.output.isMessage)
    }
    if mode.isInteractive, result.showsView, session.preferences.showsViewAfterChanges {
      console.result(session.picture())
    }
  }

  /// Prints the viewport, if a table is open.
  package func showView() { console.result(session.picture()) }

  /// Tabs and line breaks inside a field become blanks, so that a record stays a line.
  private static func line(of fields: [String]) -> String {
    fields.map { DisplaySafe.line($0) }.joined(separator: "\t") + "\n"
  }

  private func writeJSON(_ result: Session.Result) {
    if !result.output.json.isEmpty {
      for text in result.output.json { console.result(text: text + "\n") }
    } else {
      var message = Record()
      message["schema"] = .string("shelf.message.1")
      message["command"] = .string(result.command)
      message["text"] = .array(result.output.lines.map { .string($0.text) })
      writeValue(.record(message))
    }
  }

  func writeValue(_ value: Value) {
    console.result(text: JSONWriter.text(of: value) + "\n")
  }

  package func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { lastErrorCode = diagnostic.code }
    guard mode.json else {
      console.message(diagnostic.lines())
      return
    }
    var record = Record()
    record["schema"] = .string("shelf.error.1")
    record["code"] = .string(diagnostic.code)
    record["message"] = .string(diagnostic.message)
    record["hint"] = diagnostic.hint.map { .string($0) } ?? .null
    record["location"] = diagnostic.location.map { .string($0) } ?? .null
    writeValue(.record(record))
  }
}
