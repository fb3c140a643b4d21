import TableEngine
import TableModel

extension Painter {
  /// Draws a section's header or footer: a rule with words in it.
  mutating func drawHeader(_ header: HeaderSnapshot, rows: [RowSnapshot]) {
    let area = area(of: header.frame)
    if area.isEmpty { return }
    let section = chrome.sections[header.section]
    clipped(to: area) { painter in
      painter.canvas.fill(area)
      if header.isFooter {
        painter.drawRule(
          area, painter.marks.footerRule, section?.footer ?? "", TextStyle(.footer), right: [])
      } else {
        painter.drawRule(
          area, painter.marks.headerRule, section?.title ?? "", TextStyle(.header, .bold),
          right: painter.headerPosition(header.section, rows: rows))
      }
    }
  }

  /// What a header says at its right end: the position of the only strip, or how many rows; the
  /// longest form first.
  private func headerPosition(_ section: Int, rows: [RowSnapshot]) -> [String] {
    guard let count = chrome.sections[section]?.rows else { return [] }
    guard count == .exact(1) else { return [Numerals.text(count, "row")] }
    guard let row = rows.first(where: { $0.cell.address.section == section }) else {
      // The only row is out of sight; it is not known here whether it is a strip.
      return chrome.itemExtents[Address(section, 0)].map { [Numerals.text($0, "item")] } ?? []
    }
    guard let strip = row.strip else { return [Numerals.text(count, "row")] }
    return positionForms(strip, row: row.cell.address)
  }

  /// Draws `━ Title ━━━━━━━━ right ━` over the first line of an area.
  private mutating func drawRule(
    _ area: CellArea, _ rule: Glyph, _ title: String, _ style: TextStyle, right: [String]
  ) {
    let line = area.line
    let ruleStyle = TextStyle(style.role)
    canvas.fill(
      CellArea(column: area.column, line: line, columns: area.columns, lines: 1), rule,
      style: ruleStyle)
    if title.isEmpty, right.isEmpty { return }
    guard area.columns >= 8 else {
      let end = draw(
        title, column: area.column, line: line, columns: area.columns, style: style)
      if end < area.maxColumn { canvas.draw(.blank, column: end, line: line, style: ruleStyle) }
      return
    }
    let edge = area.maxColumn - (chrome.index == nil ? 1 : 2)
    let columns = edge - area.column - 3
    let shown = glyphs(title, room: area.columns)
    let least = min(GlyphLayout.width(of: shown), 8)
    // Where the position is too long for the rest of the line, a shorter form may fit.
    let position = right.first { columns - $0.count - 3 >= least } ?? ""
    let room = position.isEmpty ? columns : columns - position.count - 3
    if !title.isEmpty {
      let words = [.blank] + GlyphLayout.fit(shown[...], room, marks.ellipsis) + [.blank]
      canvas.draw(words, column: area.column + 1, line: line, style: style)
    }
    if !position.isEmpty {
      canvas.draw(
        " \(position) ", column: edge - position.count - 2, line: line,
        style: TextStyle(.secondary))
    }
  }

  /// Draws the index letters in the last column, as many as there are lines for; dots stand for
  /// letters that are left out.
  mutating func drawIndex(_ index: ViewChrome.Index) {
    guard table.columns >= 3, table.lines > 0, !index.titles.isEmpty else { return }
    let places = Self.indexPlaces(index.titles.count, lines: table.lines)
    let top = table.line + (table.lines - places.count) / 2
    let column = table.maxColumn - 1
    for line in table.line..<table.maxLine {
      canvas.draw(.blank, column: column, line: line, style: .plain)
    }
    for (line, place) in places.enumerated() {
      let isCurrent = index.current.map { Self.stands($0, at: line, among: places) } ?? false
      let style = TextStyle(.index, isCurrent ? [.bold, .reverse] : [])
      guard let place, let letter = glyphs(index.titles[place], room: 1).first else {
        canvas.draw(marks.indexGap, column: column, line: top + line, style: style)
        continue
      }
      let first = letter.width == 2 ? column - 1 : column
      canvas.draw(letter, column: first, line: top + line, style: style)
    }
  }

  /// True for the line of a title, or that of the dot behind which it is left out.
  private static func stands(_ title: Int, at line: Int, among places: [Int?]) -> Bool {
    if let place = places[line] { return place == title }
    guard line > 0, line + 1 < places.count, let above = places[line - 1],
      let below = places[line + 1]
    else { return false }
    return above < title && title < below
  }

  /// Which titles stand in which lines; nil for a dot between two.
  static func indexPlaces(_ count: Int, lines: Int) -> [Int?] {
    if count <= lines { return (0..<count).map { $0 } }
    let letters = (lines + 1) / 2
    guard letters > 1 else { return [0] }
    return (0..<letters * 2 - 1).map { line in
      line % 2 == 1 ? nil : (line / 2 * (count - 1) + (letters - 1) / 2) / (letters - 1)
    }
  }

  /// Says in the middle of the viewport that there is nothing to show.
  mutating func drawEmpty() {
    let words =
      chrome.emptyMessage
      ?? (chrome.conditions.isEmpty ? "nothing to show: the table is empty" : "no rows match")
    let shown = GlyphLayout.fit(
      glyphs(words, room: table.columns)[...], table.columns, marks.ellipsis)
    canvas.draw(
      shown, column: table.column + (table.columns - GlyphLayout.width(of: shown)) / 2,
      line: table.line + (table.lines - 1) / 2, style: TextStyle(.secondary))
  }
}

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
    drawNote(ofStrip: row, area)
  }

  /// Writes what is said of the row's own cell where its strip begins, over the upper line of a box.
  private mutating func drawNote(ofStrip row: CellSnapshot, _ area: CellArea) {
    guard chrome.overlay != .blended, let note = note(on: row), area.columns > 8 else { return }
    draw(
      note.text, column: area.column + 2, line: area.line, columns: area.columns - 4,
      style: note.style)
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

/// What becomes of the background of a cell's label while the cell is selected.
package enum LabelBackground: String, Sendable, Hashable, CaseIterable {
  /// Nothing is painted behind cells at all.
  case none
  /// It stays, as it does for a label that refuses to be cleared.
  case persistent
  /// It turns clear, as the cell of a table view makes every subview do: the text stands on the
  /// colour of the selection.
  case clearing
}

extension Painter {
  /// Runs drawing commands over something; nil for what is there already.
  mutating func over(_ backdrop: Backdrop?, _ body: (inout Painter) -> Void) {
    let outer = canvas.backdrop
    canvas.backdrop = backdrop ?? outer
    body(&self)
    canvas.backdrop = outer
  }

  /// True while tables, strips, selections and labels are painted in their colours.
  var paintsViews: Bool { chrome.labelBackground != .none }

  /// What lies behind a cell.
  func backdrop(of cell: CellSnapshot, _ state: CellState) -> Backdrop? {
    if paintsViews, state.isSelected { return .selected }
    return cell.content.background.map { Backdrop($0) }
  }

  /// What lies behind the label of a cell.
  func labelBackdrop(_ state: CellState) -> Backdrop? {
    switch chrome.labelBackground {
    case .none: nil
    case .persistent: .label
    case .clearing: state.isSelected ? nil : .label
    }
  }

  /// How a cell stands out, unless its selection is not to be shown.
  func state(of cell: CellSnapshot) -> CellState {
    var state = CellState(cell, focus: focus)
    if !chrome.showsSelection { (state.isSelected, state.isHighlighted) = (false, false) }
    return state
  }
}

// MARK: - What a table view draws between its rows and at its edges

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
