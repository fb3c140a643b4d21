import TableEngine
import TableModel

// A grid: a line of titles above the table, and in each row a value below each title.

extension Painter {
  /// Draws the titles of columns over a line, with marks at the edges beyond which there are more.
  mutating func drawColumnTitles(line: Int) {
    guard let grid = chrome.grid else { return }
    let area = CellArea(column: table.column, line: line, columns: table.columns, lines: 1)
    let room = gridRoom(area)
    clipped(to: area) { painter in
      for place in grid.places { painter.drawTitle(of: place, in: grid, room) }
      painter.drawRule(of: grid, room)
      painter.drawColumnMarks(grid, area, room)
    }
  }

  private mutating func drawTitle(of place: GridFrame.Place, in grid: GridFrame, _ room: CellArea) {
    let column = grid.columns[place.index]
    let width = min(place.width, room.columns - place.start)
    guard width > 0 else { return }
    let words = column.title(in: width, charset: charset)
    let title = GlyphLayout.fit(glyphs(words, room: width)[...], width, marks.ellipsis)
    let shift = column.isNumeric ? width - GlyphLayout.width(of: title) : 0
    let start = room.column + place.start + shift
    let end = canvas.draw(title, column: start, line: room.line, style: TextStyle(.header, .bold))
    // The mark stands in the space behind the column, so that no title is the shorter for it.
    guard let order = grid.orders[place.index], end < room.maxColumn else { return }
    canvas.draw(
      order == .ascending ? marks.ascending : marks.descending, column: end, line: room.line,
      style: TextStyle(.accent, .bold))
  }

  private mutating func drawRule(of grid: GridFrame, _ room: CellArea) {
    guard let rule = grid.rule, rule < room.columns else { return }
    canvas.draw(
      marks.columnRule, column: room.column + rule, line: room.line, style: TextStyle(.border))
  }

  private mutating func drawColumnMarks(_ grid: GridFrame, _ area: CellArea, _ room: CellArea) {
    let style = TextStyle(.arrow, .bold)
    if grid.hiddenLeft > 0, room.column > area.column {
      canvas.draw(marks.moreLeft, column: area.column, line: area.line, style: style)
      let count = String(grid.hiddenLeft)
      if 1 + count.utf8.count < room.column - area.column {
        canvas.draw(count, column: area.column + 1, line: area.line, style: style)
      }
    }
    guard grid.hiddenRight > 0, room.maxColumn > room.column else { return }
    let count = String(grid.hiddenRight)
    let width = GridFrame.markWidth(grid.hiddenRight)
    if width + 1 < room.columns {
      canvas.draw(count, column: room.maxColumn - width, line: area.line, style: style)
    }
    canvas.draw(marks.moreRight, column: room.maxColumn - 1, line: area.line, style: style)
  }

  /// Where the columns of a row are: between the gutter and the edge.
  private func gridRoom(_ area: CellArea) -> CellArea {
    let gutter = GridFrame.gutter(area.columns)
    var room = area
    room.column += gutter
    room.columns = max(0, room.columns - gutter - (chrome.index == nil ? 0 : 2))
    return room
  }

  /// Draws the values of a row below the titles.
  mutating func drawColumns(of content: CellContent, _ state: CellState, _ room: CellArea) {
    let mark = content.marked ? modelMarkText : ""
    guard let grid = chrome.grid, grid.isGrid else {
      draw(
        mark + content.text, column: room.column, line: room.line, columns: room.columns,
        style: state.text(TextStyle(.secondary)))
      return
    }
    // What pushes the values aside, an indentation, leaves the columns where they are.
    let area = area(ofRowAt: room)
    var texts = content.columns[...]
    for (number, place) in grid.places.enumerated() {
      while let next = texts.first, next.column < place.index { texts = texts.dropFirst() }
      let mark = number == 0 ? mark : ""
      let missing = ColumnText(column: place.index, text: mark, kind: .text)
      let text = texts.first.flatMap { $0.column == place.index ? $0 : nil }
      guard let text = text ?? (mark.isEmpty ? nil : missing) else { continue }
      let start = max(area.column + place.start, room.column)
      let width = min(area.column + place.start + place.width, room.maxColumn) - start
      let cell = CellArea(column: start, line: room.line, columns: width, lines: 1)
      draw(text, grid.columns[place.index], state, cell, mark: text == missing ? "" : mark)
    }
    drawRule(of: grid, area)
  }

