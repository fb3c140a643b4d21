package import CommandLanguage
import Commands
import Documents
import Files
import Foundation
import Rendering
import Workspaces

/// Files of commands that a command names.
extension Interpreter {
  private static let depthLimit = 16

  /// Runs a file of commands; its first failure ends it, unless failures are not to end anything.
  func source(_ file: String, from line: SourceLine) -> Verdict {
    let path = Self.resolve(file, relativeTo: line.file)
    do {
      let reader = try reader(of: path, named: file)
      if mode.json { answer("source", []) }
      sources.append(path)
      defer { sources.removeLast() }
      return runAll(reader)
    } catch {
      return fail(error, line)
    }
  }

  private func runAll(_ reader: ScriptReader) -> Verdict {
    var status = ExitStatus.success
    while !shouldStop() {
      switch reader.next(prompt: "") {
      case .line(let line):
        switch run(line) {
        case .carryOn: continue
        case .quit(let code): return .quit(code == 0 ? status : code)
        case .failed(let code):
          if !mode.keepsGoing { return .failed(code) }
          if status == 0 { status = code }
        }
      case .failure(let error):
        report(Diagnostic(error))
        return .failed(status == 0 ? ExitStatus.commandFailed : status)
      case .interrupted, .endOfInput, .terminalGone:
        return status == 0 ? .carryOn : .failed(status)
      }
    }
    reportCancellation(before: "the end of '\(sources.last ?? "")'")
    return .failed(ExitStatus.interrupted)
  }

  /// - Parameter name: what the command called it.
  private func reader(of path: String, named name: String) throws(CommandError) -> ScriptReader {
    if sources.contains(path) {
      let circle = (sources + [path]).joined(separator: " -> ")
      throw CommandError(
        .file(path: name, reason: "the files name each other in a circle: " + circle))
    }
    if sources.count >= Self.depthLimit {
      throw CommandError(
        .file(path: name, reason: "files are nested more than \(Self.depthLimit) deep"))
    }
    do {
      return try ScriptReader(path: locate(path), name: path)
    } catch {
      throw CommandError(.file(path: path, reason: error.description))
    }
  }

  private static func resolve(_ file: String, relativeTo source: String?) -> String {
    guard !file.hasPrefix("/"), let source, let slash = source.lastIndex(of: "/") else {
      return file
    }
    return source[...slash] + file
  }
}

// MARK: - Checking

extension Interpreter {
  /// Parses lines without running them, by the rules by which they would run: names that a line
  /// gives to commands hold for those after it, also in a file that is named.
  ///
  /// - Returns: false when there was an error; each is reported.
  package func check(_ reader: any LineReader) -> Bool {
    var isFine = true
    while true {
      switch reader.next(prompt: "") {
      case .line(let line):
        for statement in Statement.statements(in: line.text) {
          isFine = check(statement, of: line) && isFine
        }
      case .failure(let error):
        report(Diagnostic(error))
        isFine = false
      case .interrupted, .endOfInput, .terminalGone: return isFine
      }
    }
  }

  private func check(_ statement: Statement, of line: SourceLine) -> Bool {
    do {
      guard case .source(let file) = try session.check(statement) else { return true }
      let path = Self.resolve(file, relativeTo: line.file)
      // A file that a line before this one writes is not there yet.
      let isThere = FileManager.default.fileExists(atPath: locate(path))
      if !isThere, PlannedFiles.canRead(path, in: session) { return true }
      let reader = try reader(of: path, named: file)
      sources.append(path)
      defer { sources.removeLast() }
      return check(reader)
    } catch {
      var diagnostic = Diagnostic(error, in: line, isTyped: false)
      diagnostic.point(to: error.range, in: line)
      report(diagnostic)
      return false
    }
  }
}

// MARK: - Results that go to a file

extension Interpreter {
  func follow(_ request: Output.OutputRequest, of line: SourceLine) -> Verdict {
    do throws(CommandError) {
      switch request {
      case .tell:
        if !mode.json { console.message([StyledLine(DisplaySafe.line(destinationOfResults))]) }
      case .standard: try closeResultFile()
      case .file(let name, let replacing, let isForOneCommand):
        try closeResultFile()
        try openResultFile(name, replacing: replacing, isForOneCommand: isForOneCommand)
      }
      if mode.json { answerBesideFile(request) }
      return .carryOn
    } catch {
      return fail(error, line)
    }
  }

  private var destinationOfResults: String {
    "results go to " + (resultFile?.name ?? "standard output")
  }

  /// Says on standard output where results go, and not in the file itself.
  private func answerBesideFile(_ request: Output.OutputRequest) {
    let divert = console.divert
    console.divert = nil
    let isForOneCommand = if case .file(_, _, true) = request { true } else { false }
    answer(isForOneCommand ? "once" : "output", [destinationOfResults])
    console.divert = divert
  }

