/// `| COMMAND` at the end of a line: a command of the system's shell that gets the result of the
/// statement before it.
package struct ShellPipe: Sendable, Hashable {
  /// The command as it was typed.
  package var command: String
  /// Where it stands in the line, from the `|` on, in characters.
  package var range: Range<Int>

  /// - Parameters:
  ///   - text: the text after the `|`.
  ///   - start: where the `|` stands.
  package init(_ text: ArraySlice<Character>, at start: Int) {
    let end = text.lastIndex { !$0.isWhitespace }.map { $0 + 1 } ?? start + 1
    command = String(text[..<max(end, text.startIndex)].drop(while: \.isWhitespace))
    range = start..<end
  }

  /// The error where a pipe is not allowed, because the command is part of another line: in an
  /// alias, or after `repeat`.
  package var misplaced: CommandError {
    CommandError(
      .impossible("'| COMMAND' stands at the end of a whole line", hint: nil), at: range)
  }
}
