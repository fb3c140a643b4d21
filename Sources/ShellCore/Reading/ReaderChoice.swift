/// Which reader fits the streams that the program was started with.
package enum ReaderChoice: Sendable, Hashable {
  /// A line editor on the terminal.
  case editor
  /// A prompt on a terminal that cannot edit lines.
  case plain
  /// Commands from a pipe, without prompts.
  case stream
  /// Nobody who could read a prompt: results go to a file or a pipe, and keys come from a terminal.
  case nobody

  /// True for a reader that prompts somebody at a terminal.
  package var isPrompt: Bool { self == .editor || self == .plain }

  /// - Parameters:
  ///   - inputIsTerminal: whether commands come from a terminal, which is `/dev/tty` when data is
  ///     piped into standard input.
  ///   - outputIsTerminal: whether what is printed reaches a terminal.
  ///   - term: the value of `TERM`.
  ///   - knowsTerminal: whether the system describes a terminal of this name.
  package static func choose(
    inputIsTerminal: Bool, outputIsTerminal: Bool, term: String?, knowsTerminal: (String) -> Bool
  ) -> ReaderChoice {
    guard inputIsTerminal else { return .stream }
    guard outputIsTerminal else { return .nobody }
    guard let term, !["", "dumb", "emacs", "unknown"].contains(term),
      knowsTerminal(term)
    else { return .plain }
    return .editor
  }
}
