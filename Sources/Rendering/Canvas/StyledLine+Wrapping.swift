extension StyledLine {
  /// The line in lines of a width, broken at blanks; those after the first are indented deeper.
  ///
  /// A line that fits stays as it is. A word that is longer than a line is broken, too.
  ///
  /// - Parameters:
  ///   - columns: the most columns of a line.
  ///   - hanging: how much deeper the other lines stand, in columns.
  package func wrapped(to columns: Int, hanging: Int = 2) -> [StyledLine] {
    guard width > columns else { return [self] }
    let indent = min(text.prefix { $0 == " " }.count + hanging, columns / 2)
    var lines = [StyledLine()]
    var isFresh = true
    for word in words.flatMap({ $0.pieces(columns - indent) }) {
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

  /// The line in pieces that are no wider than a number of columns, but at least a character long.
  private func pieces(_ columns: Int) -> [StyledLine] {
    guard width > columns else { return [self] }
    var pieces = [StyledLine()]
    for run in runs {
      for character in run.text {
        let text = String(character)
        if !pieces[pieces.count - 1].isEmpty,
          pieces[pieces.count - 1].width + DisplayWidth.of(text) > columns
        {
          pieces.append(StyledLine())
        }
        pieces[pieces.count - 1].append(text, run.style)
      }
    }
    return pieces
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
