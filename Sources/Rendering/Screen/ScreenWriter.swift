/// A place of a screen: columns from the left, lines from the top, both from 0.
package struct ScreenPlace: Sendable, Hashable {
  package var column: Int
  package var line: Int

  package init(column: Int, line: Int) {
    self.column = column
    self.line = line
  }
}

/// Writes frames for a terminal: what has changed since the last one, in few bytes.
///
/// Between frames the terminal is left with its usual look and no scroll region. Lines never wrap and
/// nothing scrolls the whole screen, whatever the terminal thinks of the width of characters: behind
/// each one that is measured in several ways the cursor is placed anew.
package struct ScreenWriter: Sendable {
  package let abilities: TerminalAbilities
  private var table: ScreenTable
  /// What the terminal shows; nil when that is not known.
  private var shown: ScreenGrid?
  /// Where the cursor is seen.
  private var cursor: ScreenPlace?

  package init(abilities: TerminalAbilities) {
    self.abilities = abilities
    table = ScreenTable(palette: abilities.colours.palette)
  }

  /// Forgets what the terminal shows: the next frame is written whole. Needed when the terminal has
  /// another size or was continued, and when something else has written on it.
  package mutating func forget() { shown = nil }

  /// Takes note that something else has emptied a line.
  package mutating func noteEmpty(line: Int) { shown?.empty(line) }

  /// The bytes that make a terminal show a frame of its own size.
  ///
  /// - Parameter cursor: where the cursor is seen; nil hides it.
  /// - Complexity: O(cells), and O(bytes) of what has changed; nothing is written for the same frame.
  package mutating func bytes(showing canvas: Canvas, cursor: ScreenPlace? = nil) -> [UInt8] {
    if table.isFull {
      table = ScreenTable(palette: abilities.colours.palette)
      shown = nil
    }
    let grid = table.grid(of: canvas)
    let cursor = cursor.flatMap { $0.clamped(to: grid) }
    defer { (shown, self.cursor) = (grid, cursor) }
    if let shown, shown.columns == grid.columns, shown.lines == grid.lines {
      let writer = changes(from: shown, to: grid)
      let isSame = writer.bytes.isEmpty
      if isSame, cursor == self.cursor { return [] }
      return framed(writer, hides: self.cursor != nil && (!isSame || cursor == nil), cursor)
    }
    var writer = FrameWriter(abilities, table, columns: grid.columns)
    writer.append(Self.clearing)
    writer.write(grid, over: ScreenGrid(columns: grid.columns, lines: grid.lines))
    return framed(writer, hides: true, cursor)
  }

  /// Puts back what may be on, so that a frame can be written from the start.
  private static let clearing = "\u{1B}[m\u{1B}[r\u{1B}[?7l\u{1B}[H\u{1B}[2J"

  private func changes(from old: ScreenGrid, to new: ScreenGrid) -> FrameWriter {
    var plain = FrameWriter(abilities, table, columns: new.columns)
    plain.write(new, over: old)
    guard abilities.scrollsRegions, plain.bytes.count > Self.fewBytes,
      let shift = ScreenShift.between(old, new)
    else { return plain }
    var scrolled = FrameWriter(abilities, table, columns: new.columns)
    scrolled.scroll(shift)
    var moved = old
    moved.scroll(shift)
    scrolled.write(new, over: moved)
    return scrolled.bytes.count < plain.bytes.count ? scrolled : plain
  }

  /// With no more bytes than this, nobody looks for a shift.
  private static let fewBytes = 200

  /// A frame with what stands around it.
  private mutating func framed(_ writer: FrameWriter, hides: Bool, _ cursor: ScreenPlace?)
    -> [UInt8]
  {
    table = writer.table
    let isMarked = abilities.synchronises && !writer.bytes.isEmpty
    var end = writer
    if let cursor { end.move(to: cursor.column, cursor.line) }
    var text = isMarked ? "\u{1B}[?2026h" : ""
    if hides { text += "\u{1B}[?25l" }
    var bytes = Array(text.utf8) + end.bytes
    if cursor != nil, hides || self.cursor == nil { bytes += Array("\u{1B}[?25h".utf8) }
    if isMarked { bytes += Array("\u{1B}[?2026l".utf8) }
    return bytes
  }
}

extension ScreenWriter {
  /// Begins a full screen: the alternate one, empty, with lines that end at the edge.
  package static let opening = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[m\u{1B}[H\u{1B}[2J"

  /// Ends it, from wherever a frame was broken off, and shows what was there before. The mouse is the
  /// terminal's own again.
  package static let closing: StaticString =
    "\u{1B}\\\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2026l\u{1B}[m\u{1B}[r\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
}

extension ScreenPlace {
  fileprivate func clamped(to grid: ScreenGrid) -> ScreenPlace? {
    if grid.columns == 0 || grid.lines == 0 { return nil }
    return ScreenPlace(
      column: max(0, min(grid.columns - 1, column)), line: max(0, min(grid.lines - 1, line)))
  }
}
