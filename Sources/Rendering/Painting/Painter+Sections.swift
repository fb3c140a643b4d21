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
      let style = TextStyle(.index, place == index.current ? [.bold, .reverse] : [])
      guard let place, let letter = glyphs(index.titles[place], room: 1).first else {
        canvas.draw(marks.indexGap, column: column, line: top + line, style: style)
        continue
      }
      let first = letter.width == 2 ? column - 1 : column
      canvas.draw(letter, column: first, line: top + line, style: style)
    }
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
