import CommandLanguage
import Commands
import Foundation
import Playing
import Rendering
import ShellCore
import TableEngine
import TableModel
import Workspaces

/// Puts the program together: environment, streams, session, and the reader of lines that fits.
final class Launch {
  let options: LaunchOptions
  /// All variables of the environment, for what a prompt needs; a plain start asks for a few.
  lazy var environment = TerminalFacts.describing(
    ProcessInfo.processInfo.environment, beside: Bundle.main.executableURL)
  let results = ResultWriter(descriptor: 1)
  /// What was typed at prompts before; read when a prompt is made.
  lazy var history = History(file: HistoryFile.standard(environment: environment))

  let lessons = LessonPlayer()
  var recorder: Recorder?

  init(_ options: LaunchOptions) {
    self.options = options
  }

  /// `shelf [FILE]`, with `-c` commands, a prompt, or commands from standard input. A file that
  /// nobody has a command for is shown.
  ///
  /// - Returns: the exit status.
  func runShell(files: [String]) throws(UsageError) -> Int32 {
    let file = files.first
    let input = file == "-" ? TerminalFacts.openTerminal() : 0
    let choice = readerChoice(input: input)
    let runsCommands = !options.command.isEmpty
    let goesOn = !runsCommands || options.has(.thenInteractive) || options.has(.browse)
    if goesOn { try check(choice, hasWork: runsCommands || file != nil) }
    let interpreter = makeInterpreter(isForPrompt: choice.isPrompt && goesOn)
    if choice.isPrompt, !runsCommands { beginPrompt(interpreter) }
    var status = runStartUpFiles(interpreter, isBeforePrompt: choice.isPrompt && goesOn)
    if let failure = open(files, in: interpreter) {
      return finish(failure, interpreter)
    }
    if runsCommands {
      let code = run(commands: options.command, in: interpreter)
      if code != 0 { status = code }
    }
    if interpreter.hasQuit || !goesOn { return finish(verified(status, interpreter), interpreter) }
    return goOn(
      choice, input: input, after: status, showsTable: file != nil && !runsCommands, interpreter)
  }

  /// Runs files of commands, one after the other, and goes on at a prompt if that is asked for.
  func runScripts(_ files: [String]) throws(UsageError) -> Int32 {
    try refuseCommands()
    let goesOn = options.has(.thenInteractive)
    let choice = readerChoice(input: 0)
    if goesOn { try check(choice, hasWork: true) }
    let interpreter = makeInterpreter(isForPrompt: choice.isPrompt && goesOn)
    var status = runStartUpFiles(interpreter, isBeforePrompt: choice.isPrompt && goesOn)
    for file in files {
      do {
        let code = interpreter.run(try script(file))
        if status == 0 { status = code }
        if interpreter.hasQuit || (code != 0 && !options.has(.keepGoing)) { break }
      } catch {
        interpreter.report(Diagnostic(error))
        return finish(ExitStatus.commandFailed, interpreter)
      }
    }
    if interpreter.hasQuit || !goesOn { return finish(verified(status, interpreter), interpreter) }
    return goOn(choice, input: 0, after: status, showsTable: false, interpreter)
  }

  /// Goes on with what there is to read: a prompt, a stream of commands, or nothing.
  ///
  /// - Parameters:
  ///   - status: that of the commands before, which a prompt does not keep.
  ///   - showsTable: whether the table is shown where there is not one command.
  ///   - greets: whether a prompt begins with a greeting.
  private func goOn(
    _ choice: ReaderChoice, input: Int32?, after status: Int32, showsTable: Bool,
    greets: Bool = true, _ interpreter: Interpreter
  ) -> Int32 {
    if choice.isPrompt, let input {
      beginPrompt(interpreter)
      let reader = makeReader(choice, input: input, interpreter)
      if options.has(.browse) {
        _ = run(commands: ["browse"], in: interpreter)
      } else if greets {
        interpreter.greet(isQuiet: options.has(.quiet))
      }
      return finish(interpreter.run(reader), interpreter)
    }
    if options.has(.browse) {
      return finish(run(commands: ["browse"], in: interpreter), interpreter)
    }
    var (code, hasCommands) = (ExitStatus.success, false)
    if choice == .stream, let input {
      let reader = StreamReader(descriptor: input)
      code = interpreter.run(reader)
      hasCommands = reader.hasRead
    }
    if showsTable, !hasCommands, code == 0 { code = run(commands: ["view"], in: interpreter) }
    return finish(verified(code == 0 ? status : code, interpreter), interpreter)
  }

  /// The status of a program that has succeeded, unless a file has turned out to be damaged since
  /// it was opened: then nothing that was printed about it can be relied on.
  private func verified(_ status: Int32, _ interpreter: Interpreter) -> Int32 {
    status == ExitStatus.success ? interpreter.reportDamage() ?? status : status
  }

