import Browsing
import CommandLanguage
import Commands
import Documents
import Files
import Foundation
import Opening
import Playing
import Rendering
import ShellCore
import TableEngine
import Workspaces

/// The parts that a start puts together.
extension Launch {
  /// An interpreter of commands that nobody types.
  ///
  /// - Parameter isForPrompt: whether a prompt begins at once or later.
  func makeInterpreter(isForPrompt: Bool = false) -> Interpreter {
    let known: FileFormats = options.has(.noNetwork) ? .all.withoutNetwork : .all
    let asks = isForPrompt && !options.has(.noNetwork)
    let formats = asks ? known.asking { PasswordPrompt.ask($0) } : known
    var session = Workspace(
      environment: .standard(formats: formats) { SignalState.shouldStop })
    if let charset = options.charset { session.preferences.charset = charset }
    session.preferences.usesShell = options.has(.shell)
    session.preferences.showsColumns = options.has(.columns)
    if let size = options.size { session.preferences.viewport = size }
    session.preferences.window = window(isInteractive: false)
    session.environment.printsToTerminal = isatty(1) == 1
    if isForPrompt, Editrc.ofUser().chosenMode == .vi { session.preferences.usualEditMode = .vi }
    var mode = Interpreter.Mode()
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
    if isatty(1) == 1 { console.columns = session.preferences.window.width }
    let interpreter = Interpreter(session: session, console: console, mode: mode)
    let recorder = Recorder(of: interpreter)
    interpreter.parts = [recorder, lessons]
    self.recorder = recorder
    interpreter.isMute = { results.isClosed }
    interpreter.shouldStop = { SignalState.shouldStop || results.isClosed }
    return interpreter
  }

  /// From here on, commands are typed at a prompt.
  func beginPrompt(_ interpreter: Interpreter) {
    if interpreter.mode.isInteractive { return }
    interpreter.mode.isInteractive = true
    interpreter.window = { [self] in window(isInteractive: true) }
    interpreter.resize(window: window(isInteractive: true))
    if isatty(1) == 1 {
      interpreter.console.columns = interpreter.session.preferences.window.width
      results.isWatched = true
    }
    lessons.progress = LessonProgressFile.standard(environment: environment)
    lessons.pause = { usleep(UInt32($0) * 1000) }
    interpreter.typed = history
    if isatty(2) == 1 {
      interpreter.progress = .onTerminal(interpreter.session.environment.meter)
    }
    interpreter.pager = Pager(
      variables: environment, screen: { TerminalFacts.size(of: 1) ?? (80, 24) },
      keys: isatty(0) == 1 ? 0 : nil, flush: { [results] in results.flush() })
    interpreter.takeWarning = { [self] in history.takeWarning()?.description }
  }

  private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The flag, then `NO_COLOR`, `CLICOLOR_FORCE`, then whether the stream is a terminal that can.
  private func usesColor(_ descriptor: Int32) -> Bool {
    switch options.color ?? .auto {
    case .always: return true
    case .never: return false
    case .auto:
      if variable("NO_COLOR")?.isEmpty == false { return false }
      if let force = variable("CLICOLOR_FORCE"), !force.isEmpty, force != "0" { return true }
      return isatty(descriptor) == 1 && knowsTerminal
    }
  }

