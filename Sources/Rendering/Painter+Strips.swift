import TableEngine
import TableModel

extension Painter {
  /// Draws a strip: its title where the row has a line for it, its cells as scrolled, and arrows
  /// at the edges beyond which there are more.
  mutating func drawStrip(_ strip: StripSnapshot, of row: CellSnapshot, _ area: CellArea) {
    var cells = area
    if let first = strip.cells.first {
      cells = self.area(of: first.frame)
    } else if area.lines > 1, chrome.rowTitles[row.address] != nil {
      cells.line += 1
      cells.lines -= 1
    }
    drawRowTitle(strip, of: row, area, cells: cells)
    for cell in strip.cells { drawItem(cell) }
    if strip.cells.isEmpty {
      draw(
        "no items", column: area.column + 2, line: cells.line + cells.lines / 2,
        columns: area.columns - 2, style: TextStyle(.secondary))
    }
    drawArrows(strip, row, area, line: cells.line + cells.lines / 2)
  }

  /// The title takes the first free line above the cells, or else the one below them.
  private mutating func drawRowTitle(
    _ strip: StripSnapshot, of row: CellSnapshot, _ area: CellArea, cells: CellArea
  ) {
    let isAbove = cells.line > area.line
    guard isAbove || cells.maxLine < area.maxLine else { return }
    let line = isAbove ? cells.line - 1 : cells.maxLine
    let title = chrome.rowTitles[row.address] ?? row.content.text
    let position = hasOwnPosition(row.address) ? positionText(strip, row: row.address) : ""
    let right = area.maxColumn - (chrome.index == nil ? 0 : 2)
    let columns = right - area.column
    let state = CellState(row, focus: focus)
    if let mark = stateMark(state) {
      canvas.draw(mark, column: area.column, line: line, style: state.frame(else: .mark))
    }
    let hasPosition = !position.isEmpty && columns >= position.count + 8
    let room = columns - 1 - (hasPosition ? position.count + 3 : 0)
    draw(
      title, column: area.column + 1, line: line, columns: room, style: TextStyle(.title, .bold))
    if hasPosition {
      canvas.draw(
        position, column: right - position.count - 1, line: line, style: TextStyle(.secondary))
    }
  }

  /// True when the row's position mark stands in its own title line: the header of a section has
  /// it when the section has one row only.
  private func hasOwnPosition(_ row: Address) -> Bool {
    guard let section = chrome.sections[row.section], section.title != nil else { return true }
    return section.rows != .exact(1)
  }

  private mutating func drawArrows(
    _ strip: StripSnapshot, _ row: CellSnapshot, _ area: CellArea, line: Int
  ) {
    let style = TextStyle(.arrow, .bold)
    let right = area.maxColumn - 1 - (chrome.index == nil ? 0 : 1)
    if strip.offset > 0, right > area.column {
      canvas.draw(marks.moreLeft, column: area.column, line: line, style: style)
    }
    if strip.offset + row.frame.width < strip.contentWidth {
      canvas.draw(marks.moreRight, column: right, line: line, style: style)
    }
  }

  /// Which items are in view, counted from 1: `3–7 of 24`.
  ///
  /// People count from one here; addresses, which are typed, count from zero.
  func positionText(_ strip: StripSnapshot, row: Address) -> String {
    let extent = chrome.itemExtents[row] ?? .exact(strip.itemCount)
    if extent == .exact(0) { return "empty" }
    let items = strip.cells.compactMap(\.address.item)
    guard let first = items.min(), let last = items.max() else {
      return Numerals.text(extent)
    }
    let range = first == last ? "\(first + 1)" : "\(first + 1)\(marks.dash)\(last + 1)"
    return "\(range) of \(Numerals.text(extent))"
  }
}
