package import CommandLanguage
import Commands
import Foundation
import Rendering
package import TableEngine
package import TableModel
package import Workspaces

/// What only the shell around the table can do.
extension Interpreter {
  func follow(_ next: Output.Next, of line: SourceLine) -> Verdict {
    switch next {
    case .carryOn: return .carryOn
    case .quit(let code, let isForced):
      guard mayLeave(isForced: isForced) else {
        lastErrorCode = "unsaved"
        return .failed(ExitStatus.commandFailed)
      }
      hasQuit = true
      return .quit(code)
    case .clearScreen:
      console.clearScreen()
      return .carryOn
    case .source(let file): return source(file, from: line)
    case .output(let request): return follow(request, of: line)
    case .timed(let commands): return time(commands, of: line)
    case .history(.list(let count, let text)):
      paged { list((typed ?? lines).numbered(count, holding: text)) }
      return .carryOn
    case .history(.clear): return clearHistory(line)
    case .history(.transcript), .record, .lesson, .browse: return carryOut(next, of: line)
    }
  }

  /// Does something that a line asks for; an error of it is reported as the line's.
  package func attempt(_ line: SourceLine, _ work: () throws(CommandError) -> Void) -> Verdict {
    do {
      try work()
      return .carryOn
    } catch {
      return fail(error, line)
    }
  }

  package func fail(_ error: CommandError, _ line: SourceLine) -> Verdict {
    report(error, in: line)
    return .failed(ExitStatus.commandFailed)
  }
}

extension Output.Next {
  /// True where the code that carries it out also prints the command's answer.
  var bringsAnswer: Bool {
    switch self {
    case .carryOn, .quit, .clearScreen, .browse: false
    case .source, .history, .record, .lesson, .timed, .output: true
    }
  }
}

// MARK: - Files that change underneath

extension Interpreter {
  /// Says once before the next prompt that a file was written to since it was read, or saved here.
  func tellOfChangedFile() {
    guard mode.isInteractive, let change = session.changedFile, change != toldChange else { return }
    toldChange = change
    tell(change.words)
  }
}

// MARK: - The window

extension Interpreter {
  /// True where a part shows a table of its own.
  var isTableHeld: Bool { parts.contains { $0.holdsTable } }

  /// Takes over the size of the terminal; a table that a part holds keeps its own.
  func follow(_ window: Size) {
    if !isTableHeld { session.resize(window: window) }
    if console.columns != nil { console.columns = window.width }
  }

  /// Gives the table another window, in characters.
  package func resize(window: Size) { session.resize(window: window) }
}

/// Lines that were typed, or run where none are typed.
extension Interpreter {
  private func list(_ entries: [(number: Int, text: String)]) {
    guard mode.json else {
      console.result(entries.map { StyledLine(DisplaySafe.line("\($0.number)  \($0.text)")) })
      return
    }
    var record = Record()
    record["schema"] = .string("shelf.history.1")
    record["entries"] = .array(
      entries.map {
        .record(Record([("number", .integer($0.number)), ("command", .string($0.text))]))
      })
    writeValue(.record(record))
  }

  /// A script forgets nothing of what somebody has typed.
  private func clearHistory(_ line: SourceLine) -> Verdict {
    guard let typed else {
      let hint = "without a prompt 'history' lists the lines of this run"
      return fail(
        CommandError(.impossible("only a prompt has a history to clear", hint: hint)), line)
    }
    do {
      try typed.clear()
    } catch {
      return fail(CommandError(.impossible(error.description, hint: nil)), line)
    }
    answer("history", ["the history is empty"])
    return .carryOn
  }
}

/// Leaving the shell while changes are not saved: at a prompt it takes being asked twice.
extension Interpreter {
  /// The user's file that has unsaved changes, in the shell or behind the table of a part.
  private var unsavedFile: String? {
    session.unsavedFile ?? parts.lazy.compactMap { $0.unsavedFile }.first
  }

  var holdsChanges: Bool { unsavedFile != nil }

  /// What stands before a line that is typed: a star says that changes are not saved.
  var prompt: String { holdsChanges ? "shelf*> " : "shelf> " }

  /// Whether the shell may be left now; says so where it may not.
  func mayLeave(isForced: Bool = false) -> Bool {
    guard mode.isInteractive, !isForced, !hasAskedToLeave, let unsavedFile else {
      leavesChangesBehind = mode.isInteractive
      return true
    }
    asksToLeave = true
    tell(
      "'\(unsavedFile)' has unsaved changes: 'save FILE' keeps them,"
        + " 'quit' again or 'quit --force' leaves without them")
    return false
  }

  /// Called for every line that is not empty: only one that follows at once is an answer.
  func forgetQuestion() {
    hasAskedToLeave = asksToLeave
    asksToLeave = false
  }

  /// Says at the end of the program what it leaves behind, unless the person at the prompt knows.
  package func noteUnsavedChanges() {
    guard !leavesChangesBehind, let unsavedFile else { return }
    tell("changes to '\(unsavedFile)' were not saved; 'save FILE' does that")
  }
}

