package import CommandLanguage
import Commands
import Documents
import Files
import Foundation
import ManyFiles
import Rendering
package import ShellCore
import TableModel
import Workspaces

/// Keeps what is typed and printed, and writes it as a page: `record` and `history --transcript`.
package final class Recorder: InterpreterPart {
  /// What was run so far.
  private var log = SessionLog()
  private var recording: Recording?
  /// The files that were opened, as they were then.
  private var stamps: [String: FileStamp] = [:]
  private var lastOpened: String?
  /// What was set before the first line.
  private let preferencesAtStart: Preferences

  /// Listens from now on to what an interpreter prints; it still has to be made a part of it.
  package init(of shell: Interpreter) {
    preferencesAtStart = shell.session.preferences
    shell.console.listen = { [weak self] text in self?.log.add(text) }
    let option = shell.mode.json ? "--json" : shell.mode.isPlain ? "--plain" : nil
    if let option { log.give(up: "with \(option) there is nothing for a page to compare") }
  }

  package func carryOut(_ next: Output.Next, of line: SourceLine, in shell: Interpreter)
    -> Interpreter.Verdict?
  {
    switch next {
    case .record(let request):
      log.noteRequest()
      return shell.attempt(line) { () throws(CommandError) in
        if let words = try carryOut(request, shell) { shell.answer("record", [words]) }
      }
    case .history(.transcript):
      return shell.attempt(line) { () throws(CommandError) in
        shell.console.result(try transcript(of: shell).map { StyledLine($0) })
      }
    default: return nil
    }
  }

  package var isKeepingOutput: Bool { recording != nil }

  package func note(_ event: Interpreter.Event, in shell: Interpreter) {
    switch event {
    case .opened(let path, let options, let shape, let output):
      noteFiles(of: shell)
      noteOpening(path, options, shape, output, shell)
    case .ranUnasked(let input, let result): note(input, result, shell)
    case .begins(let line):
      log.begin(
        line.source, window: shell.session.preferences.window, isBrowsed: shell.isBrowsing)
    case .carriedOut: noteFiles(of: shell)
    case .ended(let verdict): log.end(Self.status(of: verdict, shell))
    }
  }

  /// - Returns: what to say; nil where the result says it.
  private func carryOut(_ request: Output.RecordRequest, _ shell: Interpreter)
    throws(CommandError) -> String?
  {
    switch request {
    case .tell: recording.map { "recording to \($0.file)" } ?? "nothing is being recorded"
    case .stop: try stop(shell)
    case .start(let file, let replacing, let form):
      try start(file, replacing: replacing, form, shell)
    case .film("-", _):
      try printFilm(of: shell)
    case .film(let file, let replacing):
      try writeFilm(to: file, replacing: replacing, from: 0, shell)
    }
  }

  private func start(
    _ file: String, replacing: Bool, _ form: Output.RecordForm, _ shell: Interpreter
  ) throws(CommandError) -> String {
    if let recording {
      let hint = "'record off' ends that recording"
      throw CommandError(.impossible("'\(recording.file)' is being recorded", hint: hint))
    }
    if let obstacle = log.obstacle { throw CommandError(.impossible(obstacle, hint: nil)) }
    let path = try shell.place(ofFile: file)
    if !replacing, FileManager.default.fileExists(atPath: path) {
      throw CommandError(.impossible("'\(file)' already exists", hint: "--force replaces it"))
    }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw CommandError(.file(path: file, reason: "its folder cannot be written"))
    }
    recording = Recording(
      file: file, replacing: replacing, start: log.entries.count,
      size: TranscriptSession.size(ofWindow: shell.session.preferences.window), form: form)
    return "recording to \(file)"
  }

  private func stop(_ shell: Interpreter) throws(CommandError) -> String {
    guard let recording else {
      throw CommandError(.nothing("nothing is being recorded", hint: "'record FILE' begins"))
    }
    self.recording = nil
    if let obstacle = log.obstacle { throw CommandError(.impossible(obstacle, hint: nil)) }
    if recording.form == .film {
      return try writeFilm(
        to: recording.file, replacing: recording.replacing, from: recording.start ?? 0, shell)
    }
    let text = log.page(
      of: recording, after: logOfStart, at: try shell.place(ofFile: recording.file),
      frontMatter(of: shell))
    try write(text, to: recording.file, replacing: recording.replacing, shell)
    let count = log.entries.dropFirst(recording.start ?? 0).filter { !$0.isAboutRecording }.count
    let words = "recorded \(count == 1 ? "1 input" : "\(count) inputs") to \(recording.file)"
    return log.leftOut == 0
      ? words : words + "; left out \(log.leftOut), with a line break or a quote that is open"
  }

  /// Writes what is still being recorded; call it before the program ends.
  ///
  /// - Returns: false when it can't be written, which was reported then.
  package func finish(in shell: Interpreter) -> Bool {
    guard recording != nil else { return true }
    do {
      let text = try stop(shell)
      shell.tell(text)
      return true
    } catch {
      shell.report(Diagnostic(error, in: SourceLine(text: ""), isTyped: true))
      return false
    }
  }

  /// The whole session as a page.
  func transcript(of shell: Interpreter) throws(CommandError) -> [String] {
    if let obstacle = log.obstacle { throw CommandError(.impossible(obstacle, hint: nil)) }
    let whole = Recording(
      file: "", replacing: false, start: nil,
      size: TranscriptSession.size(ofWindow: shell.session.preferences.window))
    return log.page(of: whole, after: logOfStart, at: nil, frontMatter(of: shell)).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast().map(String.init)
  }

  private func write(
    _ text: String, to file: String, replacing: Bool, _ shell: Interpreter
  ) throws(CommandError) {
    let environment = shell.session.environment
    try environment.writing(file) {
      try environment.write(file, replacing) { take in try take(Array(text.utf8)) }
    }
  }

  private func frontMatter(of shell: Interpreter) -> FrontMatter {
    var matter = FrontMatter()
    matter.isInteractive = shell.mode.isInteractive
    return matter
  }
}

