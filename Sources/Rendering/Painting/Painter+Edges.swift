import TableEngine

/// What a table view draws between its rows and at its edges.
extension Painter {
  /// Draws the line below each plain row that is high enough to have one left.
  mutating func drawSeparators(below rows: [RowSnapshot]) {
    for row in rows where row.strip == nil {
      let area = area(of: row.cell.frame)
      guard area.lines > 2 else { continue }
      let gutter = GridFrame.gutter(area.columns)
      canvas.fill(
        CellArea(
          column: area.column + gutter, line: area.maxLine - 1, columns: area.columns - gutter,
          lines: 1), marks.footerRule, style: TextStyle(.border))
    }
  }

  /// Draws a search bar in the middle line of its frame.
  mutating func drawSearchBar(_ frame: Rect) {
    let area = area(of: frame)
    clipped(to: area) { painter in
      painter.canvas.fill(area)
      painter.draw(
        "[ " + (painter.chrome.query ?? "search") + " ]", column: area.column + 1,
        line: area.line + area.lines / 2, columns: area.columns - 2, style: TextStyle(.secondary))
    }
  }

  /// Draws how far the list is scrolled in its last column, and strips in their last line.
  mutating func drawIndicators(_ snapshot: ViewportSnapshot) {
    let lines = thumb(
      snapshot.offset, snapshot.size.height, of: snapshot.contentSize.height, room: table.lines)
    for line in lines {
      canvas.draw(
        marks.selected.left, column: table.maxColumn - 1, line: table.line + line,
        style: TextStyle(.border))
    }
    for row in snapshot.rows {
      guard let strip = row.strip else { continue }
      let area = area(of: row.cell.frame)
      let columns = thumb(
        strip.offset, row.cell.frame.width, of: strip.contentWidth, room: area.columns)
      for column in columns {
        canvas.draw(
          marks.selected.horizontal, column: area.column + column, line: area.maxLine - 1,
          style: TextStyle(.border))
      }
    }
  }

  /// The part of a room that shows which part of a content is in view; nothing where all of it is.
  private func thumb(_ offset: Int, _ extent: Int, of content: Int, room: Int) -> Range<Int> {
    guard content > extent, extent > 0, room > 0 else { return 0..<0 }
    let length = max(1, Int(Double(room) * Double(extent) / Double(content)))
    let share = Double(min(max(0, offset), content - extent)) / Double(content - extent)
    let start = Int((Double(room - length) * share).rounded())
    return start..<start + length
  }
}
