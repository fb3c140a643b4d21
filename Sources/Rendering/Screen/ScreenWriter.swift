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
  package private(set) var abilities: TerminalAbilities
  private var table: ScreenTable
  /// What the terminal shows; nil when that is not known.
  private var shown: ScreenGrid?
  /// Where the cursor is seen.
  private var cursor: ScreenPlace?
  /// What is drawn over the text.
  private var drawn: [(number: Int, placed: PlacedPicture)] = []
  private var images = KeptImages()

  package init(abilities: TerminalAbilities) {
    self.abilities = abilities
    table = ScreenTable(palette: abilities.colours.palette)
  }

  /// Forgets what the terminal shows: the next frame is written whole. Needed when the terminal has
  /// another size or was continued, and when something else has written on it.
  package mutating func forget() {
    shown = nil
    images = KeptImages()
  }

  /// Takes over what the terminal has said of itself; its colours stay those of the beginning.
  package mutating func learn(_ abilities: TerminalAbilities) {
    let colours = self.abilities.colours
    self.abilities = abilities
    self.abilities.colours = colours
  }

  /// Takes note that something else has emptied a line.
  package mutating func noteEmpty(line: Int) { shown?.empty(line) }

  /// The bytes that make a terminal show a frame of its own size.
  ///
  /// - Parameters:
  ///   - pictures: drawn over the canvas, with nothing below them.
  ///   - cursor: where the cursor is seen; nil hides it.
  /// - Complexity: O(cells), and O(bytes) of what has changed; nothing is written for the same frame.
  package mutating func bytes(
    showing canvas: Canvas, pictures: [PlacedPicture] = [], cursor: ScreenPlace? = nil
  ) -> [UInt8] {
    if table.isFull || images.isFull {
      table = ScreenTable(palette: abilities.colours.palette)
      forget()
    }
    var grid = table.grid(of: canvas)
    let placed = table.place(pictures, on: &grid)
    let cursor = cursor.flatMap { $0.clamped(to: grid) }
    defer { (shown, self.cursor, drawn) = (grid, cursor, placed) }
    if let shown, shown.columns == grid.columns, shown.lines == grid.lines {
      var writer = changes(from: shown, to: grid, scrolls: drawn.isEmpty && placed.isEmpty)
      draw(placed, with: &writer)
      let isSame = writer.bytes.isEmpty
      if isSame, cursor == self.cursor { return [] }
      return framed(writer, hides: self.cursor != nil && (!isSame || cursor == nil), cursor)
    }
    var writer = FrameWriter(abilities, table, columns: grid.columns)
    writer.append(Self.clearing)
    if abilities.pictures == .kitty { writer.append(Self.clearingPictures.description) }
    drawn = []
    writer.write(grid, over: ScreenGrid(columns: grid.columns, lines: grid.lines))
    draw(placed, with: &writer)
    return framed(writer, hides: true, cursor)
  }

  /// Puts back what may be on, so that a frame can be written from the start.
  private static let clearing = "\u{1B}[m\u{1B}[r\u{1B}[?7l\u{1B}[H\u{1B}[2J"

  /// Draws the pictures whose areas were written on, and takes those away that have gone.
  private mutating func draw(
    _ placed: [(number: Int, placed: PlacedPicture)], with writer: inout FrameWriter
  ) {
    let stays = Set(placed.map(\.number))
    for (number, old) in drawn where !stays.contains(number) {
      if case .kitty = old.picture.drawing {
        let image = KeptImages.number(of: old.picture)
        writer.append("\u{1B}_Ga=d,d=i,i=\(image),p=\(number),q=2\u{1B}\\")
      }
    }
    for (number, placed) in placed where writer.covered.contains(number) {
      let bytes: [UInt8]
      switch placed.picture.drawing {
      case .blocks: continue
      case .sixel(let sixel): bytes = sixel
      case .kitty(let picture):
        let image = KeptImages.number(of: placed.picture)
        let sending = images.keep(placed.picture) ? picture.sending(as: image) : []
        bytes = sending + Array(picture.placing(placed, as: image, place: number).utf8)
      }
      writer.write(bytes, at: placed.visible.column, placed.visible.line)
    }
  }

  private func changes(
    from old: ScreenGrid, to new: ScreenGrid, scrolls: Bool
  ) -> FrameWriter {
    var plain = FrameWriter(abilities, table, columns: new.columns)
    plain.write(new, over: old)
    guard scrolls, abilities.scrollsRegions, plain.bytes.count > Self.fewBytes,
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

extension ScreenWriter {
  /// Takes all pictures of kitty's protocol away, from wherever one was broken off.
  package static let clearingPictures: StaticString = "\u{1B}\\\u{1B}_Ga=d,d=A,q=2\u{1B}\\"
}

/// The pictures that a terminal of kitty's protocol has been given.
private struct KeptImages: Sendable {
  private var numbers: Set<Int> = []
  private var byteCount = 0

  /// Other programs number their pictures from 1.
  static func number(of picture: ScreenPicture) -> Int { 1_397_048_320 + picture.identity }

  /// True when so much has been given that it is time to begin anew.
  var isFull: Bool { byteCount > 64 << 20 }

  /// - Returns: false when the terminal has it.
  mutating func keep(_ picture: ScreenPicture) -> Bool {
    guard numbers.insert(picture.identity).inserted else { return false }
    byteCount += picture.byteCount
    return true
  }
}

extension ScreenPlace {
  fileprivate func clamped(to grid: ScreenGrid) -> ScreenPlace? {
    if grid.columns == 0 || grid.lines == 0 { return nil }
    return ScreenPlace(
      column: max(0, min(grid.columns - 1, column)), line: max(0, min(grid.lines - 1, line)))
  }
}