  /// True when the terminal has a name that the system describes, and understands colours.
  private var knowsTerminal: Bool {
    guard let name = variable("TERM"), name != "dumb" else { return false }
    return TerminalFacts.isDescribed(name, environment: environment)
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

  /// The reader that fits standard output and where commands come from; nil for nowhere.
  func readerChoice(input: Int32?) -> ReaderChoice {
    guard let input else { return .nobody }
    return ReaderChoice.choose(
      inputIsTerminal: isatty(input) == 1, outputIsTerminal: isatty(1) == 1,
      term: variable("TERM"),
      knowsTerminal: { TerminalFacts.isDescribed($0, environment: environment) })
  }

  /// What the terminal can do, by the environment.
  private var abilities: TerminalAbilities {
    var terminal = TerminalDescription(
      name: variable("TERM"), colourName: variable("COLORTERM"), noColour: variable("NO_COLOR"))
    if options.color == .never { terminal.noColour = "1" }
    terminal.colourCount = variable("TERM").flatMap {
      TerminalFacts.colourCount(of: $0, environment: environment)
    }
    terminal.charset = options.charset ?? .unicode
    terminal.isMultiplexed = ["TMUX", "STY"].contains { variable($0)?.isEmpty == false }
    return TerminalAbilities(of: terminal)
  }

  func makeReader(_ choice: ReaderChoice, input: Int32, _ interpreter: Interpreter)
    -> any LineReader
  {
    let usesColor = usesColor(1)
    let assistant = interpreter.assistant(
      history: history, usesColor: usesColor,
      knowsMarks: TerminalFacts.knowsMarks(variable("TERM") ?? ""))
    switch choice {
    case .editor:
      interpreter.console.clearScreen = { [results] in
        results.flush()
        DescriptorOutput.write("\u{1B}[H\u{1B}[2J", to: 1)
      }
      let screen = ScreenTerminal(
        input: input, output: 1, abilities: abilities,
        takesClipboard: TerminalFacts.takesClipboard(
          variable("TERM") ?? "",
          isMultiplexed: variable("TMUX") != nil || variable("STY") != nil))
      let browser = Browser(
        over: self.prompt(on: input, assistant), on: screen, of: interpreter, history: history)
      interpreter.parts.append(browser)
      return browser
    case .plain: return PlainReader(input: input, output: 1, history: history)
    case .stream, .nobody: return StreamReader(descriptor: input)
    }
  }
}

extension Launch {
  /// A prompt that edits lines, unless the user's configuration of the editor forbids that.
  private func prompt(on input: Int32, _ assistant: LineAssistant) -> any LineReader {
    if let reader = LibeditReader(input: input, output: 1, assistant: assistant) { return reader }
    return PlainReader(input: input, output: 1, history: history)
  }
}

/// What happens before the first command.
extension Launch {
  /// Opens what the command line names.
  ///
  /// - Returns: an exit status when that failed and the program ends.
  func open(_ files: [String], in interpreter: Interpreter) -> Int32? {
    guard let file = files.first else { return nil }
    let path = file == "-" ? Environment.standardInput : PostgresAddress.hidingPasswords(in: file)
    var how = options.open
    how.others = Array(files.dropFirst())
    let verdict = interpreter.open(path: path, options: how, shape: options.shape)
    if case .failed(let code) = verdict { return code }
    guard options.has(.verify), case .failed(let code) = interpreter.verify() else { return nil }
    return code
  }

  func run(commands: [String], in interpreter: Interpreter) -> Int32 {
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

  /// Runs the user's start-up file, before a prompt or where it is named, and the project's where
  /// that is asked for; their errors are mostly warnings. What the program's options say stays.
  ///
  /// - Returns: the exit status if nothing else fails.
  func runStartUpFiles(_ interpreter: Interpreter, isBeforePrompt: Bool) -> Int32 {
    if options.has(.noRC) { return ExitStatus.success }
    var status = ExitStatus.success
    if let path = options.initFile {
      status = runStartUpFile(path, isUsers: true, interpreter) ? status : ExitStatus.commandFailed
    } else if isBeforePrompt, let path = StartUpFile.standard(environment: environment),
      FileManager.default.fileExists(atPath: path)
    {
      _ = runStartUpFile(path, isUnasked: true, isUsers: true, interpreter)
    }
    if options.has(.projectRC), FileManager.default.fileExists(atPath: StartUpFile.project),
      !runStartUpFile(StartUpFile.project, isUnasked: true, interpreter)
    {
      status = ExitStatus.commandFailed
    }
    interpreter.insist(size: options.size, charset: options.charset, columns: options.has(.columns))
    return status
  }

  /// - Parameters:
  ///   - isUnasked: whether nobody has named the file: then it is only a warning that it cannot be
  ///     read.
  ///   - isUsers: whether it is the user's own, and not a folder's.
  /// - Returns: false when the file cannot be read or holds an error, which is reported.
  private func runStartUpFile(
    _ path: String, isUnasked: Bool = false, isUsers: Bool = false, _ interpreter: Interpreter
  ) -> Bool {
    do {
      return interpreter.runStartUp(
        try ScriptReader(path: path, isUnasked: isUnasked), isUsers: isUsers)
    } catch {
      var diagnostic = Diagnostic(error)
      if isUnasked { diagnostic.severity = .warning }
      interpreter.report(diagnostic)
      return isUnasked
    }
  }
}

/// Where files of start-up commands are.
enum StartUpFile {
  /// The file of the current folder, which is read only where that is asked for.
  static let project = ".shelfrc"

  /// `$XDG_CONFIG_HOME/shelf/rc`, or the same under `~/.config`.
  static func standard(environment: [String: String]) -> String? {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return folder + "/shelf/rc"
    }
    return environment["HOME"].map { $0 + "/.config/shelf/rc" }
  }
}
