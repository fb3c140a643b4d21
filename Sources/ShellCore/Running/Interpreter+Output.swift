import Commands
import DataSources
import Foundation
import Rendering

/// Results that go to a file, and commands with a clock beside them.
extension Interpreter {
  func follow(_ request: Output.OutputRequest, of line: SourceLine) -> Verdict {
    do throws(CommandError) {
      switch request {
      case .tell:
        let place = resultFile.map { "results go to \($0.name)" } ?? "results go to standard output"
        console.message([StyledLine(DisplaySafe.line(place))])
      case .standard: try closeResultFile()
      case .file(let name, let replacing, let isForOneCommand):
        try closeResultFile()
        try openResultFile(name, replacing: replacing, isForOneCommand: isForOneCommand)
      }
      return .carryOn
    } catch {
      return fail(error, line)
    }
  }

  private func openResultFile(
    _ name: String, replacing: Bool, isForOneCommand: Bool
  ) throws(CommandError) {
    do throws(POSIXError) {
      let file = try ResultFile(
        name, path: destination(name), replacing: replacing, isForOneCommand: isForOneCommand)
      resultFile = file
      console.divert = { file.write($0) }
    } catch {
      if error.code == .EEXIST {
        throw CommandError(.impossible("'\(name)' exists already", hint: "--force replaces it"))
      }
      throw CommandError(.file(path: name, reason: SystemMessage.text(error.code.rawValue)))
    }
  }

  private func closeResultFile() throws(CommandError) {
    guard let file = resultFile else { return }
    resultFile = nil
    console.divert = nil
    if let failure = file.flush() { throw CommandError(.file(path: file.name, reason: failure)) }
  }

  /// After a command: what it wrote is handed over, and a file for one command ends; so does one
  /// that cannot be written, which fails the command.
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

  /// Runs something and prints how long it took.
  func timing(_ body: () -> Verdict) -> Verdict {
    let start = ContinuousClock.now
    let processor = clock()
    let verdict = body()
    let cpu = Double(clock() - processor) / Double(CLOCKS_PER_SEC)
    let wall = (ContinuousClock.now - start) / .seconds(1)
    console.message([StyledLine("wall \(Self.words(wall)) · cpu \(Self.words(cpu))")])
    return verdict
  }

  private static func words(_ seconds: Double) -> String {
    seconds < 1
      ? String(format: "%.2f ms", seconds * 1000) : String(format: "%.2f s", seconds)
  }

  /// Runs a line that may be a reference to the history, such as `!!`, showing what it became.
  func run(recalled line: SourceLine) -> Verdict {
    guard let expandHistory, line.text.first == "!" else { return run(line) }
    guard let text = expandHistory(line.text) else {
      let error = CommandError(
        .nothing("no line of the history fits '\(line.text)'", hint: "'history' lists them"))
      return fail(error, line)
    }
    console.message([StyledLine(DisplaySafe.line(text), TextStyle(.notice))])
    return run(SourceLine(text: text))
  }
}
