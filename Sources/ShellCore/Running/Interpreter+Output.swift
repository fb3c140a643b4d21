import CommandLanguage
import Commands
import Documents
import Files
import Foundation
import Rendering

/// Results that go to a file.
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
        throw CommandError(.impossible("'\(name)' already exists", hint: "--force replaces it"))
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

  /// - Throws: what the system says when the file cannot be made; `EEXIST` unless `replacing`.
  init(_ name: String, path: String, replacing: Bool, isForOneCommand: Bool) throws(POSIXError) {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (replacing ? O_TRUNC : O_EXCL)
    let descriptor = SystemPath.with(path) { Foundation.open($0, flags, 0o666) }
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
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
