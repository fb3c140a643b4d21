import TableEngine
import TableModel

/// Draws the parts of a viewport on a canvas.
struct Painter {
  var canvas: Canvas
  /// The cell objects that own cells of the canvas; an owner's number is its place plus one.
  private(set) var owners: [PictureOwner] = []
  /// Where the swatches of images are.
  private(set) var images: [ImagePlace] = []
  let device: Device
  let charset: Charset
  let marks: Marks
  let chrome: ViewChrome
  let focus: Address?
  /// Where the table stands on the canvas.
  let table: CellArea
  private let scale: LineScale

  init(canvas: Canvas, table: CellArea, snapshot: ViewportSnapshot, view: ViewContext) {
    self.canvas = canvas
    self.table = table
    device = view.device
    scale = view.device.scale(of: snapshot.rows)
    charset = view.charset
    marks = Marks.of(view.charset)
    chrome = view.chrome
    focus = snapshot.focus
  }

  /// The cells of a frame that is relative to the viewport.
  func area(of frame: Rect) -> CellArea {
    var area = device.area(of: frame, scale)
    area.column += table.column
    area.line += table.line
    return area
  }

  /// Draws in the name of a cell object.
  mutating func owned(by cell: CellSnapshot, _ body: (inout Painter) -> Void) {
    let outer = canvas.owner
    owners.append(PictureOwner(cell: cell.id, address: cell.address))
    canvas.owner = UInt16(clamping: owners.count)
    body(&self)
    canvas.owner = outer
  }

  /// Notes where a swatch is drawn, as far as it is seen.
  mutating func note(_ swatch: Swatch, _ area: CellArea) {
    let visible = area.intersection(canvas.clip)
    if visible.isEmpty { return }
    images.append(ImagePlace(name: swatch.name, area: area, visible: visible))
  }

  mutating func clipped(to area: CellArea, _ body: (inout Painter) -> Void) {
    let outer = canvas.clip
    canvas.clip = outer.intersection(area)
    if !canvas.clip.isEmpty { body(&self) }
    canvas.clip = outer
  }
}

extension Painter {
  /// No text is read beyond this many columns.
  private static let largestText = 20_000

  /// The columns of an area, or `largestText` where there are more.
  static func room(_ columns: Int, _ lines: Int) -> Int {
    min(max(0, columns), largestText) * min(max(0, lines), largestText)
  }

  /// Text from outside as glyphs that are safe to draw.
  ///
  /// - Parameter room: how many columns could show any of it; what lies far beyond is not looked
  ///   at, however long the text is.
  mutating func glyphs(_ text: String, room: Int) -> [Glyph] {
    let limit = min(max(0, room), Self.largestText) * 4 + 64
    guard text.utf8.count > limit else {
      if let simple = Glyph.simple(text) { return simple }
      return canvas.glyphs(of: DisplaySafe.line(text, charset: charset))
    }
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
    let rest = start.utf8.count < text.utf8.count
    return canvas.glyphs(of: DisplaySafe.line(start, charset: charset))
      + (rest ? marks.ellipsis : [])
  }

  /// Draws a text from outside in one line, shortened where it is too long.
  ///
  /// - Returns: the column after it.
  @discardableResult
  mutating func draw(
    _ text: String, column: Int, line: Int, columns: Int, style: TextStyle
  ) -> Int {
    let fitted = GlyphLayout.fit(glyphs(text, room: columns)[...], columns, marks.ellipsis)
    return canvas.draw(fitted, column: column, line: line, style: style)
  }

  /// Draws a styled line of the product's own.
  mutating func draw(_ styled: StyledLine, line: Int) {
    var column = 0
    for run in styled.runs {
      column = canvas.draw(String(run.text), column: column, line: line, style: run.style)
    }
  }
}

/// How a cell stands out, apart from what is written in it.
struct CellState {
  var isFocused: Bool
  var isSelected: Bool
  var isEditing: Bool
  var isHighlighted: Bool
  /// True when it shows something of another row.
  var isStale: Bool

  init(_ cell: CellSnapshot, focus: Address?) {
    isFocused = cell.address == focus
    isSelected = cell.isSelected
    isEditing = cell.isEditing
    isHighlighted = cell.isHighlighted
    isStale = !cell.stale.isEmpty
  }

