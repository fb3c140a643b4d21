extension StyledLine {
  /// The line in lines of a width, broken at blanks; those after the first are indented deeper.
  ///
  /// A line that fits stays as it is. A word that is longer than a line stays whole.
  ///
  /// - Parameters:
  ///   - columns: the most columns of a line.
  ///   - hanging: how much deeper the other lines stand, in columns.
  package func wrapped(to columns: Int, hanging: Int = 2) -> [StyledLine] {
    guard width > columns else { return [self] }
    let indent = min(text.prefix { $0 == " " }.count + hanging, columns / 2)
    var lines = [StyledLine()]
    var isFresh = true
    for word in words {
      let last = lines.count - 1
      if isFresh {
        lines[last].append(word)
      } else if lines[last].width + 1 + word.width <= columns {
        lines[last].append(" ")
        lines[last].append(word)
      } else {
        lines[last] = lines[last].trimmed()
        lines.append(StyledLine(String(repeating: " ", count: indent)))
        lines[last + 1].append(word)
      }
      isFresh = false
    }
    return lines
  }

  /// The words between blanks, each in the styles that it has; empty ones between two blanks.
  private var words: [StyledLine] {
    var words = [StyledLine()]
    for run in runs {
      let parts = run.text.split(separator: " ", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 { words.append(StyledLine()) }
        words[words.count - 1].append(String(part), run.style)
      }
    }
    return words
  }
}