// MARK: - Films

extension Recorder {
  /// Writes a page that plays the session from one of its inputs on.
  ///
  /// - Returns: what to say.
  private func writeFilm(
    to file: String, replacing: Bool, from start: Int, _ shell: Interpreter
  ) throws(CommandError) -> String {
    let changes = wordsOnChangedFiles(shell)
    let (film, isCut) = try film(of: shell, from: start)
    var page = PlaybackPage(film)
    try write(page.html(), to: file, replacing: replacing, shell)
    let most = Numerals.text(SessionCamera.mostFrames)
    return "wrote \(file)" + (isCut ? "; it ends after \(most) pictures" : "")
      + (changes.map { "; " + $0 } ?? "")
  }

  private func printFilm(of shell: Interpreter) throws(CommandError) -> String? {
    var page = PlaybackPage(try film(of: shell, from: 0).film)
    if let changes = wordsOnChangedFiles(shell) { shell.tell(changes) }
    shell.console.document(page.html())
    return nil
  }

  /// Remembers the files of a table that was just opened.
  private func noteFiles(of shell: Interpreter) {
    guard let path = shell.session.levels.firstPath, path != lastOpened,
      let origin = shell.session.levels.first?.origin
    else { return }
    lastOpened = origin.path
    for path in [origin.path] + origin.options.others where stamps[path] == nil {
      stamps[path] = shell.session.environment.stamp(path)
    }
  }

  /// A film reads files again: those that were saved over, or changed otherwise, are not what the session saw.
  private func wordsOnChangedFiles(_ shell: Interpreter) -> String? {
    let changed = stamps.filter { shell.session.environment.stamp($0.key) != $0.value }.keys
      .sorted()
    guard !changed.isEmpty else { return nil }
    return changed.map { "'\($0)'" }.joined(separator: ", ")
      + " changed since this session opened it, and is played as it is now"
  }

  private func film(
    of shell: Interpreter, from start: Int
  ) throws(CommandError) -> (film: Film, isCut: Bool) {
    if let obstacle = log.obstacle { throw CommandError(.impossible(obstacle, hint: nil)) }
    let before = logOfStart.entries
    return try Projector.film(
      of: before + log.entriesSoFar, from: before.count + start, beside: shell)
  }
}

// MARK: - The log

extension Recorder {
  /// What a page has to set for its session to begin as this one did.
  private var logOfStart: SessionLog {
    var log = SessionLog()
    for command in preferencesAtStart.settingCommands {
      log.begin(command, window: preferencesAtStart.window, isStart: true)
      log.add(String(command.dropFirst("set ".count)) + "\n")
      log.end(.ok)
    }
    return log
  }

  /// Notes what was opened before the first command.
  private func noteOpening(
    _ path: String, _ how: OpenOptions, _ shape: Shape?, _ output: Output, _ shell: Interpreter
  ) {
    if path == Environment.standardInput {
      log.give(up: "the table came from standard input, which cannot be read again")
      return
    }
    var words = ["open", Self.quoted(path)] + how.others.map(Self.quoted)
    let options = [
      ("format", how.format), ("table", how.table), ("query", how.query),
      ("group-by", how.groupBy), ("key", how.key), ("sections", shape?.sections?.description),
      ("rows", shape?.rows?.description), ("items", shape?.items?.description),
      ("title", shape?.title?.description), ("limit", how.limit.map(String.init)),
      ("as", how.form?.rawValue),
    ]
    let dialect = DialectOption.allCases.map { ($0.rawValue, $0.word(of: how.dialect)) }
    for case (let name, let value?) in options + dialect {
      words += ["--" + name, Self.quoted(value)]
    }
    if how.tolerance.isLenient { words.append("--lenient") }
    if how.tolerance.skipsBadLines { words.append("--skip-bad-lines") }
    if how.waits { words.append("--wait") }
    if how.follows { words.append("--follow") }
    note(
      words.joined(separator: " "),
      Workspace.Result(output: output, command: "open", showsView: true), shell)
  }

  static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:,=".contains($0) }
    if isPlain, !word.isEmpty { return word }
    return "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// Notes a command that was run without being typed, with what it would have printed.
  private func note(_ input: String, _ result: Workspace.Result, _ shell: Interpreter) {
    log.begin(input, window: shell.session.preferences.window, isStart: true)
    log.add(result.output.notices.map { "\(Interpreter.Remark.note.rawValue): \($0)\n" }.joined())
    log.add(result.output.lines.map { $0.text + "\n" }.joined())
    if result.output.lines.isEmpty { log.add(result.output.json.map { $0 + "\n" }.joined()) }
    let preferences = shell.session.preferences
    if shell.mode.isInteractive, result.showsView, preferences.showsViewAfterChanges {
      log.add(shell.session.picture().map { $0.text + "\n" }.joined())
    }
    log.end(.ok)
  }

  /// How a line ended, as a page says it.
  private static func status(of verdict: Interpreter.Verdict, _ shell: Interpreter) -> StepStatus {
    switch verdict {
    case .carryOn, .quit(0): .ok
    case .failed: .error(shell.lastErrorCode)
    case .quit(let code): .exit(code)
    }
  }
}
