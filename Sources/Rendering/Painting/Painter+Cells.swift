import TableEngine

extension Painter {
  /// Draws an item of a strip: a box with its content, cut off where the clipping area ends.
  mutating func drawItem(_ cell: CellSnapshot) {
    let area = area(of: cell.frame)
    if area.isEmpty { return }
    let state = state(of: cell)
    owned(by: cell) { painter in
      painter.clipped(to: area) { painter in
        painter.over(painter.backdrop(of: cell, state)) { painter in
          painter.canvas.fill(area)
          painter.drawInside(cell, state, area)
        }
      }
    }
  }

  private mutating func drawInside(_ cell: CellSnapshot, _ state: CellState, _ area: CellArea) {
    guard area.columns >= 4, area.lines >= 3 else {
      drawBare(cell, state, area)
      return
    }
    drawBox(area, state)
    let padding = area.columns >= 8 ? 2 : 1
    drawContent(
      cell, state, area.inset(columns: padding, lines: 1), edge: area.maxColumn - 2,
      padding: padding)
    drawNote(on: cell, area)
  }

  /// Draws a cell that is too small for a box: what fits of its text, after a mark of its state.
  private mutating func drawBare(_ cell: CellSnapshot, _ state: CellState, _ area: CellArea) {
    var text = area
    let mark = stateMark(state)
    if area.columns > 2 || (mark != nil && area.columns > 1) {
      canvas.draw(
        mark ?? .blank, column: area.column, line: area.line, style: state.frame(else: .mark))
      text = CellArea(
        column: area.column + 1, line: area.line, columns: area.columns - 1, lines: area.lines)
    }
    drawWrapped(cell.content.text, state.text(.plain), text)
  }

  /// The mark of a state, the most important one first.
  func stateMark(_ state: CellState) -> Glyph? {
    if state.isFocused { return marks.focusMark }
    if state.isEditing { return marks.editingMark }
    return state.isSelected ? marks.selectionMark : nil
  }

  /// Draws the lines around a cell. The kind of line distinguishes plain, selected, focused and
  /// edited cells; a mark in the upper line says what is covered by the focus.
  private mutating func drawBox(_ area: CellArea, _ state: CellState) {
    let box = box(for: state)
    let style = state.frame(else: .border)
    let (top, bottom) = (area.line, area.maxLine - 1)
    let (left, right) = (area.column, area.maxColumn - 1)
    func side(_ column: Int, _ line: Int, _ columns: Int, _ lines: Int) -> CellArea {
      CellArea(column: column, line: line, columns: columns, lines: lines)
    }
    canvas.fill(side(left, top, area.columns, 1), box.horizontal, style: style)
    canvas.fill(side(left, bottom, area.columns, 1), box.horizontal, style: style)
    canvas.fill(side(left, top, 1, area.lines), box.left, style: style)
    canvas.fill(side(right, top, 1, area.lines), box.right, style: style)
    canvas.draw(box.topLeft, column: left, line: top, style: style)
    canvas.draw(box.topRight, column: right, line: top, style: style)
    canvas.draw(box.bottomLeft, column: left, line: bottom, style: style)
    canvas.draw(box.bottomRight, column: right, line: bottom, style: style)
    drawBoxMarks(state, right: right - 1, left: left + 1, line: top, style)
  }

  private mutating func drawBoxMarks(
    _ state: CellState, right: Int, left: Int, line: Int, _ style: TextStyle
  ) {
    var column = right
    if state.isSelected {
      canvas.draw(marks.selectionMark, column: column, line: line, style: style)
      column -= 1
    }
    if state.isEditing, column >= left {
      canvas.draw(marks.editingMark, column: column, line: line, style: style)
    }
  }

  private func box(for state: CellState) -> Marks.Box {
    if state.isFocused { return marks.focused }
    if state.isEditing { return state.isSelected ? marks.editingSelected : marks.editing }
    return state.isSelected ? marks.selected : marks.plain
  }

  /// Writes what the overlay says of a cell into the lower line of its box.
  private mutating func drawNote(on cell: CellSnapshot, _ area: CellArea) {
    guard let note = note(on: cell) else { return }
    draw(
      note.text, column: area.column + 2, line: area.maxLine - 1, columns: area.columns - 4,
      style: note.style)
  }

  /// What is said of a cell beside its content: what it shows of another row, and what the overlay says.
  func note(on cell: CellSnapshot) -> (text: String, style: TextStyle)? {
    let overlay = overlayNote(on: cell)
    guard !cell.stale.isEmpty else { return overlay.map { ($0, TextStyle(.mark)) } }
    let stale = "stale " + cell.stale.map(\.what).joined(separator: ", ")
    return ([overlay, stale].compactMap(\.self).joined(separator: " "), TextStyle(.error))
  }

  /// What the overlay says of a cell in words: its object, or how its layers are composed.
  private func overlayNote(on cell: CellSnapshot) -> String? {
    switch chrome.overlay {
    case .none: nil
    case .reuse, .identity: cell.id.name(chrome.cellNames)
    case .blended: layerWords(of: cell.content)
    }
  }
}