  private func area(ofRowAt room: CellArea) -> CellArea {
    var area = gridRoom(table)
    area.line = room.line
    area.columns = min(area.columns, room.maxColumn - area.column)
    return area
  }

  /// Draws a value: numbers at the right, by the decimal point, all else at the left.
  private mutating func draw(
    _ value: ColumnText, _ column: GridColumn, _ state: CellState, _ area: CellArea, mark: String
  ) {
    guard area.columns > 0 else { return }
    switch value.kind {
    case .number:
      let number = GridNumber(value.text, decimals: column.decimals)
      let shown = fitted(number, mark: mark, area.columns)
      let behind = max(0, column.fraction - number.fraction)
      let shift = max(0, area.columns - GlyphLayout.width(of: shown) - behind)
      canvas.draw(
        shown, column: area.column + shift, line: area.line, style: state.text(.plain))
    case .null:
      let word = GlyphLayout.fit(
        glyphs(mark + value.text, room: 4)[...], area.columns, marks.ellipsis)
      let shift = column.isNumeric ? area.columns - GlyphLayout.width(of: word) : 0
      canvas.draw(
        word, column: area.column + shift, line: area.line,
        style: state.text(TextStyle(.secondary)))
    default:
      let isEmpty = value.text.isEmpty
      draw(
        mark + (isEmpty ? "\"\"" : value.text), column: area.column, line: area.line,
        columns: area.columns, style: state.text(isEmpty ? TextStyle(.secondary) : .plain))
    }
  }
}

extension Painter {
  /// A number that loses decimals where they do not fit. Without all of its units and its exponent it
  /// would be another number: then signs stand for it, as in a spreadsheet.
  private mutating func fitted(
    _ number: GridNumber, mark: String, _ columns: Int
  ) -> ArraySlice<Glyph> {
    let shown = glyphs(mark + number.text, room: columns)
    if GlyphLayout.width(of: shown) <= columns { return shown[...] }
    let units = GlyphLayout.width(of: shown) - number.fraction
    let room = columns - number.exponent
    // The end of a number of thousands of digits was not read.
    let isWhole = number.exponent == 0 || shown.count >= number.text.utf8.count
    if isWhole, number.fraction > number.exponent, units + marks.ellipsis.count <= room {
      return GlyphLayout.fit(shown.dropLast(number.exponent), room, marks.ellipsis)
        + shown.suffix(number.exponent)
    }
    return Array(repeating: Glyph(mark: "#"), count: columns)[...]
  }
}

// MARK: - Items

extension Painter {
  /// Draws an item as a small table: keys on the left, values beside them, a line for each.
  mutating func drawSmallTable(_ content: CellContent, _ state: CellState, _ room: CellArea) {
    guard let grid = chrome.grid, room.lines > 0 else {
      drawWrapped((content.marked ? modelMarkText : "") + content.text, state.text(.plain), room)
      return
    }
    let count = grid.columns.count
    let lines = count <= room.lines ? count : room.lines - 1
    let titles = grid.columns.prefix(lines).map { glyphs($0.shortTitle, room: room.columns) }
    let widest = titles.reduce(0) { max($0, GlyphLayout.width(of: $1)) }
    let keys = min(widest, max(1, (room.columns - 1) / 2))
    for (line, title) in titles.enumerated() {
      canvas.draw(
        GlyphLayout.fit(title[...], keys, marks.ellipsis), column: room.column,
        line: room.line + line, style: TextStyle(.secondary))
      guard let text = content.columns.first(where: { $0.column == line }) else { continue }
      let value = CellArea(
        column: room.column + keys + 1, line: room.line + line, columns: room.columns - keys - 1,
        lines: 1)
      let mark = line == 0 && content.marked ? modelMarkText : ""
      draw(text, grid.columns[line], state, value, mark: mark)
    }
    guard lines < count, lines >= 0 else { return }
    draw(
      "\(count - lines) more", column: room.column, line: room.line + lines, columns: room.columns,
      style: TextStyle(.secondary))
  }
}
