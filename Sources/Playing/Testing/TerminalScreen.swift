import Rendering
import Workspaces

/// What a terminal would show: enough of one to follow a line editor.
///
/// Text and control sequences are fed as they arrive; anything that isn't known is passed over.
struct TerminalScreen {
  struct Cell: Equatable {
    /// Nil for the second half of a wide character.
    var text: Character? = " "
    var look = Look()
    /// What was drawn over it: the number of the picture, and which part of it is here.
    var graphic: Graphic?
  }

  /// A place of a picture of pixels.
  struct Graphic: Equatable {
    var picture: Int
    var row: Int
    var column: Int
  }

  /// How text is drawn, in the numbers of SGR sequences.
  struct Look: Equatable {
    /// Bit 1 for bold, 2 for dim, and so on up to 9.
    private(set) var attributes: UInt16 = 0
    /// One of 30 to 37 or 90 to 97, 1000 and more for those of xterm's table, 2^24 and more for red,
    /// green and blue; nil for the terminal's own colour.
    private(set) var color: Int?
    /// What is behind the text, in the same numbers.
    private(set) var ground: Int?

    mutating func apply(_ numbers: [Int]) {
      var rest = numbers[...]
      while let number = rest.popFirst() {
        if [38, 48].contains(number), rest.first == 5, let chosen = rest.dropFirst().first {
          rest = rest.dropFirst(2)
          set(chosen < 8 ? 30 + chosen : chosen < 16 ? 82 + chosen : 1000 + chosen, number == 48)
        } else if [38, 48].contains(number), rest.first == 2, rest.count >= 4 {
          let parts = rest.dropFirst().prefix(3)
          rest = rest.dropFirst(4)
          set(parts.reduce(1) { $0 << 8 | $1 & 0xFF }, number == 48)
        } else {
          apply(number)
        }
      }
    }

    /// What is left of it in a place that is erased.
    var erased: Look {
      var look = Look()
      look.ground = ground
      return look
    }

    private mutating func apply(_ number: Int) {
      switch number {
      case 0: self = Look()
      case 1...9: attributes |= 1 << UInt16(number)
      case 22: attributes &= ~(1 << 1 | 1 << 2)
      case 23...29: attributes &= ~(1 << UInt16(number - 20))
      case 30...37, 90...97: set(number, false)
      case 39, 49: set(nil, number == 49)
      case 40...47, 100...107: set(number - 10, true)
      default: break
      }
    }

    private mutating func set(_ number: Int?, _ isGround: Bool) {
      if isGround { ground = number } else { color = number }
    }
  }

  private enum State {
    case ground
    case escape
    /// Within a sequence that chooses a set of characters, such as `ESC ( B`: Unicode is always on.
    case choice
    case sequence(String)
    /// A string that is not text, up to its end; nil for one that nobody asks for.
    case command(String?, afterEscape: Bool)
  }

  var columns: Int
  var rows: Int
  var cells: [[Cell]]
  /// The rows whose text goes on in the next one, because it was too long.
  var goesOn: [Bool]
  var row = 0
  var column = 0
  private var saved = (row: 0, column: 0)
  var look = Look()
  private var state = State.ground
  var wrapsNext = false
  /// False while text ends at the right edge, where the last character is written over.
  var wraps = true
  var showsCursor = true
  /// The rows that scroll.
  var region: Range<Int>
  /// How many lines have left at the top of the whole screen.
  private(set) var scrolledLines = 0

  /// Scrolls the whole screen by a line.
  mutating func scrolledAway() {
    scrolledLines += 1
    scroll(0..<rows, up: 1)
  }

  /// The screen as it was before the alternate one came.
  var hidden: [TerminalScreen] = []
  /// True while a program has taken the whole screen.
  var isAlternate: Bool { !hidden.isEmpty }
  /// Pictures that the terminal keeps, by their numbers, and where they are shown.
  var kept: Set<Int> = []
  var placements: [Placement] = []
  /// True for a terminal that draws what readers see as one character in one place; others take
  /// scalar by scalar.
  var joinsScalars = false

