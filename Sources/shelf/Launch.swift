import Commands
import DataSources
import Foundation
import Rendering
import ShellCore
import TableEngine
import TableModel

/// Puts the program together: environment, streams, session, and the reader of lines that fits.
final class Launch {
  private let options: LaunchOptions
  /// All variables of the environment, for what a prompt needs; a plain start asks for a few.
  private lazy var environment = ProcessInfo.processInfo.environment
  private let results = ResultWriter(descriptor: 1)
  /// What was typed at prompts before; read when a prompt is made.
  private lazy var history = History(file: HistoryFile.standard(environment: environment))

  init(_ options: LaunchOptions) {
    self.options = options
  }

  /// `shelf [FILE]`, with `-c` commands, a prompt, or commands from standard input.
  ///
  /// - Returns: the exit status.
  func runShell(file: String?) -> Int32 {
    let readsDataFromInput = file == "-"
    let input = readsDataFromInput ? openTerminal() : 0
    let runsCommands = !options.command.isEmpty
    let choice = readerChoice(input: input)
    let isInteractive = choice != .stream && (!runsCommands || options.has(.thenInteractive))
    if isInteractive, options.has(.noInput) {
      DescriptorOutput.write(
        "error: there are no commands, and --no-input forbids a prompt\n", to: 2)
      return ExitStatus.usage
    }
    let interpreter = makeInterpreter(isInteractive: isInteractive)
    let startUp = runStartUpFile(interpreter, isInteractive: isInteractive)
    if let file, let status = open(file, in: interpreter) {
      return finish(status, interpreter)
    }
    var status = startUp
    if runsCommands {
      let code = run(commands: options.command, in: interpreter)
      if code != 0 { status = code }
      if !options.has(.thenInteractive) {
        return finish(verified(status, interpreter), interpreter)
      }
    }
    guard let input else { return finish(verified(status, interpreter), interpreter) }
    let reader = makeReader(choice, input: input, interpreter)
    if isInteractive { greet(interpreter) }
    let code = interpreter.run(reader)
    if code != 0 || isInteractive { status = code }
    return finish(isInteractive ? status : verified(status, interpreter), interpreter)
  }

  /// The status of a program that has succeeded, unless a file has turned out to be damaged since
  /// it was opened: then nothing that was printed about it can be relied on.
  private func verified(_ status: Int32, _ interpreter: Interpreter) -> Int32 {
    status == ExitStatus.success ? interpreter.reportDamage() ?? status : status
  }

  /// Runs files of commands, one after the other.
  func runScripts(_ files: [String]) -> Int32 {
    if !options.command.isEmpty || options.has(.thenInteractive) {
      DescriptorOutput.write("error: a script has its own commands; leave out -c\n", to: 2)
      return ExitStatus.usage
    }
    let interpreter = makeInterpreter(isInteractive: false)
    var status: Int32 = 0
    for file in files {
      do {
        let code = interpreter.run(try script(file))
        if status == 0 { status = code }
        if code != 0, !options.has(.keepGoing) { break }
      } catch {
        interpreter.report(Diagnostic(error))
        return finish(ExitStatus.commandFailed, interpreter)
      }
    }
    return finish(verified(status, interpreter), interpreter)
  }

  /// `shelf lesson [NAME]`: the list of lessons, or one of them at the prompt.
  ///
  /// - Parameter keepsProgress: whether it is remembered how far somebody came.
  /// - Returns: the exit status.
  func runLesson(_ name: String?, keepsProgress: Bool) -> Int32 {
    let choice = readerChoice(input: 0)
    let isInteractive = name != nil && choice != .stream && options.command.isEmpty
    let interpreter = makeInterpreter(isInteractive: isInteractive)
    interpreter.lessonProgress =
      keepsProgress ? LessonProgressFile.standard(environment: environment) : nil
    _ = runStartUpFile(interpreter, isInteractive: isInteractive)
    let first = name.map { "lesson start \($0)" } ?? "lesson list"
    let status = run(commands: [first] + options.command, in: interpreter)
    if name == nil || !options.command.isEmpty || status != 0 {
      return finish(status, interpreter)
    }
    return finish(interpreter.run(makeReader(choice, input: 0, interpreter)), interpreter)
  }

