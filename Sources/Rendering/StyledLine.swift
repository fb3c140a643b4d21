/// A piece of text that looks the same throughout.
package struct StyledRun: Sendable, Hashable {
  package var text: String
  package var style: TextStyle

  package init(_ text: String, _ style: TextStyle = .plain) {
    self.text = text
    self.style = style
  }
}

/// One line of text in runs of one style each.
package struct StyledLine: Sendable, Hashable {
  package private(set) var runs: [StyledRun] = []

  package init() {}

  package init(_ text: String, _ style: TextStyle = .plain) {
    append(text, style)
  }

  package init(_ runs: [StyledRun]) {
    for run in runs { append(run.text, run.style) }
  }

  /// A line that is going to have a number of runs.
  init(reserving count: Int) {
    runs.reserveCapacity(count)
  }

  /// Adds text at the end; it joins the last run when it looks the same.
  package mutating func append(_ text: String, _ style: TextStyle = .plain) {
    if text.isEmpty { return }
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].text += text
    } else {
      runs.append(StyledRun(text, style))
    }
  }

  package mutating func append(_ line: StyledLine) {
    for run in line.runs { append(run.text, run.style) }
  }

  package var isEmpty: Bool { runs.isEmpty }

  /// The text alone.
  package var text: String { runs.map(\.text).joined() }

  /// The bytes of the text in UTF-8.
  var byteCount: Int { runs.reduce(0) { $0 + $1.text.utf8.count } }

  /// The columns that the line takes.
  package var width: Int { runs.reduce(0) { $0 + DisplayWidth.of($1.text) } }
}

extension StyledLine {
  /// The line without blanks at its end.
  package func trimmed() -> StyledLine {
    var line = self
    while let last = line.runs.indices.last {
      while line.runs[last].text.utf8.last == 0x20 { line.runs[last].text.removeLast() }
      guard line.runs[last].text.isEmpty else { break }
      line.runs.removeLast()
    }
    return line
  }

  /// The line, cut after a number of columns with a mark that something is missing.
  package func truncated(to columns: Int, charset: Charset = .unicode) -> StyledLine {
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
