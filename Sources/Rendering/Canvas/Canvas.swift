/// A rectangle of terminal cells: columns from the left, lines from the top.
package struct CellArea: Sendable, Hashable {
  package var column: Int
  package var line: Int
  package var columns: Int
  package var lines: Int

  package init(column: Int, line: Int, columns: Int, lines: Int) {
    self.column = column
    self.line = line
    self.columns = columns
    self.lines = lines
  }

  package var maxColumn: Int { column + columns }
  package var maxLine: Int { line + lines }
  package var isEmpty: Bool { columns <= 0 || lines <= 0 }

  package func intersection(_ other: CellArea) -> CellArea {
    let left = max(column, other.column)
    let top = max(line, other.line)
    return CellArea(
      column: left, line: top, columns: max(0, min(maxColumn, other.maxColumn) - left),
      lines: max(0, min(maxLine, other.maxLine) - top))
  }

  package func inset(columns dx: Int, lines dy: Int) -> CellArea {
    CellArea(column: column + dx, line: line + dy, columns: columns - 2 * dx, lines: lines - 2 * dy)
  }
}

/// One thing that can be drawn: a scalar, or a character of several that the canvas keeps.
struct Glyph: Sendable, Hashable {
  /// A scalar's value, or `clusterFlag` and the place in the canvas's list of characters.
  var code: UInt32
  var width: UInt8

  static let clusterFlag: UInt32 = 1 << 31
  /// What stands in the second cell of a wide character.
  static let continuation: UInt32 = 0
  static let blank = Glyph(code: 0x20, width: 1)

  init(code: UInt32, width: UInt8) {
    self.code = code
    self.width = width
  }

  /// One of the product's own marks, which are all one column wide.
  init(mark scalar: Unicode.Scalar) {
    self.init(code: scalar.value, width: 1)
  }
}

extension Glyph {
  /// The glyphs of a text of scalars that are harmless and characters of their own; nil for others.
  ///
  /// - Complexity: O(bytes).
  static func simple(_ text: String) -> [Glyph]? {
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      let columns = DisplayWidth.simpleColumns(of: scalar)
      if columns == 0 { return nil }
      glyphs.append(Glyph(code: scalar.value, width: UInt8(columns)))
    }
    return glyphs
  }
}

/// A grid of terminal cells to draw on; everything outside the clipping area is cut off exactly.
///
/// A wide character takes two cells. Where an edge or another drawing takes one half of it, the
/// other half becomes a blank.
package struct Canvas: Sendable, Hashable {
  package let columns: Int
  package let lines: Int
  /// Drawing leaves no trace outside this area.
  var clip: CellArea
  /// Who is recorded as the owner of the cells that are drawn; 0 is nobody.
  var owner: UInt16 = 0
  /// What lies behind everything that is drawn now.
  var backdrop = Backdrop.none
  private(set) var cells: [Cell]
  private var clusters: [String] = []

  struct Cell: Sendable, Hashable {
    var code = Glyph.blank.code
    var style = TextStyle.plain
    var owner: UInt16 = 0
  }

  package init(columns: Int, lines: Int) {
    self.columns = max(0, columns)
    self.lines = max(0, lines)
    clip = CellArea(column: 0, line: 0, columns: self.columns, lines: self.lines)
    cells = Array(repeating: Cell(), count: self.columns * self.lines)
  }

  package var bounds: CellArea { CellArea(column: 0, line: 0, columns: columns, lines: lines) }

  /// The cells of one line.
  func row(_ line: Int) -> ArraySlice<Cell> { cells[line * columns..<(line + 1) * columns] }

  /// Reads the cells of one line.
  func withRow<Result>(_ line: Int, _ body: (UnsafeBufferPointer<Cell>) -> Result) -> Result {
    cells.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[line * columns..<(line + 1) * columns]))
    }
  }

  /// Keeps a character of more than one scalar and gives it a code.
  mutating func add(_ cluster: String) -> UInt32 {
    clusters.append(cluster)
    return Glyph.clusterFlag | UInt32(clusters.count - 1)
  }

  /// The characters of a code that stands for more than one scalar.
  func cluster(_ code: UInt32) -> String { clusters[Int(code & ~Glyph.clusterFlag)] }
}

extension Canvas {
  /// The glyphs of a text, which has to be safe to show already.
  mutating func glyphs(of text: String) -> [Glyph] {
    Glyph.simple(text) ?? text.map { glyph(of: $0) }
  }

