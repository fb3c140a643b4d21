import Commands
import DataSources
import Foundation
import ShellCore

/// What happens before the first command.
extension Launch {
  /// Opens what the command line names.
  ///
  /// - Returns: an exit status when that failed and the program ends.
  func open(_ file: String, in interpreter: Interpreter) -> Int32? {
    let path = file == "-" ? Environment.standardInput : file
    let verdict = interpreter.open(
      path: path, options: options.open, shape: options.shape)
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
  /// that is asked for; their errors are warnings. What the program's options say stays.
  ///
  /// - Returns: the exit status if nothing else fails.
  func runStartUpFiles(_ interpreter: Interpreter, isBeforePrompt: Bool) -> Int32 {
    if options.has(.noRC) { return ExitStatus.success }
    var status = ExitStatus.success
    if let path = options.initFile {
      status = runStartUpFile(path, interpreter) ? status : ExitStatus.commandFailed
    } else if isBeforePrompt, let path = StartUpFile.standard(environment: environment),
      FileManager.default.fileExists(atPath: path)
    {
      _ = runStartUpFile(path, isUnasked: true, interpreter)
    }
    if options.has(.projectRC), FileManager.default.fileExists(atPath: StartUpFile.project) {
      _ = runStartUpFile(StartUpFile.project, isUnasked: true, interpreter)
    }
    interpreter.insist(size: options.size, charset: options.charset)
    return status
  }

  /// - Parameter isUnasked: whether nobody has named the file: then it is only a warning that it
  ///   cannot be read.
  /// - Returns: false when the file cannot be read, which is reported.
  private func runStartUpFile(
    _ path: String, isUnasked: Bool = false, _ interpreter: Interpreter
  ) -> Bool {
    do {
      interpreter.runStartUp(try ScriptReader(path: path, isUnasked: isUnasked))
      return true
    } catch {
      var diagnostic = Diagnostic(error)
      if isUnasked { diagnostic.severity = .warning }
      interpreter.report(diagnostic)
      return false
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
