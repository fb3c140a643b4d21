package import CommandLanguage
import Commands
package import TableModel
package import Workspaces

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
