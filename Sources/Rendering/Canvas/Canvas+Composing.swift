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
