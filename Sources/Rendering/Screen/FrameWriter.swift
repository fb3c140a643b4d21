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
