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

/// Writes one frame over another, from left to right and from the top.
struct FrameWriter {
  private let abilities: TerminalAbilities
  private(set) var table: ScreenTable
  private let columns: Int
  private(set) var bytes: [UInt8] = []
  /// The number of the look that the terminal writes with.
  private var pen = 0
  /// The pictures on whose areas something was written, which blanks them.
  private(set) var covered: Set<Int> = []
  /// Where the cursor is, as far as that is sure.
  private var line: Int?
  private var column: Int?

  init(_ abilities: TerminalAbilities, _ table: ScreenTable, columns: Int) {
    self.abilities = abilities
    self.table = table
    self.columns = columns
  }

  /// Writes what is different in a frame of the same size.
  mutating func write(_ new: ScreenGrid, over old: ScreenGrid) {
    for line in 0..<new.lines {
      new.withRow(line) { new in
        old.withRow(line) { old in write(new, over: old, line: line) }
      }
    }
    changePen(to: 0)
  }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes something at a place after which nobody knows where the cursor is.
  mutating func write(_ bytes: [UInt8], at column: Int, _ line: Int) {
    move(to: column, line)
    self.bytes += bytes
    (self.line, self.column) = (nil, nil)
  }

  /// Scrolls; the cursor is somewhere after it.
  mutating func scroll(_ shift: ScreenShift) {
    append(shift.sequence)
    (line, column) = (nil, nil)
  }
}

extension FrameWriter {
  private typealias Row = UnsafeBufferPointer<ScreenCell>

  private mutating func write(_ new: Row, over old: Row, line: Int) {
    let blanks = blankTail(of: new)
    /// Places before this one are written even if they have not changed.
    var forced = 0
    var place = 0
    while true {
      while place < columns, place >= forced, new[place] == old[place] { place += 1 }
      if place >= columns { return }
      if new[place].isContinuation, place > 0 { place -= 1 }
      if place >= blanks, erasesRest(new, old, from: place, forced: forced, line: line) { return }
      if let count = erasableCount(new, old, from: place, forced: forced) {
        move(to: place, line, new)
        if !looksBlank(0) { changePen(to: 0) }
        append("\u{1B}[\(count)X")
        place += count
        continue
      }
      move(to: place, line, new)
      let cell = new[place]
      if cell.isDoubtful { forced = max(forced, min(columns, place + cell.reach)) }
      put(cell)
      place += cell.width
    }
  }

  /// Where the blanks begin that a line ends with and that erasing leaves.
  private func blankTail(of row: Row) -> Int {
    var end = row.count
    while end > 0, row[end - 1] == .empty { end -= 1 }
    return end
  }

  /// Erases a line's rest when that is shorter than writing blanks.
  private mutating func erasesRest(
    _ new: Row, _ old: Row, from place: Int, forced: Int, line: Int
  ) -> Bool {
    var end = columns
    while end > max(place, forced), new[end - 1] == old[end - 1] { end -= 1 }
    if end - place <= 3 { return false }
    move(to: place, line, new)
    if !looksBlank(0) { changePen(to: 0) }
    append("\u{1B}[K")
    return true
  }

  /// How many blanks erasing writes in fewer bytes than blanks would take; nil for none.
  private func erasableCount(_ new: Row, _ old: Row, from place: Int, forced: Int) -> Int? {
    guard abilities.erasesCharacters, new[place] == .empty else { return nil }
    var end = place
    while end < columns, new[end] == .empty { end += 1 }
    while end > max(place, forced), new[end - 1] == old[end - 1] { end -= 1 }
    // The sequence, and one to go on behind the blanks.
    return end - place > 10 ? end - place : nil
  }
}

extension FrameWriter {
  /// Writes a cell where the cursor is.
  private mutating func put(_ cell: ScreenCell) {
    if cell.isPicture { covered.insert(cell.picture) }
    let isBlank = cell.isBlank || cell.isPicture
    if !(isBlank && looksBlank(cell.look)) { changePen(to: cell.look) }
    let start = column
    if cell.isDoubtful, cell.width == 2, let start, let line {
      // A terminal that takes it for a narrow one leaves what stood in the second place.
      append("  ")
      column = nil
      move(to: start, line)
    }
    table.append(cell.code, to: &bytes)
    // What a terminal does behind its last column is better not known.
    let end = start.map { $0 + cell.width } ?? columns
    column = cell.isDoubtful || end >= columns ? nil : end
  }

  /// True when a blank in another look is as good as one in the look that is on.
  private func looksBlank(_ look: Int) -> Bool {
    let (wanted, on) = (table.looks[look], table.looks[pen])
    return wanted.ground == on.ground && !wanted.marksBlanks && !on.marksBlanks
  }

  private mutating func changePen(to look: Int) {
    if look == pen { return }
    bytes.append(contentsOf: table.sequence(from: pen, to: look))
    pen = look
  }

  /// Moves the cursor to a place, over a short piece that has not changed by writing it again.
  private mutating func move(to place: Int, _ line: Int, _ row: Row) {
    if self.line == line, let column, column < place {
      let most = Self.forward(place - column).utf8.count
      let gap = row[column..<place]
      var count = 0
      for cell in gap where !cell.isContinuation {
        let isSame = cell.look == pen || (cell.isBlank && looksBlank(cell.look))
        count +=
          isSame && !cell.isDoubtful && !cell.isPicture ? table.byteCount(cell.code) : most + 1
      }
      if count <= most {
        for cell in gap where !cell.isContinuation { put(cell) }
        return
      }
    }
    move(to: place, line)
  }

  /// Moves the cursor to a place.
  mutating func move(to place: Int, _ line: Int) {
    defer { (self.line, column) = (line, place) }
    var moves = [
      place > 0 ? "\u{1B}[\(line + 1);\(place + 1)H" : "\u{1B}[\(line > 0 ? "\(line + 1)" : "")H"
    ]
    if self.line == line {
      if column == place { return }
      moves.append("\u{1B}[\(place + 1)G")
      if let column, column < place { moves.append(Self.forward(place - column)) }
    } else if let own = self.line, own < line, column == place {
      moves.append(Self.sequence(line - own, "B"))
    }
    append(moves.min { $0.utf8.count < $1.utf8.count } ?? "")
  }

  private static func forward(_ count: Int) -> String { sequence(count, "C") }

  private static func sequence(_ count: Int, _ final: String) -> String {
    "\u{1B}[" + (count > 1 ? "\(count)" : "") + final
  }
}