  /// Parses files of commands and reports every error.
  func check(_ files: [String]) -> Int32 {
    let interpreter = makeInterpreter(isInteractive: false)
    defer { results.flush() }
    do {
      var isFine = true
      for file in files { isFine = interpreter.check(try script(file)) && isFine }
      return isFine ? ExitStatus.success : ExitStatus.commandFailed
    } catch {
      interpreter.report(Diagnostic(error))
      return ExitStatus.commandFailed
    }
  }

  private func script(_ file: String) throws(ReadError) -> any LineReader {
    file == "-" ? StreamReader(descriptor: 0) : try ScriptReader(path: file)
  }

  /// Writes all that is still to be written.
  ///
  /// - Returns: the status, unless something can't be written; a signal that asked the program to
  ///   end decides it.
  private func finish(_ status: Int32, _ interpreter: Interpreter) -> Int32 {
    let isRecorded = interpreter.endRecording()
    results.flush()
    interpreter.noteUnsavedChanges()
    if let asked = SignalState.exitStatus { return asked }
    if SignalState.interruptRequested { return ExitStatus.interrupted }
    if let failure = results.failure {
      DescriptorOutput.write("error: cannot write the results: \(failure)\n", to: 2)
      return ExitStatus.commandFailed
    }
    return status == ExitStatus.success && !isRecorded ? ExitStatus.commandFailed : status
  }
}

// MARK: - Parts

extension Launch {
  private func makeInterpreter(isInteractive: Bool) -> Interpreter {
    var session = Session(environment: .standard { SignalState.shouldStop })
    session.preferences.charset = options.charset
    if let size = options.size {
      session.preferences.viewport = size
    }
    session.preferences.window = window(isInteractive: isInteractive)
    session.printsToTerminal = isatty(1) == 1
    if isInteractive, Editrc.ofUser().chosenMode == .vi { session.preferences.usualEditMode = .vi }
    var mode = Interpreter.Mode()
    mode.isInteractive = isInteractive
    mode.keepsGoing = options.has(.keepGoing)
    mode.echoes = options.has(.echo)
    mode.json = options.has(.json)
    mode.isPlain = options.has(.plain)
    let results = results
    var console = Console(
      writeResult: { results.write($0) },
      writeMessage: { text in
        results.flush()
        DescriptorOutput.write(text, to: 2)
      },
      flush: { results.flush() },
      colorsResults: usesColor(1), colorsMessages: usesColor(2))
    if isInteractive, isatty(1) == 1 { console.columns = session.preferences.window.width }
    let interpreter = Interpreter(session: session, console: console, mode: mode)
    interpreter.shouldStop = { SignalState.shouldStop || results.isClosed }
    interpreter.window = { [self] in window(isInteractive: isInteractive) }
    if isInteractive {
      interpreter.lessonProgress = LessonProgressFile.standard(environment: environment)
      interpreter.pause = { usleep(UInt32($0) * 1000) }
      interpreter.typed = history
      if isatty(2) == 1 {
        interpreter.progress = ProgressLine(
          session.environment.meter, width: { TerminalFacts.size(of: 2)?.columns ?? 80 },
          write: { DescriptorOutput.write($0, to: 2) })
      }
      interpreter.takeWarning = { [self] in history.takeWarning()?.description }
    }
    return interpreter
  }

  private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The flag, then `NO_COLOR`, `CLICOLOR_FORCE`, then whether the stream is a terminal that can.
  private func usesColor(_ descriptor: Int32) -> Bool {
    switch options.color {
    case .always: return true
    case .never: return false
    case .auto:
      if variable("NO_COLOR")?.isEmpty == false { return false }
      if let force = variable("CLICOLOR_FORCE"), !force.isEmpty, force != "0" { return true }
      return isatty(descriptor) == 1 && variable("TERM") ?? "dumb" != "dumb"
    }
  }

