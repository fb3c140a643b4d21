import Rendering

/// The prose of a lesson as a terminal shows it: paragraphs filled to a width, headings without
/// their marks, spans of code as quoted words.
enum LessonText {
  /// How many columns a line takes at most, unless a word is longer.
  static let width = 76

  static func lines(_ prose: [String]) -> [StyledLine] {
    var lines: [StyledLine] = []
    var paragraph: [String] = []
    func finish() {
      if !paragraph.isEmpty { lines += filled(paragraph.joined(separator: " ")) }
      paragraph = []
    }
    for text in prose {
      if let heading = heading(text) {
        finish()
        lines.append(StyledLine(DisplaySafe.line(heading), TextStyle(.plain, .bold)))
      } else if text.isEmpty {
        finish()
        lines.append(StyledLine(""))
      } else {
        if text.first == " " || text.hasPrefix("- ") { finish() }
        paragraph.append(text)
      }
    }
    finish()
    return lines
  }

  private static func heading(_ text: String) -> String? {
    let marks = text.prefix { $0 == "#" }.count
    guard (1...6).contains(marks), text.dropFirst(marks).first == " " else { return nil }
    return text.dropFirst(marks).trimmed
  }

  /// A text in one line, with its spans of code in colour.
  static func line(_ text: String) -> StyledLine {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // A mark without its partner is a character like any other.
    guard parts.count % 2 == 1 else { return StyledLine(DisplaySafe.line(text)) }
    var line = StyledLine()
    for (index, part) in parts.enumerated() {
      if index % 2 == 0 {
        line.append(DisplaySafe.line(String(part).replacing("*", with: "")))
      } else {
        line.append("'" + DisplaySafe.line(String(part)) + "'", TextStyle(.accent))
      }
    }
    return line
  }

  /// Fills lines with the words of a text.
  private static func filled(_ text: String) -> [StyledLine] {
    let words = text.split(separator: " ").joined(separator: " ")
    return line(words).wrapped(to: width, hanging: 0)
  }
}
