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
    let state = state(of: row)
    guard isAbove || cells.maxLine < area.maxLine else {
      drawStripMark(state, column: area.column, line: area.line)
      return
    }
    let line = isAbove ? cells.line - 1 : cells.maxLine
    let title = chrome.rowTitles[row.address] ?? row.content.text
    let forms = hasOwnPosition(row.address) ? positionForms(strip, row: row.address) : []
    let right = area.maxColumn - (chrome.index == nil ? 0 : 2)
    let columns = right - area.column
    drawStripMark(state, column: area.column, line: line)
    let position = forms.first { columns >= $0.count + 10 } ?? ""
    let room = columns - 2 - (position.isEmpty ? 0 : position.count + 3)
    draw(
      title, column: area.column + 2, line: line, columns: room, style: TextStyle(.title, .bold))
    if !position.isEmpty {
      canvas.draw(
        position, column: right - position.count - 1, line: line, style: TextStyle(.secondary))
    }
  }

  private mutating func drawStripMark(_ state: CellState, column: Int, line: Int) {
    guard let mark = stateMark(state) else { return }
    canvas.draw(mark, column: column, line: line, style: state.frame(else: .mark))
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

  /// Which items are in view, counted from 1: `3–7 of 24`, and shorter where there is no room.
  ///
  /// People count from one here; addresses, which are typed, count from zero.
  func positionForms(_ strip: StripSnapshot, row: Address) -> [String] {
    let extent = chrome.itemExtents[row] ?? .exact(strip.itemCount)
    if extent == .exact(0) { return ["empty"] }
    var (first, last) = (Int.max, -1)
    for cell in strip.cells {
      guard let item = cell.address.item else { continue }
      (first, last) = (min(first, item), max(last, item))
    }
    let total = Numerals.text(extent)
    if last < 0 { return [total] }
    let start = Numerals.text(first + 1)
    let range = first == last ? start : start + marks.dash + Numerals.text(last + 1)
    return [range + " of " + total, range + "/" + total]
  }
}