  private mutating func glyph(of character: Character) -> Glyph {
    let width = UInt8(DisplayWidth.of(character))
    let scalars = character.unicodeScalars
    if let only = scalars.first, scalars.count == 1 {
      return Glyph(code: only.value, width: width)
    }
    return Glyph(code: add(String(character)), width: width)
  }

  /// Draws one glyph.
  mutating func draw(_ glyph: Glyph, column: Int, line: Int, style: TextStyle) {
    draw(CollectionOfOne(glyph), column: column, line: line, style: style)
  }

  /// Draws glyphs from left to right.
  ///
  /// - Returns: the column after the last one.
  @discardableResult
  mutating func draw(
    _ glyphs: some Sequence<Glyph>, column: Int, line: Int, style: TextStyle
  ) -> Int {
    var column = column
    guard line >= clip.line, line < clip.maxLine else {
      for glyph in glyphs { column += Int(glyph.width) }
      return column
    }
    var cell = Cell(code: 0, style: placed(style), owner: owner)
    let clip = clip.column..<clip.maxColumn
    withLine(line) { row in
      for glyph in glyphs {
        let isWhole = glyph.width < 2 || (clip.contains(column) && clip.contains(column + 1))
        cell.code = isWhole ? glyph.code : Glyph.blank.code
        if glyph.width > 0, clip.contains(column) { row.put(cell, column) }
        if glyph.width == 2, clip.contains(column + 1) {
          cell.code = isWhole ? Glyph.continuation : Glyph.blank.code
          row.put(cell, column + 1)
        }
        column += Int(glyph.width)
      }
    }
    return column
  }

  /// Draws a text that is safe already and short enough for its place.
  @discardableResult
  mutating func draw(_ text: String, column: Int, line: Int, style: TextStyle) -> Int {
    draw(glyphs(of: text), column: column, line: line, style: style)
  }

  /// Fills an area with one narrow glyph.
  mutating func fill(_ area: CellArea, _ glyph: Glyph = .blank, style: TextStyle = .plain) {
    let visible = area.intersection(clip)
    if visible.isEmpty { return }
    let cell = Cell(code: glyph.code, style: placed(style), owner: owner)
    for line in visible.line..<visible.maxLine {
      withLine(line) { $0.fill(visible.column..<visible.maxColumn, cell) }
    }
  }

  /// Puts a part of a line of cells into a line as they are, their owners included. A character of
  /// which only one half is in the part, or may be drawn, becomes a blank.
  ///
  /// - Complexity: O(cells).
  mutating func copy(_ row: [Cell], _ part: Range<Int>, column: Int, line: Int) {
    guard line >= clip.line, line < clip.maxLine else { return }
    let visible = clip.column..<max(clip.column, clip.maxColumn)
    let seen = (column..<column + part.count).clamped(to: visible)
    if seen.isEmpty { return }
    let shift = part.lowerBound - column
    withLine(line) { cells in
      cells.separate(seen.lowerBound)
      cells.separate(seen.upperBound)
      for place in seen {
        var cell = row[place + shift]
        if cell.code == Glyph.continuation, place == seen.lowerBound {
          cell.code = Glyph.blank.code
        }
        let next = place + shift + 1
        if place + 1 == seen.upperBound, next < row.count, row[next].code == Glyph.continuation {
          cell.code = Glyph.blank.code
        }
        cells.cells[place] = cell
      }
    }
  }

  private func placed(_ style: TextStyle) -> TextStyle {
    var style = style
    if style.backdrop == .none { style.backdrop = backdrop }
    return style
  }

  private mutating func withLine(_ line: Int, _ body: (Line) -> Void) {
    let places = line * columns..<(line + 1) * columns
    cells.withUnsafeMutableBufferPointer { body(Line(cells: .init(rebasing: $0[places]))) }
  }

  /// The cells of one line while something is written into them. What covers one half of a wide
  /// character leaves a blank in the place of the other.
  private struct Line {
    let cells: UnsafeMutableBufferPointer<Cell>

    func put(_ cell: Cell, _ column: Int) {
      if cell.code != Glyph.continuation { separate(column) }
      separate(column + 1)
      cells[column] = cell
    }

    func fill(_ columns: Range<Int>, _ cell: Cell) {
      separate(columns.lowerBound)
      separate(columns.upperBound)
      cells[columns].update(repeating: cell)
    }

    /// Blanks the first half of a wide character whose second one is in a column, and that too.
    func separate(_ column: Int) {
      guard column < cells.count, cells[column].code == Glyph.continuation else { return }
      cells[column].code = Glyph.blank.code
      if column > 0 { cells[column - 1].code = Glyph.blank.code }
    }
  }
}