  /// `shelf lesson [WORD...]`: what `lesson` does at the prompt, and goes on there.
  ///
  /// - Parameters:
  ///   - words: what follows `lesson`. Without any the next lesson begins, or, where there is no
  ///     prompt, all are listed.
  ///   - keepsProgress: whether it is remembered how far somebody came.
  /// - Returns: the exit status.
  func runLesson(_ words: [String], keepsProgress: Bool) throws(UsageError) -> Int32 {
    if options.has(.check) {
      throw UsageError(
        "--check is for files of commands, and a lesson is none", hint: "shelf --check FILE")
    }
    let choice = readerChoice(input: 0)
    let isAsked = options.has(.thenInteractive)
    if isAsked { try check(choice, hasWork: true) }
    let plays = words.isEmpty ? choice.isPrompt : LessonLibrary.isPlayed(words)
    let goesOn = isAsked || (plays && options.command.isEmpty)
    let prompts = goesOn && choice.isPrompt
    let interpreter = makeInterpreter(isForPrompt: prompts)
    if prompts, options.command.isEmpty { beginPrompt(interpreter) }
    lessons.progress =
      keepsProgress ? LessonProgressFile.standard(environment: environment) : nil
    _ = runStartUpFiles(interpreter, isBeforePrompt: prompts)
    let first = LessonLibrary.command(words.isEmpty && !prompts ? ["list"] : words)
    let status = run(commands: [first] + options.command, in: interpreter)
    let isOver = interpreter.hasQuit || !goesOn || (status != 0 && !isAsked)
    if isOver || choice == .nobody { return finish(status, interpreter) }
    return goOn(choice, input: 0, after: status, showsTable: false, greets: false, interpreter)
  }

  /// Prints a lesson on paper.
  ///
  /// - Returns: the exit status.
  func printHandout(of name: String, hasAnswers: Bool) -> Int32 {
    do throws(CommandError) {
      results.write(try Handout.text(of: name, hasAnswers: hasAnswers))
      results.flush()
      return ExitStatus.success
    } catch {
      makeInterpreter().report(Diagnostic(error, in: SourceLine(text: ""), isTyped: true))
      return ExitStatus.commandFailed
    }
  }

  /// Parses files of commands and reports every error.
  func check(_ files: [String]) throws(UsageError) -> Int32 {
    try refuseCommands()
    let interpreter = makeInterpreter()
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
    let isRecorded = recorder?.finish(in: interpreter) ?? true
    results.flush()
    interpreter.noteUnsavedChanges()
    if let asked = SignalState.exitStatus { return asked }
    if SignalState.interruptRequested { return ExitStatus.interrupted }
    if let failure = results.failure {
      StandardError.write("error: cannot write the results: \(failure)\n")
      return ExitStatus.commandFailed
    }
    return status == ExitStatus.success && !isRecorded ? ExitStatus.commandFailed : status
  }
}

// MARK: - What cannot be done

extension Launch {
  /// Refuses a prompt that is forbidden or that nobody would see.
  ///
  /// - Parameter hasWork: whether there is something to do without one.
  private func check(_ choice: ReaderChoice, hasWork: Bool) throws(UsageError) {
    let asksForPrompt = options.has(.thenInteractive)
    if choice.isPrompt, options.has(.noInput) {
      throw UsageError(
        asksForPrompt
          ? "--no-input forbids the prompt that --then-interactive asks for"
          : "there are no commands, and --no-input forbids a prompt",
        hint: "commands come from -c, from a script or from standard input")
    }
    guard choice == .nobody else { return }
    if asksForPrompt {
      throw UsageError(
        "--then-interactive needs a terminal to read from and to print on",
        hint: "leave it out where output goes to a file or a pipe")
    }
    if !hasWork {
      throw UsageError(
        "there is nothing to print: no file, no commands, and no terminal for a prompt",
        hint: "name a file, or commands with -c")
    }
  }

  private func refuseCommands() throws(UsageError) {
    if options.command.isEmpty { return }
    throw UsageError("a script has its own commands", hint: "leave out -c")
  }
}

// MARK: - Plain arguments

extension LaunchRequest {
  /// Does what the arguments say.
  ///
  /// - Returns: the exit status.
  func carryOut() -> Int32 {
    do throws(UsageError) {
      let launch = Launch(try options.filled())
      switch task {
      case .open([]) where launch.options.has(.check):
        throw UsageError("there is no file to check", hint: "shelf --check FILE")
      case .open(let files) where launch.options.has(.check): return try launch.check(files)
      case .open(let files) where !files.isEmpty && files.allSatisfy { $0.hasSuffix(".shelf") }:
        return try launch.runScripts(files)
      case .open(let files):
        try LaunchRequest.refuseScripts(among: files)
        return try launch.runShell(files: files)
      case .run(let scripts) where launch.options.has(.check): return try launch.check(scripts)
      case .run(let scripts): return try launch.runScripts(scripts)
      }
    } catch {
      StandardError.write(error.text)
      return ExitStatus.usage
    }
  }

  /// Scripts open their data themselves: beside data they are most likely meant to be run over it.
  private static func refuseScripts(among files: [String]) throws(UsageError) {
    guard let script = files.first(where: { $0.hasSuffix(".shelf") }) else { return }
    let data = files.filter { !$0.hasSuffix(".shelf") }.joined(separator: " ")
    throw UsageError(
      "'\(script)' is a file of commands, and no data",
      hint: "shelf \(data) -c 'source \(script)' runs it over that")
  }
}
