import CommandLanguage
import Commands
import Rendering
import ShellCore
import TableEngine
import Workspaces

/// Plays again what was typed, on a table of its own, and films it.
///
/// What is played reads the files that the session read and writes none.
struct Projector {
  private let shell: Interpreter
  private let camera = SessionCamera()
  private var film: Film
  /// What the first command to fail has said.
  private var failure: String?

  /// - Parameter other: the shell whose session is played again.
  private init(beside other: Interpreter, title: String) {
    film = Film(title: title)
    let console = Console(writeResult: { _ in }, writeMessage: { _ in })
    shell = Interpreter(
      session: Workspace(environment: other.session.environment.backstage), console: console,
      mode: other.mode)
    shell.locate = other.locate
    // Results that went to a file go nowhere.
    shell.destination = { _ in "/dev/null" }
    shell.parts = other.parts.compactMap(\.forPlaying) + [Usher(camera)]
    // The film shows the table after each command, so it need not be printed.
    shell.isBrowsing = true
  }

  /// The film of a session.
  ///
  /// - Parameters:
  ///   - entries: what was typed, and what the session began with.
  ///   - start: the index of the first entry to be seen.
  ///   - other: the shell that the session belongs to.
  static func film(
    of entries: [SessionLog.Entry], from start: Int, beside other: Interpreter
  ) throws(CommandError) -> (film: Film, isCut: Bool) {
    let title = other.session.levels.first?.title ?? "A session"
    var projector = Projector(beside: other, title: title)
    let shown = entries.indices.filter { entries[$0].isShownAgain }
    for index in shown where index < start || entries[index].isStart {
      projector.run(entries[index])
      if entries[index].isStart { projector.shell.session.forgetUndo() }
    }
    projector.showStart()
    for index in shown where index >= start && !entries[index].isStart {
      if other.shouldStop() { throw CommandError(.cancelled) }
      projector.show(entries[index])
    }
    projector.camera.finish(&projector.film)
    if projector.film.isEmpty {
      if let failure = projector.failure, !other.session.levels.isEmpty {
        throw CommandError(
          .impossible("the session can't be played again: \(failure)", hint: nil))
      }
      throw CommandError(
        .nothing("no table was shown in this session", hint: "'open FILE' shows one"))
    }
    return (projector.film, projector.camera.isFull)
  }

  /// What is there before the first command.
  private mutating func showStart() {
    guard !shell.session.levels.isEmpty else { return }
    film.begin(Film.Step(input: ""))
    camera.look(shell.session, for: &film)
  }

  private mutating func show(_ entry: SessionLog.Entry) {
    film.begin(Film.Step(input: entry.inputForFilm))
    camera.attend(shell.session)
    film.note(output: run(entry))
    camera.look(shell.session, for: &film)
  }

  /// Runs the lines of an input; one that failed fails again.
  ///
  /// - Returns: what they print.
  @discardableResult
  private mutating func run(_ entry: SessionLog.Entry) -> String {
    var text = ""
    let take: (String) -> Void = { text += $0 }
    shell.console = Console(writeResult: take, writeMessage: take)
    if entry.window != shell.session.preferences.window { shell.resize(window: entry.window) }
    let reader = ScriptReader(text: entry.inputForFilm)
    while case .line(let line) = reader.next(prompt: "") {
      let verdict = shell.run(SourceLine(text: line.text, source: line.source))
      guard case .carryOn = verdict else {
        failure = failure ?? Self.error(in: text)
        break
      }
    }
    shell.console.flush()
    return text
  }

  /// The first error among messages, in its own words.
  private static func error(in text: String) -> String? {
    let mark = "error: "
    return text.split(separator: "\n").first { $0.hasPrefix(mark) }
      .map { String($0.dropFirst(mark.count)) }
  }
}

/// Has the camera look after each statement, though its line goes on: a table that was opened is
/// watched from its first pass, and what was made before a filter is drawn without it.
private final class Usher: InterpreterPart {
  private let camera: SessionCamera

  init(_ camera: SessionCamera) { self.camera = camera }

  func carryOut(_ next: Output.Next, of line: SourceLine, in shell: Interpreter)
    -> Interpreter.Verdict?
  { nil }

  func note(_ event: Interpreter.Event, in shell: Interpreter) {
    if case .carriedOut = event { camera.settle(shell.session) }
  }
}

extension SessionLog.Entry {
  /// True for what a film shows: not the recording itself, nor what only a person may do.
  fileprivate var isShownAgain: Bool { !isAboutRecording && !isForPersons }
}