  /// The style of the cell's own lines and marks.
  func frame(else plain: TextStyle.Role) -> TextStyle {
    if isStale { return TextStyle(.error, isFocused ? .bold : []) }
    if isFocused { return TextStyle(.focus, .bold) }
    if isEditing { return TextStyle(.editing) }
    if isSelected { return TextStyle(.selected) }
    return TextStyle(plain)
  }

  /// The style of a text in the cell that would otherwise have another one.
  func text(_ style: TextStyle) -> TextStyle {
    if isHighlighted { return TextStyle(.highlighted, .reverse) }
    return isSelected && style.role == .plain ? TextStyle(.selected, .bold) : style
  }
}

extension Painter {
  /// Draws a row: the record of a plain one, the strip of the others.
  mutating func drawRow(_ row: RowSnapshot) {
    let area = area(of: row.cell.frame)
    if area.isEmpty { return }
    owned(by: row.cell) { painter in
      painter.clipped(to: area) { painter in
        let state = painter.state(of: row.cell)
        let isPaintedStrip = row.strip != nil && painter.paintsViews
        painter.over(isPaintedStrip ? .strip : painter.backdrop(of: row.cell, state)) { painter in
          painter.canvas.fill(area)
          if let strip = row.strip {
            painter.drawStrip(strip, of: row.cell, area)
          } else {
            painter.drawPlain(row.cell, area)
          }
        }
      }
    }
  }

  private mutating func drawPlain(_ cell: CellSnapshot, _ area: CellArea) {
    let state = state(of: cell)
    let gutter = GridFrame.gutter(area.columns)
    let layout = layout(of: cell.content)
    let isStacked = layout == nil && cell.content.style.isStacked
    let needed = isStacked && cell.content.detail != nil ? 2 : 1
    let line = area.line + max(0, area.lines - needed) / 2
    drawGutter(state, column: area.column, line: line, columns: gutter)
    var room = area
    room.line = line
    room.lines = min(area.lines, needed)
    room.column += gutter
    room.columns -= gutter + (chrome.index == nil ? 0 : 2)
    let level = min(max(0, cell.content.indentation), 100) * device.indentation
    let indentation = min(level, max(0, room.columns / 2))
    room.column += indentation
    room.columns -= indentation
    drawRowEdge(cell, room: &room)
    if let layout {
      let (left, right) = (room.column - area.column, area.maxColumn - room.maxColumn)
      drawLayout(
        layout, cell.content, state, in: contentFrame(of: cell, left: left, right: right, lines: 0))
      return
    }
    if cell.content.style == .columns {
      drawColumns(of: cell.content, state, room)
      return
    }
    let content = room
    drawRowImage(cell.content, area, room: &room)
    over(labelBackdrop(state)) { painter in
      if painter.paintsViews { painter.canvas.fill(room) }
      painter.drawRowLabels(cell.content, state, room)
    }
    markLayer(content, isBlended: false)
  }

  private mutating func drawGutter(_ state: CellState, column: Int, line: Int, columns: Int) {
    let style = state.frame(else: .mark)
    if columns == 1, let mark = stateMark(state) {
      canvas.draw(mark, column: column, line: line, style: style)
    }
    guard columns > 1 else { return }
    if state.isFocused {
      canvas.draw(marks.focusMark, column: column, line: line, style: style)
    }
    if state.isEditing || state.isSelected {
      let mark = state.isEditing ? marks.editingMark : marks.selectionMark
      canvas.draw(mark, column: column + 1, line: line, style: style)
    }
  }

  /// Draws what stands at the right edge, and takes it off the room.
  private mutating func drawRowEdge(_ cell: CellSnapshot, room: inout CellArea) {
    let accessory = chrome.index == nil ? marks.text(of: cell.content.accessory) : ""
    if !accessory.isEmpty, room.columns > accessory.count + 4 {
      canvas.draw(
        accessory, column: room.maxColumn - accessory.count, line: room.line,
        style: TextStyle(.accessory))
      room.columns -= accessory.count + 1
    }
    guard let note = note(on: cell) else { return }
    let name = glyphs(note.text, room: room.columns)
    guard name.count + 4 < room.columns else { return }
    canvas.draw(name, column: room.maxColumn - name.count, line: room.line, style: note.style)
    room.columns -= name.count + 1
  }

