/// What an input printed, in lines.
package struct PrintedOutput: Sendable, Hashable {
  package var lines: [String]
  /// False when the last line was not ended.
  package var endsWithLineBreak: Bool

  package init(_ text: String) {
    endsWithLineBreak = text.isEmpty || text.utf8.last == 0x0A
    lines = PageLine.lines(of: text).map { line in
      line.ending == "\r\n" ? line.text + "\r" : line.text
    }
  }

  func hasLineBreak(_ index: Int) -> Bool { index < lines.count - 1 || endsWithLineBreak }

  /// A line as it is written in a page.
  func written(_ index: Int, reserved: [String]) -> ExpectedLine {
    ExpectedLine(
      output: lines[index], hasLineBreak: hasLineBreak(index), reserved: reserved)
  }
}