extension Painter {
  /// Draws what a data source wrote into an item's cell.
  ///
  /// - Parameter edge: the last column inside the box, where accessories stand.
  private mutating func drawContent(
    _ cell: CellSnapshot, _ state: CellState, _ inner: CellArea, edge: Int, padding: Int
  ) {
    let content = cell.content
    var room = inner
    let accessory = chrome.index == nil ? marks.text(of: content.accessory) : ""
    if !accessory.isEmpty, room.columns > accessory.count + 2 {
      let first = edge + 1 - accessory.count
      canvas.draw(
        accessory, column: first, line: inner.line + inner.lines / 2,
        style: TextStyle(.accessory))
      room.columns = min(room.columns, first - 1 - room.column)
    }
    if let layout = layout(of: content) {
      let frame = contentFrame(
        of: cell, left: padding, right: padding + inner.columns - room.columns, lines: 1)
      drawLayout(layout, content, state, in: frame)
      return
    }
    if content.style == .columns {
      drawSmallTable(content, state, room)
      return
    }
    let whole = room
    drawImage(content, inner: inner, room: &room)
    over(labelBackdrop(state)) { painter in
      if painter.paintsViews { painter.canvas.fill(room) }
      painter.drawLabels(content, state, room)
    }
    markLayer(whole, isBlended: false)
  }

  /// The frame of a cell's content in points: the cell's own, less whole characters at its edges.
  func contentFrame(of cell: CellSnapshot, left: Int, right: Int, lines: Int) -> Rect {
    let frame = cell.frame
    return Rect(
      x: frame.x + left * device.pointsPerColumn, y: frame.y + lines * device.pointsPerLine,
      width: frame.width - (left + right) * device.pointsPerColumn,
      height: frame.height - 2 * lines * device.pointsPerLine)
  }

  /// Draws the image's swatch and takes its lines off the room for the labels.
  private mutating func drawImage(_ content: CellContent, inner: CellArea, room: inout CellArea) {
    guard let image = content.image, inner.lines > 1 else { return }
    let labels = max(
      min(device.labelLines, inner.lines - 1), inner.lines - inner.lines * device.labelStart / 1000)
    let lines = inner.lines - labels
    let swatch = Swatch(name: image, marks)
    if lines == 1 {
      drawTile(swatch, column: room.column, line: room.line, columns: room.columns)
    } else {
      drawBlock(
        swatch,
        CellArea(
          column: inner.column, line: inner.line, columns: room.columns, lines: lines))
    }
    room.line += lines
    room.lines -= lines
  }

  private mutating func drawLabels(_ content: CellContent, _ state: CellState, _ room: CellArea) {
    let text = (content.marked ? modelMarkText : "") + content.text
    let style = state.text(.plain)
    let detail = content.detail ?? ""
    switch content.style {
    case .default, .columns:
      drawWrapped(text, style, room)
    case .value1:
      drawOpposed(text, detail, state, room)
    case .value2:
      drawColumns(text, detail, state, room)
    case .subtitle, .custom:
      let below = detail.isEmpty ? 0 : 1
      let upper = CellArea(
        column: room.column, line: room.line, columns: room.columns, lines: room.lines - below)
      let used = drawWrapped(text, style, upper)
      let line = room.line + used
      guard below == 1, line < room.maxLine else { return }
      draw(
        detail, column: room.column, line: line, columns: room.columns,
        style: state.text(TextStyle(.secondary)))
    }
  }

  /// The mark of the model and a blank, to write before a text.
  var modelMarkText: String { charset == .unicode ? "◆ " : "! " }

  /// Text on the left, detail on the right: in one line if both fit, otherwise below each other.
  private mutating func drawOpposed(
    _ text: String, _ detail: String, _ state: CellState, _ room: CellArea
  ) {
    let right = GlyphLayout.fit(
      glyphs(detail, room: room.columns)[...], room.columns, marks.ellipsis)
    let detailWidth = GlyphLayout.width(of: right)
    let left = glyphs(text, room: Self.room(room.columns, room.lines))
    let isOneLine = GlyphLayout.width(of: left) + 1 + detailWidth <= room.columns
    let below = right.isEmpty || isOneLine ? 0 : 1
    var upper = room
    upper.lines -= min(below, max(0, room.lines - 1))
    if below == 1, room.lines == 1 { upper.columns = max(0, room.columns - detailWidth - 1) }
    let used = drawWrapped(left, state.text(.plain), upper)
    let line = min(room.maxLine - 1, room.line + (isOneLine ? 0 : used))
    canvas.draw(
      right, column: room.maxColumn - detailWidth, line: line,
      style: state.text(TextStyle(.accent)))
  }

  /// Text right-aligned in a left column, detail beside it.
  private mutating func drawColumns(
    _ text: String, _ detail: String, _ state: CellState, _ room: CellArea
  ) {
    let columns = max(1, (room.columns - 1) / 2)
    let left = GlyphLayout.wrap(
      glyphs(text, room: Self.room(columns, room.lines)), columns: columns, lines: room.lines,
      ellipsis: marks.ellipsis)
    for (line, glyphs) in left.enumerated() {
      canvas.draw(
        glyphs, column: room.column + columns - GlyphLayout.width(of: glyphs),
        line: room.line + line, style: state.text(TextStyle(.accent)))
    }
    var right = room
    right.column += columns + 1
    right.columns -= columns + 1
    drawWrapped(detail, state.text(.plain), right)
  }
}

extension Painter {
  /// Draws a text over the lines of an area.
  ///
  /// - Returns: how many lines it took.
  @discardableResult
  mutating func drawWrapped(_ text: String, _ style: TextStyle, _ area: CellArea) -> Int {
    if area.isEmpty { return 0 }
    return drawWrapped(glyphs(text, room: Self.room(area.columns, area.lines)), style, area)
  }

  @discardableResult
  mutating func drawWrapped(_ glyphs: [Glyph], _ style: TextStyle, _ area: CellArea) -> Int {
    let lines = GlyphLayout.wrap(
      glyphs, columns: area.columns, lines: area.lines, ellipsis: marks.ellipsis)
    for (line, glyphs) in lines.enumerated() {
      canvas.draw(glyphs, column: area.column, line: area.line + line, style: style)
    }
    return lines.count
  }
}
