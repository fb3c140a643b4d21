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
      lines += wrapped(paragraph.joined(separator: " "))
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
  private static func wrapped(_ text: String) -> [StyledLine] {
    if text.isEmpty { return [] }
    var lines = [StyledLine()]
    for word in words(of: line(text)) {
      let last = lines.count - 1
      if lines[last].isEmpty {
        lines[last].append(word)
      } else if lines[last].width + 1 + word.width <= width {
        lines[last].append(" ")
        lines[last].append(word)
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  /// The words between blanks, each in the styles that it has.
  private static func words(of line: StyledLine) -> [StyledLine] {
    var words = [StyledLine()]
    for run in line.runs {
      for (index, part) in run.text.split(separator: " ", omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 { words.append(StyledLine()) }
        words[words.count - 1].append(String(part), run.style)
      }
    }
    return words.filter { !$0.isEmpty }
  }
}