/// Commands with a clock beside them.
extension Interpreter {
  /// How long something took, in seconds.
  private struct Spent {
    var wall: Double
    /// The time of all processors.
    var cpu: Double
  }

  /// Carries `time` out: runs commands and says how long they took. Machines get an answer only
  /// about commands that succeeded, since a command has one answer.
  func time(_ commands: String, of line: SourceLine) -> Verdict {
    var inner = SourceLine(text: commands, source: commands, file: line.file, line: line.line)
    inner.isPiped = line.isPiped
    let (verdict, spent) = measure { runStatements(of: inner) }
    guard mode.json else {
      say(spent)
      return verdict
    }
    if case .failed = verdict { return verdict }
    var record = Record()
    record["schema"] = .string("shelf.time.1")
    record["command"] = .string(commands)
    record["wall"] = .double(Self.microseconds(spent.wall))
    record["cpu"] = .double(Self.microseconds(spent.cpu))
    writeValue(.record(record))
    return verdict
  }

  /// Runs something and says beside the results how long it took.
  func timed(_ body: () -> Verdict) -> Verdict {
    let (verdict, spent) = measure(body)
    say(spent)
    return verdict
  }

  private func measure(_ body: () -> Verdict) -> (Verdict, Spent) {
    let start = ContinuousClock.now
    let processor = clock()
    let verdict = body()
    let cpu = Double(clock() - processor) / Double(CLOCKS_PER_SEC)
    return (verdict, Spent(wall: (ContinuousClock.now - start) / .seconds(1), cpu: cpu))
  }

  private func say(_ spent: Spent) {
    let words = "wall \(Self.words(spent.wall))\(Mark.dot)cpu \(Self.words(spent.cpu))"
    console.message([StyledLine(words)])
  }

  private static func words(_ seconds: Double) -> String {
    seconds < 1
      ? String(format: "%.2f ms", seconds * 1000) : String(format: "%.2f s", seconds)
  }

  /// The same seconds without digits that mean nothing.
  private static func microseconds(_ seconds: Double) -> Double {
    (seconds * 1_000_000).rounded() / 1_000_000
  }
}

/// Something that a shell can do beside running commands on a table, such as lessons.
///
/// The interpreter hands each request of a command to its parts first, and lets them know what
/// happens. So it can route what it knows nothing of:
///
/// ```
/// lesson next -> Output.Next.lesson(.next) -> parts in order -> the first that answers
/// ```
package protocol InterpreterPart: AnyObject {
  /// Carries out what a command asks of the shell.
  ///
  /// - Returns: nil where that is none of this part's business.
  func carryOut(_ next: Output.Next, of line: SourceLine, in interpreter: Interpreter)
    -> Interpreter.Verdict?

  /// Takes note of what happened.
  func note(_ event: Interpreter.Event, in interpreter: Interpreter)

  /// The line to run in place of one that was typed; nil to run it as it is.
  func substitute(for line: SourceLine, in interpreter: Interpreter) -> SourceLine?

  /// True while the table on the screen is this part's and not the user's own.
  var holdsTable: Bool { get }

  /// True while what is printed is kept, so that it has to reach the screen as it is.
  var isKeepingOutput: Bool { get }

  /// The user's file with unsaved changes that waits behind this part's table.
  var unsavedFile: String? { get }

  /// A part as this one was at first, for a session that is played again; nil where that does without.
  var forPlaying: (any InterpreterPart)? { get }
}

extension InterpreterPart {
  package func substitute(for line: SourceLine, in interpreter: Interpreter) -> SourceLine? { nil }
  package var holdsTable: Bool { false }
  package var isKeepingOutput: Bool { false }
  package var unsavedFile: String? { nil }
  package var forPlaying: (any InterpreterPart)? { nil }
}

extension Interpreter {
  /// What parts take note of.
  package enum Event {
    /// A file was opened before the first command.
    case opened(path: String, OpenOptions, Shape?, Output)
    /// A command ran that nobody typed, with what it would have printed.
    case ranUnasked(String, Workspace.Result)
    /// A line is about to run. Lines of a file belong to the line that runs the file.
    case begins(SourceLine)
    /// A command was carried out, of a line or of a file; its result is not written yet.
    case carriedOut(Workspace.Result)
    /// A line has run, and all that it has to say is said.
    case ended(Verdict)
  }

  /// Lets all parts know, at the end of a line in reverse order: what was begun first ends last.
  func note(_ event: Event) {
    if case .ended = event {
      for part in parts.reversed() { part.note(event, in: self) }
    } else {
      for part in parts { part.note(event, in: self) }
    }
  }

  /// Carries out a request that only a part can.
  func carryOut(_ next: Output.Next, of line: SourceLine) -> Verdict {
    for part in parts {
      if let verdict = part.carryOut(next, of: line, in: self) { return verdict }
    }
    if next == .browse {
      let hint = "'view' prints the viewport"
      return fail(
        CommandError(
          .impossible("'browse' needs a terminal that can be drawn on", hint: hint)), line)
    }
    return fail(CommandError(.impossible("this shell has no part for that", hint: nil)), line)
  }
}
