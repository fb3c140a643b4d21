import Rendering

/// Lines that may be more than the place where they are shown can hold.
struct ScrolledText {
  let title: String
  var lines: [StyledLine]
  private(set) var offset = 0

  init(_ title: String, _ lines: [StyledLine]) {
    (self.title, self.lines) = (title, lines)
  }

  mutating func scroll(by distance: Int, height: Int) {
    offset = min(max(0, offset + distance), max(0, lines.count - height))
  }

  /// Draws the lines in view; one that is too wide ends with a mark.
  func draw(in area: CellArea, on canvas: inout Canvas) {
    canvas.clear(area)
    let offset = min(offset, max(0, lines.count - area.lines))
    for (index, line) in lines.dropFirst(offset).prefix(max(0, area.lines)).enumerated() {
      canvas.draw(
        line.truncated(to: area.columns), column: area.column, line: area.line + index,
        within: area.column..<area.maxColumn)
    }
  }
}
