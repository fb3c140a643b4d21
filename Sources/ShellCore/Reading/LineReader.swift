/// What came of asking for the next command.
package enum LineEvent: Sendable, Hashable {
  case line(SourceLine)
  /// The script is read to its end, or Ctrl-D was pressed on an empty line.
  case endOfInput
  /// Ctrl-C: what was being typed is gone, the shell goes on.
  case interrupted
  /// The terminal was closed, or a signal asks the program to end (`SignalState.exitStatus`).
  case terminalGone
  /// The input is broken here; the next call goes on with what follows.
  case failure(ReadError)
}

/// Where commands come from: a script, a pipe, a plain terminal or a line editor.
package protocol LineReader: AnyObject {
  /// Waits for the next command, which may span several lines.
  ///
  /// - Parameter prompt: plain text, printed only by readers that talk to a person.
  func next(prompt: String) -> LineEvent

  /// Forgets commands that were handed in together but have not run, because one of them failed.
  func dropPending()
}

extension LineReader {
  package func dropPending() {}
}

/// The prompt of a command's second and further lines.
package let continuationPrompt = "...> "
