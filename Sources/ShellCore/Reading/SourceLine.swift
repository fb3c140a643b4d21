/// A command and where it came from.
package struct SourceLine: Sendable, Hashable {
  /// The command to run. Comments and the backslashes that join lines are blanked out; everything
  /// else stands at the byte offset it has in `source`.
  package var text: String
  /// The command as it was written, for diagnostics, echoes and the history.
  package var source: String
  /// The file's name as it was given; nil when somebody typed the command.
  package var file: String?
  /// The number of the command's first line, from 1.
  package var line: Int

  package init(text: String, source: String? = nil, file: String? = nil, line: Int = 1) {
    self.text = text
    self.source = source ?? text
    self.file = file
    self.line = line
  }

  /// True when there is nothing to run: an empty line or a comment.
  package var isBlank: Bool { text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A } }

  /// Where a character of `text` stands in its file.
  ///
  /// - Parameter offset: a character offset, clamped to the text's length.
  /// - Returns: line and column from 1, the column counted in characters.
  package func place(at offset: Int) -> (line: Int, column: Int) {
    place(atUTF8: text.prefix(max(0, offset)).utf8.count)
  }

  /// Where a byte of the command stands in its file.
  ///
  /// - Parameter utf8Offset: an offset into `text` or `source`, clamped to its length.
  /// - Returns: line and column from 1, the column counted in characters.
  package func place(atUTF8 utf8Offset: Int) -> (line: Int, column: Int) {
    let utf8 = source.utf8
    let offset = min(max(utf8Offset, 0), utf8.count)
    let before = source[..<utf8.index(utf8.startIndex, offsetBy: offset)]
    let breaks = before.utf8.reduce(into: 0) { $0 += $1 == 0x0A ? 1 : 0 }
    let lineStart = before.lastIndex(of: "\n").map(before.index(after:)) ?? before.startIndex
    return (line + breaks, before.distance(from: lineStart, to: before.endIndex) + 1)
  }
}