  /// The window in characters: `LINES` and `COLUMNS`, then the terminal's own size, then 80 x 24.
  private func window(isInteractive: Bool) -> Size {
    let standard = Size(width: 80, height: 24)
    let terminal = TerminalFacts.size(of: 1).map { Size(width: $0.columns, height: $0.lines) }
    let base = terminal ?? standard
    func positive(_ name: String) -> Int? {
      variable(name).flatMap { Int($0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
    }
    // At the prompt a line each is left for it and for the messages above the viewport.
    let lines = positive("LINES") ?? (isInteractive ? base.height - 3 : base.height)
    return Size(width: positive("COLUMNS") ?? base.width, height: max(5, lines))
  }

  private func readerChoice(input: Int32?) -> ReaderChoice {
    guard let input else { return .stream }
    return ReaderChoice.choose(
      inputIsTerminal: isatty(input) == 1, outputIsTerminal: isatty(1) == 1,
      term: variable("TERM"),
      knowsTerminal: { TerminalFacts.isDescribed($0, environment: environment) })
  }

  /// The terminal itself, for keys while data comes through standard input.
  private func openTerminal() -> Int32? {
    let descriptor = Foundation.open("/dev/tty", O_RDWR | O_CLOEXEC)
    return descriptor >= 0 ? descriptor : nil
  }

  private func makeReader(_ choice: ReaderChoice, input: Int32, _ interpreter: Interpreter)
    -> any LineReader
  {
    let usesColor = usesColor(1)
    let assistant = interpreter.assistant(history: history, usesColor: usesColor)
    switch choice {
    case .editor:
      return LibeditReader(input: input, output: 1, assistant: assistant)
        ?? PlainReader(input: input, output: 1, history: history)
    case .plain: return PlainReader(input: input, output: 1, history: history)
    case .stream: return StreamReader(descriptor: input)
    }
  }
}

// MARK: - The start

extension Launch {
  /// Opens what the command line names.
  ///
  /// - Returns: an exit status when that failed and the program ends.
  private func open(_ file: String, in interpreter: Interpreter) -> Int32? {
    let path = file == "-" ? SessionEnvironment.standardInput : file
    let verdict = interpreter.open(
      path: path, options: options.open, shape: options.shape)
    if case .failed(let code) = verdict { return code }
    guard options.has(.verify), case .failed(let code) = interpreter.verify() else { return nil }
    return code
  }

  private func run(commands: [String], in interpreter: Interpreter) -> Int32 {
    var status: Int32 = 0
    for command in commands {
      switch interpreter.run(SourceLine(text: command)) {
      case .carryOn: break
      case .quit(let code): return code == 0 ? status : code
      case .failed(let code):
        if status == 0 { status = code }
        if !options.has(.keepGoing) { return status }
      }
    }
    return status
  }

  private func greet(_ interpreter: Interpreter) {
    if !options.has(.quiet) {
      results.write(
        "shelf \(Version.number) · 'help' lists the commands, 'lesson' teaches, 'quit' leaves\n")
    }
    interpreter.showView()
  }

  /// Runs the start-up file; its errors are warnings.
  private func runStartUpFile(_ interpreter: Interpreter, isInteractive: Bool) -> Int32 {
    guard isInteractive || options.initFile != nil, !options.has(.noRC) else { return 0 }
    let path = options.initFile ?? StartUpFile.standard(environment: environment)
    guard let path, options.initFile != nil || FileManager.default.fileExists(atPath: path) else {
      return 0
    }
    do {
      interpreter.runStartUp(
        try ScriptReader(path: path, isUnasked: options.initFile == nil))
      return 0
    } catch {
      var diagnostic = Diagnostic(error)
      if options.initFile == nil { diagnostic.severity = .warning }
      interpreter.report(diagnostic)
      return options.initFile == nil ? 0 : ExitStatus.commandFailed
    }
  }
}

/// `$XDG_CONFIG_HOME/shelf/rc`, or the same under `~/.config`.
enum StartUpFile {
  static func standard(environment: [String: String]) -> String? {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return folder + "/shelf/rc"
    }
    return environment["HOME"].map { $0 + "/.config/shelf/rc" }
  }
}
