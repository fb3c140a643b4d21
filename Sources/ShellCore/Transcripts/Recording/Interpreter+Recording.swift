import Commands
import DataSources
import Foundation
import Rendering
import TableModel

extension Interpreter {
  /// Carries `record` out.
  func follow(_ request: Output.RecordRequest, of line: SourceLine) -> Verdict {
    do {
      switch request {
      case .tell: say(recording.map { "recording to \($0.file)" } ?? "nothing is being recorded")
      case .stop: say(try stopRecording())
      case .start(let file, let replacing): say(try startRecording(file, replacing: replacing))
      }
      return .carryOn
    } catch {
      return fail(error, line)
    }
  }

  private func say(_ text: String) { answer("record", [text]) }

  private func startRecording(_ file: String, replacing: Bool) throws(CommandError) -> String {
    if let recording {
      let hint = "'record off' ends that recording"
      throw CommandError(.impossible("'\(recording.file)' is being recorded", hint: hint))
    }
    if let obstacle = log.obstacle { throw CommandError(.impossible(obstacle, hint: nil)) }
    let path = destination(file)
    if !replacing, FileManager.default.fileExists(atPath: path) {
      throw CommandError(.impossible("'\(file)' already exists", hint: "--force replaces it"))
    }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw CommandError(.file(path: file, reason: "its folder cannot be written"))
    }
    recording = Recording(
      file: file, replacing: replacing, start: log.entries.count,
      size: TranscriptSession.size(ofWindow: session.preferences.window))
    return "recording to \(file)"
  }

  private func stopRecording() throws(CommandError) -> String {
    guard let recording else {
      throw CommandError(.nothing("nothing is being recorded", hint: "'record FILE' begins"))
    }
    self.recording = nil
    if let obstacle = log.obstacle { throw CommandError(.impossible(obstacle, hint: nil)) }
    let text = log.page(
      of: recording, after: logOfStart, at: destination(recording.file), frontMatter)
    try session.writing(recording.file) {
      try session.environment.write(recording.file, recording.replacing) { take in
        try take(Array(text.utf8))
      }
    }
    let count = log.entries.dropFirst(recording.start ?? 0).filter { !$0.isAboutRecording }.count
    return "recorded \(count == 1 ? "1 input" : "\(count) inputs") to \(recording.file)"
  }

  /// Writes what is still being recorded; call it before the program ends.
  ///
  /// - Returns: false when it can't be written, which was reported then.
  package func endRecording() -> Bool {
    guard recording != nil else { return true }
    do {
      let text = try stopRecording()
      tell(text)
      return true
    } catch {
      report(Diagnostic(error, in: SourceLine(text: ""), isTyped: true))
      return false
    }
  }

  /// The whole session as a page.
  func transcriptOfSession() throws(CommandError) -> [String] {
    if let obstacle = log.obstacle { throw CommandError(.impossible(obstacle, hint: nil)) }
    let whole = Recording(
      file: "", replacing: false, start: nil,
      size: TranscriptSession.size(ofWindow: session.preferences.window))
    return log.page(of: whole, after: logOfStart, at: nil, frontMatter).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast().map(String.init)
  }

  private var frontMatter: FrontMatter {
    var matter = FrontMatter()
    matter.isInteractive = mode.isInteractive
    return matter
  }
}

// MARK: - The log

extension Interpreter {
  /// What a page has to set for its session to begin as this one did.
  private var logOfStart: SessionLog {
    var log = SessionLog()
    for command in preferencesAtStart.settingCommands {
      log.begin(command, window: preferencesAtStart.window)
      log.add(String(command.dropFirst("set ".count)) + "\n")
      log.end(.ok)
    }
    return log
  }

  /// Notes what was opened before the first command.
  func logOpening(_ path: String, _ how: OpenOptions, _ shape: Shape?, _ output: Output) {
    if path == SessionEnvironment.standardInput {
      log.give(up: "the table came from standard input, which cannot be read again")
      return
    }
    var words = ["open", Self.quoted(path)]
    let options = [
      ("format", how.format), ("table", how.table), ("query", how.query),
      ("group-by", how.groupBy), ("sections", shape?.sections?.description),
      ("rows", shape?.rows?.description), ("items", shape?.items?.description),
      ("title", shape?.title?.description),
    ]
    for case (let name, let value?) in options { words += ["--" + name, Self.quoted(value)] }
    log(
      words.joined(separator: " "),
      Session.Result(output: output, command: "open", showsView: true))
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:,=".contains($0) }
    if isPlain, !word.isEmpty { return word }
    return "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// Notes a command that was run without being typed, with what it would have printed.
  func log(_ input: String, _ result: Session.Result) {
    log.begin(input, window: session.preferences.window)
    log.add(result.output.lines.map { $0.text + "\n" }.joined())
    if result.output.lines.isEmpty { log.add(result.output.json.map { $0 + "\n" }.joined()) }
    if mode.isInteractive, result.showsView, session.preferences.showsViewAfterChanges {
      log.add(session.picture().map { $0.text + "\n" }.joined())
    }
    log.end(.ok)
  }

  /// How a line ended, as a page says it.
  func status(of verdict: Verdict) -> StepStatus {
    switch verdict {
    case .carryOn, .quit(0): .ok
    case .failed: .error(lastErrorCode)
    case .quit(let code): .exit(code)
    }
  }
}
