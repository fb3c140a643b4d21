/// A piece of a line that looks the same throughout.
package struct StyledRun: Sendable, Hashable {
  package var text: Substring
  package var style: TextStyle

  package init(_ text: String, _ style: TextStyle = .plain) {
    self.init(text[...], style)
  }

  init(_ text: Substring, _ style: TextStyle) {
    self.text = text
    self.style = style
  }
}

/// Where the runs of a line end. No run is empty, and none looks like the one before it.
struct RunEnds: Sendable, Hashable {
  struct End: Sendable, Hashable {
    /// In bytes of the line's UTF-8 from its start.
    var offset: Int
    var style: TextStyle
  }

  private(set) var list: [End] = []

  init(reserving count: Int = 0) {
    list.reserveCapacity(count)
  }

  /// Says how the text up to an offset looks, from where the last run ends.
  mutating func extend(to offset: Int, _ style: TextStyle) {
    guard let last = list.last else {
      if offset > 0 { list.append(End(offset: offset, style: style)) }
      return
    }
    if offset <= last.offset { return }
    if last.style == style {
      list[list.count - 1].offset = offset
    } else {
      list.append(End(offset: offset, style: style))
    }
  }

  /// The ends of what lies before an offset.
  func prefix(_ offset: Int) -> RunEnds {
    var result = RunEnds()
    for end in list { result.extend(to: min(offset, end.offset), end.style) }
    return result
  }
}

/// One line of text in runs of one style each.
///
/// The text is one string, whatever the number of runs: lines are made and written for every frame.
package struct StyledLine: Sendable, Hashable {
  /// The text alone.
  package private(set) var text = ""
  private var ends = RunEnds()

  package init() {}

  package init(_ text: String, _ style: TextStyle = .plain) {
    append(text, style)
  }

  package init(_ runs: [StyledRun]) {
    for run in runs { append(String(run.text), run.style) }
  }

  init(text: String, ends: RunEnds) {
    self.text = text
    self.ends = ends
  }

  /// Adds text at the end; it joins the last run when it looks the same.
  package mutating func append(_ text: String, _ style: TextStyle = .plain) {
    self.text += text
    ends.extend(to: self.text.utf8.count, style)
  }

  package mutating func append(_ line: StyledLine) {
    let start = text.utf8.count
    text += line.text
    for end in line.ends.list { ends.extend(to: start + end.offset, end.style) }
  }

  package var isEmpty: Bool { text.isEmpty }

  /// The columns that the line takes.
  package var width: Int { DisplayWidth.of(text) }

  /// The pieces of one style each.
  ///
  /// - Complexity: O(runs).
  package var runs: [StyledRun] {
    var start = text.startIndex
    var offset = 0
    return ends.list.map { end in
      let next = text.utf8.index(start, offsetBy: end.offset - offset)
      defer { (start, offset) = (next, end.offset) }
      return StyledRun(text[start..<next], end.style)
    }
  }
}

extension StyledLine {
  /// The line with everything made visible that would act on a terminal or hide.
  ///
  /// - Complexity: O(bytes); a line that is safe is returned as it is.
  package func displaySafe() -> StyledLine {
    if DisplaySafe.line(text) == text { return self }
    return StyledLine(runs.map { StyledRun(DisplaySafe.line(String($0.text))[...], $0.style) })
  }

  /// The line with parts of its text underlined and reversed, as what was looked for.
  ///
  /// - Parameter ranges: in order, in the line's own text.
  package func marking(_ ranges: [Range<String.Index>]) -> StyledLine {
    if ranges.isEmpty { return self }
    var line = StyledLine()
    for run in runs {
      var place = run.text.startIndex
      for range in ranges where range.overlaps(run.text.startIndex..<run.text.endIndex) {
        let part = range.clamped(to: place..<run.text.endIndex)
        var style = run.style
        line.append(String(run.text[place..<part.lowerBound]), style)
        style.attributes.formUnion([.reverse, .underline])
        line.append(String(run.text[part]), style)
        place = part.upperBound
      }
      line.append(String(run.text[place...]), run.style)
    }
    return line
  }

  /// The line without blanks at its end.
  package func trimmed() -> StyledLine {
    let blanks = text.utf8.reversed().prefix { $0 == 0x20 }.count
    if blanks == 0 { return self }
    return StyledLine(
      text: String(text.unicodeScalars.dropLast(blanks)),
      ends: ends.prefix(text.utf8.count - blanks))
  }

  /// The line, cut after a number of columns with a mark that something is missing.
  package func truncated(to columns: Int, charset: Charset = .current) -> StyledLine {
    if width <= columns { return self }
    let room = columns - DisplayWidth.of(charset.ellipsis)
    var line = StyledLine()
    var rest = max(0, room)
    var last = TextStyle.plain
    for run in runs {
      last = run.style
      let piece = DisplayWidth.prefix(of: run.text, columns: rest)
      line.append(piece, run.style)
      rest -= DisplayWidth.of(piece)
      if piece.utf8.count < run.text.utf8.count { break }
    }
    line.append(DisplayWidth.prefix(of: charset.ellipsis, columns: columns), last)
    return line
  }

  /// The line with blanks up to a number of columns.
  package func padded(to columns: Int) -> StyledLine {
    var line = self
    let missing = columns - width
    if missing > 0 { line.append(String(repeating: " ", count: missing)) }
    return line
  }
}

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

  /// The line in pieces that are not wider than a number of columns, but at least a character long.
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