  /// Where a file is written that a command names.
  package func place(ofFile name: String) throws(CommandError) -> String {
    do {
      return try destination(name)
    } catch {
      throw CommandError(.file(path: name, reason: SystemMessage.text(of: error)))
    }
  }

  private func openResultFile(
    _ name: String, replacing: Bool, isForOneCommand: Bool
  ) throws(CommandError) {
    let path = try place(ofFile: name)
    do throws(FileReplacement.Failure) {
      let file = try ResultFile(
        name, path: path, replacing: replacing, isForOneCommand: isForOneCommand)
      resultFile = file
      console.divert = { file.write($0) }
    } catch {
      if case .exists = error {
        throw CommandError(.impossible("'\(name)' already exists", hint: "--force replaces it"))
      }
      throw CommandError(.file(path: name, reason: SystemMessage.text(of: error)))
    }
  }

  private func closeResultFile() throws(CommandError) {
    guard let file = resultFile else { return }
    resultFile = nil
    console.divert = nil
    if let failure = file.flush() { throw CommandError(.file(path: file.name, reason: failure)) }
  }

  /// After a command, hands over what it wrote, and closes a file meant for one command. A file
  /// that cannot be written is closed too, which fails the command.
  func endResultFile(begunBefore file: ResultFile?, after verdict: Verdict) -> Verdict {
    guard let current = resultFile else { return verdict }
    let failure = current.flush()
    if failure != nil || (current.isForOneCommand && current === file) {
      resultFile = nil
      console.divert = nil
    }
    guard let failure else { return verdict }
    report(
      Diagnostic(
        code: "file", message: "cannot write \(DisplaySafe.line(current.name)): \(failure)",
        hint: "results go to standard output again"))
    switch verdict {
    case .carryOn: return .failed(ExitStatus.commandFailed)
    case .quit(ExitStatus.success): return .quit(ExitStatus.commandFailed)
    case .failed, .quit: return verdict
    }
  }
}

/// A file that results are written to in place of standard output.
final class ResultFile {
  /// The name by which the user knows it.
  let name: String
  /// True when it ends with the next command.
  let isForOneCommand: Bool
  /// What it is written to.
  let descriptor: Int32
  private let handle: FileHandle
  private let writer: ResultWriter

  /// - Throws: why the file cannot be made; `exists` unless `replacing`.
  init(
    _ name: String, path: String, replacing: Bool, isForOneCommand: Bool
  ) throws(FileReplacement.Failure) {
    try FileReplacement.check(path)
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (replacing ? O_TRUNC : O_EXCL)
    let descriptor = SystemPath.with(path) { Foundation.open($0, flags, 0o666) }
    guard descriptor >= 0 else { throw errno == EEXIST ? .exists : .system(errno) }
    self.name = name
    self.isForOneCommand = isForOneCommand
    self.descriptor = descriptor
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    writer = ResultWriter(descriptor: descriptor)
  }

  func write(_ text: String) { writer.write(text) }

  /// Hands everything to the system.
  ///
  /// - Returns: why that failed; nil when it did not.
  func flush() -> String? {
    writer.flush()
    return writer.failure
  }
}

// MARK: - `| COMMAND`: results that go to a command of the system's shell

extension Interpreter {
  /// Runs something and hands what it prints, plain as to any pipe, to the command.
  ///
  /// What fails is not handed on. What the command prints goes where results go.
  func hand(to pipe: ShellPipe, of line: SourceLine, _ work: () -> Verdict) -> Verdict {
    do {
      try pipe.check(in: session)
    } catch {
      return fail(error, line)
    }
    let (divert, file, wasHandingOn) = (console.divert, resultFile, isHandingOn)
    var text = ""
    console.divert = { text += $0 }
    isHandingOn = true
    session.environment.printsToTerminal = false
    let verdict = work()
    isHandingOn = wasHandingOn
    // A command that changes where results go means those that follow.
    if resultFile === file { console.divert = divert }
    session.environment.printsToTerminal = printsToTerminal && resultFile == nil
    guard verdict == .carryOn, !shouldStop() else { return verdict }
    console.flush()
    if let failure = resultFile?.flush() {
      return fail(CommandError(.file(path: resultFile?.name ?? "", reason: failure)), line)
    }
    var command = PipedCommand(pipe.command)
    command.output = resultFile?.descriptor ?? 1
    guard let words = Self.words(for: command.run(reading: text)) else { return .carryOn }
    return fail(CommandError(.shell(command: pipe.command, ending: words), at: pipe.range), line)
  }

  /// What is said of how a command has ended; nil where that was well.
  private static func words(for ending: PipedCommand.Ending) -> String? {
    switch ending {
    case .exited(0): nil
    case .exited(let status): "ended with status \(status)"
    case .signal(let number): "was ended by signal \(number)"
    case .notStarted(let code): "could not be started: \(SystemMessage.text(code))"
    }
  }
}
