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
  }

  /// How text is drawn, in the numbers of SGR sequences.
  struct Look: Equatable {
    /// Bit 1 for bold, 2 for dim, and so on up to 9.
    private(set) var attributes: UInt16 = 0
    /// One of 30 to 37 or 90 to 97; nil for the terminal's own colour.
    private(set) var color: Int?

    mutating func apply(_ number: Int) {
      switch number {
      case 0: self = Look()
      case 1...9: attributes |= 1 << UInt16(number)
      case 30...37, 90...97: color = number
      case 39: color = nil
      default: break
      }
    }
  }

  private enum State {
    case ground
    case escape
    case sequence(String)
    /// An operating system command, up to its end.
    case command(afterEscape: Bool)
  }

  private(set) var columns: Int
  private(set) var rows: Int
  private(set) var cells: [[Cell]]
  /// The rows whose text goes on in the next one, because it was too long.
  private var goesOn: [Bool]
  private(set) var row = 0
  private(set) var column = 0
  private var saved = (row: 0, column: 0)
  private var look = Look()
  private var state = State.ground
  private var wrapsNext = false

  init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    cells = Array(
      repeating: Array(repeating: Cell(), count: self.columns), count: self.rows)
    goesOn = Array(repeating: false, count: self.rows)
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

  private var emptyLine: [Cell] { Array(repeating: Cell(), count: columns) }

  mutating func feed(_ text: String) {
    for scalar in text.unicodeScalars { feed(scalar) }
  }

  private mutating func feed(_ scalar: Unicode.Scalar) {
    switch state {
    case .ground: feedGround(scalar)
    case .escape: feedEscape(scalar)
    case .sequence(let text):
      if (0x40...0x7E).contains(scalar.value) {
        state = .ground
        run(scalar, text)
      } else {
        state = .sequence(text + String(scalar))
      }
    case .command(let afterEscape):
      let isDone = scalar == "\u{07}" || (afterEscape && scalar == "\\")
      state = isDone ? .ground : .command(afterEscape: scalar == "\u{1B}")
    }
  }

  private mutating func feedEscape(_ scalar: Unicode.Scalar) {
    state = .ground
    switch scalar {
    case "[": state = .sequence("")
    case "]": state = .command(afterEscape: false)
    case "7": saved = (row, column)
    // The screen may have become smaller since.
    case "8": place(line: saved.row + 1, column: saved.column + 1)
    default: break
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
    if width == 0 {
      join(scalar)
      return
    }
    if wrapsNext || column + width > columns {
      goesOn[row] = true
      column = 0
      lineFeed()
    }
    cells[row][column] = Cell(text: Character(scalar), look: look)
    if width == 2 { cells[row][column + 1] = Cell(text: nil, look: look) }
    column += width
    wrapsNext = column >= columns
    if wrapsNext { column = columns - 1 }
  }

  /// Puts a combining mark onto the character before it.
  private mutating func join(_ scalar: Unicode.Scalar) {
    let place = cells[row][..<column].lastIndex { $0.text != nil }
    guard let place, let base = cells[row][place].text else { return }
    let joined = String(base) + String(scalar)
    if joined.count == 1, let character = joined.first { cells[row][place].text = character }
  }

  private mutating func lineFeed() {
    wrapsNext = false
    if row + 1 < rows {
      row += 1
    } else {
      cells.removeFirst()
      cells.append(emptyLine)
      goesOn.removeFirst()
      goesOn.append(false)
    }
  }
}

// MARK: - Control sequences

extension TerminalScreen {
  /// Carries a control sequence out.
  private mutating func run(_ final: Unicode.Scalar, _ text: String) {
    let numbers = text.split(separator: ";").map { min(9999, Int($0) ?? 0) }
    let first = numbers.first ?? 0
    let count = max(1, first)
    if final != "m", final != "h", final != "l" { wrapsNext = false }
    switch final {
    case "A": row = max(0, row - count)
    case "B": row = min(rows - 1, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = min(columns - 1, count - 1)
    case "H": place(line: count, column: numbers.count > 1 ? max(1, numbers[1]) : 1)
    case "J": eraseDisplay(first)
    case "K": erase(first == 0 ? column..<columns : first == 1 ? 0..<column + 1 : 0..<columns)
    case "P":
      let end = min(columns, column + count)
      cells[row].removeSubrange(column..<end)
      cells[row] += Array(repeating: Cell(), count: end - column)
    case "X": erase(column..<min(columns, column + count))
    case "@":
      let inserted = min(count, columns - column)
      cells[row].insert(contentsOf: Array(repeating: Cell(), count: inserted), at: column)
      cells[row].removeLast(inserted)
    case "m": for number in numbers.isEmpty ? [0] : numbers { look.apply(number) }
    default: break
    }
  }

  private mutating func place(line: Int, column: Int) {
    (row, self.column, wrapsNext) = (min(rows, line) - 1, min(columns, column) - 1, false)
  }

  private mutating func erase(_ range: Range<Int>) {
    for column in range { cells[row][column] = Cell() }
    if range.upperBound == columns { goesOn[row] = false }
  }

  private mutating func eraseDisplay(_ kind: Int) {
    if kind == 0 { erase(column..<columns) }
    for other in kind == 0 ? row + 1..<max(rows, row + 1) : 0..<rows {
      (cells[other], goesOn[other]) = (emptyLine, false)
    }
    if kind == 3 { (row, column) = (0, 0) }
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
    wrapsNext = false
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