  init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    cells = Array(
      repeating: Array(repeating: Cell(), count: self.columns), count: self.rows)
    goesOn = Array(repeating: false, count: self.rows)
    region = 0..<self.rows
  }

  /// The lines down to the last that is not empty, without blanks at their ends.
  var lines: [String] {
    var lines = cells.map { row in
      let text = String(row.compactMap(\.text))
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// What erasing leaves: a blank on the ground that is on.
  var emptyCell: Cell { Cell(look: look.erased) }

  var emptyLine: [Cell] { Array(repeating: emptyCell, count: columns) }

  mutating func feed(_ text: String) {
    for scalar in text.unicodeScalars { feed(scalar) }
  }

  private mutating func feed(_ scalar: Unicode.Scalar) {
    switch state {
    case .ground: feedGround(scalar)
    case .escape: feedEscape(scalar)
    case .choice: if !Self.intermediates.contains(scalar.value) { state = .ground }
    case .sequence(let text):
      if (0x40...0x7E).contains(scalar.value) {
        state = .ground
        run(scalar, text)
      } else {
        state = .sequence(text + String(scalar))
      }
    case .command(var text, let afterEscape):
      state = .ground  // gives up the second reference, so that the append happens in place
      if scalar == "\u{07}" || (afterEscape && scalar == "\\") {
        if let text { drawGraphics(text) }
        return
      }
      if scalar != "\u{1B}" { text?.unicodeScalars.append(scalar) }
      state = .command(text, afterEscape: scalar == "\u{1B}")
    }
  }

  /// What may stand between an escape and the last character of its sequence.
  private static let intermediates: ClosedRange<UInt32> = 0x20...0x2F

  private mutating func feedEscape(_ scalar: Unicode.Scalar) {
    state = .ground
    switch scalar {
    case "[": state = .sequence("")
    case "]": state = .command(nil, afterEscape: false)
    case "P", "_": state = .command(String(scalar), afterEscape: false)
    case "7": saved = (row, column)
    // The screen may have become smaller since.
    case "8": place(line: saved.row + 1, column: saved.column + 1)
    case "M": reverseLineFeed()
    default: if Self.intermediates.contains(scalar.value) { state = .choice }
    }
  }

  private mutating func feedGround(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\u{1B}": state = .escape
    case "\r": (column, wrapsNext) = (0, false)
    case "\n": lineFeed()
    case "\u{08}": (column, wrapsNext) = (max(0, column - 1), false)
    case _ where scalar.value < 0x20: break
    default: put(scalar)
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = min(columns, DisplayWidth.of(String(scalar)))
    if width == 0 || joinsScalars, joined(scalar) { return }
    if width == 0 { return }
    if wraps, wrapsNext || column + width > columns {
      goesOn[row] = true
      column = 0
      lineFeed()
    }
    // Where nothing wraps, the end of the line is written over and over.
    column = min(column, columns - width)
    set(Cell(text: Character(scalar), look: look), width)
    column += width
    wrapsNext = column >= columns
    if wrapsNext { column = columns - 1 }
  }

  /// Puts a character where the cursor is; what loses one half becomes blank.
  private mutating func set(_ cell: Cell, _ width: Int) {
    separate(column)
    separate(column + width)
    cells[row][column] = cell
    if width == 2 { cells[row][column + 1] = Cell(text: nil, look: cell.look) }
  }

  /// Blanks a wide character whose second half is in a column.
  mutating func separate(_ column: Int) {
    guard column > 0, column < columns, cells[row][column].text == nil else { return }
    cells[row][column].text = " "
    cells[row][column - 1].text = " "
  }

  /// Puts a scalar onto the character before it, where the two are one.
  private mutating func joined(_ scalar: Unicode.Scalar) -> Bool {
    let end = wrapsNext ? columns : column
    let place = cells[row][..<end].lastIndex { $0.text != nil }
    guard let place, let base = cells[row][place].text else { return false }
    let joined = String(base) + String(scalar)
    guard joined.count == 1, let character = joined.first else { return false }
    cells[row][place].text = character
    if joinsScalars, DisplayWidth.of(character) == 2, place + 1 == end, end < columns {
      set(cells[row][place], 1)
      separate(column + 1)
      cells[row][column] = Cell(text: nil, look: cells[row][place].look)
      column = min(columns - 1, column + 1)
    }
    return true
  }

  private mutating func lineFeed() {
    wrapsNext = false
    if row + 1 != region.upperBound {
      row = min(rows - 1, row + 1)
    } else {
      if region.lowerBound == 0 { scrolledLines += 1 }
      scroll(region, up: 1)
    }
  }

  private mutating func reverseLineFeed() {
    wrapsNext = false
    if row != region.lowerBound { row = max(0, row - 1) } else { scroll(region, up: -1) }
  }

  /// Moves rows up, so that empty ones follow; a negative number moves them down.
  mutating func scroll(_ rows: Range<Int>, up count: Int) {
    let moved = Array(zip(cells[rows], goesOn[rows]))
    for (place, row) in rows.enumerated() {
      let from = place + count
      (cells[row], goesOn[row]) =
        moved.indices.contains(from) ? moved[from] : (emptyLine, false)
    }
  }
}

// MARK: - Another size

extension TerminalScreen {
  /// A line as it was written, over as many rows as it takes.
  private struct LongLine {
    var cells: [Cell] = []
    /// How many cells stand before the cursor; nil for a line without it.
    var cursor: Int?

    /// The rows of the line: `0123456789` in four columns is `0123`, `4567` and `89`. A wide
    /// character is never cut in two.
    func rows(of columns: Int) -> [Range<Int>] {
      let length = max(cells.count, (cursor ?? 0) + 1)
      var (rows, start): ([Range<Int>], Int) = ([], 0)
      while start < length {
        var end = start + columns
        if end < cells.count, cells[end].text == nil, columns > 1 { end -= 1 }
        rows.append(start..<end)
        start = end
      }
      return rows
    }
  }

  /// Takes another size and breaks long lines anew, as most terminals do.
  mutating func resize(columns newColumns: Int, rows newRows: Int) {
    let lines = columns == max(1, newColumns) ? nil : longLines()
    (columns, rows) = (max(1, newColumns), max(1, newRows))
    if let lines { breakAnew(lines) }
    // What is below the cursor goes first, then what is at the top.
    let below = min(max(0, cells.count - rows), cells.count - 1 - row)
    cells.removeLast(below)
    goesOn.removeLast(below)
    let above = max(0, cells.count - rows)
    cells.removeFirst(above)
    goesOn.removeFirst(above)
    row -= above
    while cells.count < rows {
      cells.append(emptyLine)
      goesOn.append(false)
    }
    (wrapsNext, region) = (false, 0..<rows)
  }

  private func longLines() -> [LongLine] {
    var lines: [LongLine] = []
    var isJoined = false
    for (index, line) in cells.enumerated() {
      if !isJoined { lines.append(LongLine()) }
      let last = lines.count - 1
      if index == row { lines[last].cursor = lines[last].cells.count + column }
      isJoined = goesOn[index]
      let written = isJoined ? columns : line.lastIndex { $0 != Cell() }.map { $0 + 1 } ?? 0
      lines[last].cells += line.prefix(written)
    }
    return lines
  }

  private mutating func breakAnew(_ lines: [LongLine]) {
    (cells, goesOn) = ([], [])
    for line in lines {
      for range in line.rows(of: columns) {
        if let cursor = line.cursor, range.contains(cursor) {
          (row, column) = (cells.count, cursor - range.lowerBound)
        }
        let part = line.cells.dropFirst(range.lowerBound).prefix(range.count)
        cells.append(part + Array(repeating: Cell(), count: columns - part.count))
        goesOn.append(range.upperBound < line.cells.count)
      }
    }
  }
}