  /// - Parameter row: of which a picture takes the whole height.
  private mutating func drawRowImage(
    _ content: CellContent, _ row: CellArea, room: inout CellArea
  ) {
    guard let image = content.image, room.columns > Swatch.tileWidth + 4 else { return }
    let swatch = Swatch(name: image, marks)
    var columns = Swatch.tileWidth
    if chrome.showsPictures, row.lines > 1 {
      columns = max(columns, min(row.lines * 5 / 2, room.columns / 3))
      drawBlock(
        swatch,
        CellArea(column: room.column, line: row.line, columns: columns, lines: row.lines))
    } else {
      drawTile(swatch, column: room.column, line: room.line, columns: room.columns)
    }
    room.column += columns + 1
    room.columns -= columns + 1
  }

  private mutating func drawRowLabels(
    _ content: CellContent, _ state: CellState, _ room: CellArea
  ) {
    let text = (content.marked ? modelMarkText : "") + content.text
    let detail = content.detail ?? ""
    switch content.style {
    case .default, .columns:
      draw(
        text, column: room.column, line: room.line, columns: room.columns,
        style: state.text(.plain))
    case .value1:
      drawPair(text, detail, state, room, TextStyle(.accent), isTrailing: true)
    case .value2:
      drawKeyed(text, detail, state, room, keys: min(24, table.columns * 3 / 10))
    case .subtitle, .custom:
      guard room.lines > 1 else {
        drawPair(text, detail, state, room, TextStyle(.secondary), isTrailing: false)
        return
      }
      draw(
        text, column: room.column, line: room.line, columns: room.columns,
        style: state.text(.plain))
      draw(
        detail, column: room.column, line: room.line + 1, columns: room.columns,
        style: state.text(TextStyle(.secondary)))
    }
  }

  /// Text and detail in one line; where both are long, the text has the larger part.
  private mutating func drawPair(
    _ text: String, _ detail: String, _ state: CellState, _ room: CellArea, _ style: TextStyle,
    isTrailing: Bool
  ) {
    let left = glyphs(text, room: room.columns)
    let right = glyphs(detail, room: room.columns)
    let gap = 2
    let (leftWidth, rightWidth) = (GlyphLayout.width(of: left), GlyphLayout.width(of: right))
    let least = right.isEmpty ? 0 : min(rightWidth, room.columns * 2 / 5)
    let textRoom = max(0, right.isEmpty ? room.columns : room.columns - gap - least)
    let shown = GlyphLayout.fit(left[...], textRoom, marks.ellipsis)
    let end = canvas.draw(
      shown, column: room.column, line: room.line, style: state.text(.plain))
    let detailRoom = room.maxColumn - end - (leftWidth == 0 ? 0 : gap)
    let fitted = GlyphLayout.fit(right[...], detailRoom, marks.ellipsis)
    let column =
      isTrailing ? room.maxColumn - GlyphLayout.width(of: fitted) : room.maxColumn - detailRoom
    canvas.draw(fitted, column: column, line: room.line, style: state.text(style))
  }

  /// Text right-aligned in a left column of its own, detail beside it.
  private mutating func drawKeyed(
    _ text: String, _ detail: String, _ state: CellState, _ room: CellArea, keys: Int
  ) {
    let columns = min(keys, room.columns / 2)
    let key = GlyphLayout.fit(glyphs(text, room: columns)[...], columns, marks.ellipsis)
    canvas.draw(
      key, column: room.column + columns - GlyphLayout.width(of: key), line: room.line,
      style: state.text(TextStyle(.accent)))
    draw(
      detail, column: room.column + columns + 2, line: room.line,
      columns: room.columns - columns - 2, style: state.text(.plain))
  }
}

extension CellStyle {
  /// True when the detail stands below the text, where there is a line for it.
  var isStacked: Bool {
    switch self {
    case .subtitle, .custom: true
    case .default, .value1, .value2, .columns: false
    }
  }
}
