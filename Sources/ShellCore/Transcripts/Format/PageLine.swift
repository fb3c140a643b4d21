/// A line of a page as it stands in its file: nothing of it is lost, so that writing all lines
/// again gives the same bytes.
package struct PageLine: Sendable, Hashable {
  /// The line without its line break.
  package var text: String
  /// `\n`, `\r\n`, or nothing for a last line that has no line break.
  package var ending: String

  package init(_ text: String, ending: String = "\n") {
    self.text = text
    self.ending = ending
  }
}

extension PageLine {
  /// Cuts a text into its lines.
  ///
  /// - Complexity: O(bytes).
  static func lines(of text: String) -> [PageLine] {
    var lines: [PageLine] = []
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let hasReturn = end > start && end < bytes.count && bytes[end - 1] == 0x0D
      let contentEnd = hasReturn ? end - 1 : end
      let ending = end == bytes.count ? "" : hasReturn ? "\r\n" : "\n"
      lines.append(
        PageLine(String(decoding: bytes[start..<contentEnd], as: UTF8.self), ending: ending))
      start = end + 1
    }
    return lines
  }

  static func text(of lines: some Sequence<PageLine>) -> String {
    lines.reduce(into: "") { $0 += $1.text + $1.ending }
  }
}