extension Canvas {
  /// Changes how an area looks and leaves what is written in it.
  package mutating func restyle(_ area: CellArea, _ style: TextStyle) {
    restyle(area) { _ in style }
  }

  /// Changes how an area looks, by how each of its cells looks now.
  package mutating func restyle(_ area: CellArea, _ style: (TextStyle) -> TextStyle) {
    let visible = area.intersection(clip)
    if visible.isEmpty { return }
    for line in visible.line..<visible.maxLine {
      let start = line * columns
      for place in start + visible.column..<start + visible.maxColumn {
        cells[place].style = style(cells[place].style)
      }
    }
  }

  /// Gives cells another style; nil leaves one as it is.
  mutating func recolour(_ style: (Cell) -> TextStyle?) {
    for place in cells.indices {
      if let style = style(cells[place]) { cells[place].style = style }
    }
  }

  /// Runs drawing commands that may only touch a part of what may be touched now.
  package mutating func clipped(to area: CellArea, _ body: (inout Canvas) -> Void) {
    let outer = clip
    clip = outer.intersection(area)
    if !clip.isEmpty { body(&self) }
    clip = outer
  }
}

// MARK: - Composing

/// Frames are composed of pictures and lines that were made one by one.
extension Canvas {
  /// Draws a line that is safe to show already.
  ///
  /// - Parameters:
  ///   - column: where the line begins; it may lie outside of the canvas.
  ///   - room: the columns that may be drawn on; a wide character that does not fit leaves a blank.
  /// - Returns: the column after the line's last character.
  @discardableResult
  package mutating func draw(
    _ text: StyledLine, column: Int, line: Int, within room: Range<Int>? = nil
  ) -> Int {
    var end = column
    let room = room ?? 0..<columns
    let area = CellArea(column: room.lowerBound, line: line, columns: room.count, lines: 1)
    clipped(to: area) { canvas in
      for run in text.runs {
        end = canvas.draw(String(run.text), column: end, line: line, style: run.style)
      }
    }
    return end
  }

  /// Draws a part of another canvas as it is, blanks included.
  ///
  /// - Parameter part: in the other canvas; nil for all of it.
  /// - Complexity: O(cells of the part).
  package mutating func draw(
    _ other: Canvas, part: CellArea? = nil, column: Int, line: Int
  ) {
    let wanted = part ?? other.bounds
    let part = wanted.intersection(other.bounds)
    if part.isEmpty { return }
    let (columns, shift) = (
      part.column..<part.maxColumn, (column - wanted.column, line - wanted.line)
    )
    var kept: [UInt32: UInt32] = [:]
    for otherLine in part.line..<part.maxLine {
      var row = Array(other.row(otherLine))
      for place in columns where row[place].code & Glyph.clusterFlag != 0 {
        row[place].code = adopt(row[place].code, of: other, &kept)
      }
      copy(row, columns, column: part.column + shift.0, line: otherLine + shift.1)
    }
  }

  /// The code that a character of another canvas has in this one.
  private mutating func adopt(
    _ code: UInt32, of other: Canvas, _ kept: inout [UInt32: UInt32]
  ) -> UInt32 {
    if let known = kept[code] { return known }
    let adopted = add(other.cluster(code))
    kept[code] = adopted
    return adopted
  }

  /// The part of an area that shows nothing but the swatch of an image: what lies over its edges is
  /// left out. Empty where something lies in the middle of it.
  package func swatch(in area: CellArea) -> CellArea {
    var rest = area.intersection(bounds)
    func isSwatch(_ column: Int, _ line: Int) -> Bool {
      row(line)[line * columns + column].style.role == .swatch
    }
    func isLine(_ line: Int) -> Bool { isSwatch(rest.column, line) }
    func isColumn(_ column: Int) -> Bool {
      (rest.line..<rest.maxLine).allSatisfy { isSwatch(column, $0) }
    }
    // A bar starts at the left edge; anything else drawn over a line is at its right end.
    while !rest.isEmpty, !isLine(rest.line) {
      rest.line += 1
      rest.lines -= 1
    }
    while !rest.isEmpty, !isLine(rest.maxLine - 1) { rest.lines -= 1 }
    while !rest.isEmpty, !isColumn(rest.maxColumn - 1) { rest.columns -= 1 }
    let isWhole = !rest.isEmpty && (rest.column..<rest.maxColumn).allSatisfy(isColumn)
    return isWhole ? rest : CellArea(column: area.column, line: area.line, columns: 0, lines: 0)
  }

  /// Fills an area with blanks.
  package mutating func clear(_ area: CellArea, style: TextStyle = .plain) {
    fill(area, style: style)
  }
}
