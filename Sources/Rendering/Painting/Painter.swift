import TableEngine
import TableModel

/// Draws the parts of a viewport on a canvas.
struct Painter {
  var canvas: Canvas
  /// The cell objects that own cells of the canvas; an owner's number is its place plus one.
  private(set) var owners: [PictureOwner] = []
  let device: Device
  let charset: Charset
  let marks: Marks
  let chrome: ViewChrome
  let focus: Address?
  /// Where the table stands on the canvas.
  let table: CellArea

  init(canvas: Canvas, table: CellArea, snapshot: ViewportSnapshot, view: ViewContext) {
    self.canvas = canvas
    self.table = table
    device = view.device
    charset = view.charset
    marks = Marks.of(view.charset)
    chrome = view.chrome
    focus = snapshot.focus
  }

  /// The cells of a frame that is relative to the viewport.
  func area(of frame: Rect) -> CellArea {
    var area = device.area(of: frame)
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

  init(_ cell: CellSnapshot, focus: Address?) {
    isFocused = cell.address == focus
    isSelected = cell.isSelected
    isEditing = cell.isEditing
    isHighlighted = cell.isHighlighted
  }

  /// The style of the cell's own lines and marks.
  func frame(else plain: TextStyle.Role) -> TextStyle {
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
