import Rendering

/// What a terminal would show: enough of one to follow a line editor.
struct TerminalScreen {
  private enum State {
    case ground
    case escape
    case sequence(String)
    /// An operating system command, up to its end.
    case command(afterEscape: Bool)
  }

  private(set) var columns: Int
  private(set) var rows: Int
  /// The character of each place; nil for the second half of a wide one.
  private var cells: [[Character?]]
  private var row = 0
  private var column = 0
  private var saved = (row: 0, column: 0)
  private var state = State.ground
  private var wrapsNext = false

  init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    cells = Array(repeating: Array(repeating: " ", count: max(1, columns)), count: max(1, rows))
  }

  /// The lines down to the last that is not empty, without blanks at their ends.
  var lines: [String] {
    var lines = cells.map { row in
      let text = String(row.compactMap { $0 })
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(1, columns), max(1, rows))
    cells = cells.prefix(self.rows).map { line in
      let kept = line.prefix(self.columns)
      return Array(kept) + Array(repeating: " ", count: self.columns - kept.count)
    }
    while cells.count < self.rows { cells.append(emptyLine) }
    (row, column) = (min(row, self.rows - 1), min(column, self.columns - 1))
  }

  private var emptyLine: [Character?] { Array(repeating: " ", count: columns) }

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
    case "8": (row, column, wrapsNext) = (saved.row, saved.column, false)
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
      column = 0
      lineFeed()
    }
    cells[row][column] = Character(scalar)
    if width == 2 { cells[row][column + 1] = nil }
    column += width
    wrapsNext = column >= columns
    if wrapsNext { column = columns - 1 }
  }

  /// Puts a combining mark onto the character before it.
  private mutating func join(_ scalar: Unicode.Scalar) {
    let place = cells[row][..<column].lastIndex { $0 != nil }
    guard let place, let base = cells[row][place] else { return }
    let joined = String(base) + String(scalar)
    if joined.count == 1, let character = joined.first { cells[row][place] = character }
  }

  private mutating func lineFeed() {
    wrapsNext = false
    if row + 1 < rows {
      row += 1
    } else {
      cells.removeFirst()
      cells.append(emptyLine)
    }
  }
}

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
    case "K": erase(row, first == 0 ? column..<columns : first == 1 ? 0..<column + 1 : 0..<columns)
    case "P":
      let end = min(columns, column + count)
      cells[row].removeSubrange(column..<end)
      cells[row] += Array(repeating: " ", count: end - column)
    case "X": erase(row, column..<min(columns, column + count))
    case "@":
      let inserted = min(count, columns - column)
      cells[row].insert(contentsOf: Array(repeating: " ", count: inserted), at: column)
      cells[row].removeLast(inserted)
    default: break
    }
  }

  private mutating func place(line: Int, column: Int) {
    row = min(rows, line) - 1
    self.column = min(columns, column) - 1
  }

  private mutating func erase(_ row: Int, _ range: Range<Int>) {
    for column in range { cells[row][column] = " " }
  }

  private mutating func eraseDisplay(_ kind: Int) {
    if kind == 0 {
      erase(row, column..<columns)
      for below in (row + 1)..<max(rows, row + 1) { cells[below] = emptyLine }
    } else {
      cells = Array(repeating: emptyLine, count: rows)
      if kind == 3 { (row, column) = (0, 0) }
    }
  }
}
