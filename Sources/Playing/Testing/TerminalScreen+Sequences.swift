extension TerminalScreen {
  /// Carries a control sequence out.
  mutating func run(_ final: Unicode.Scalar, _ text: String) {
    if text.hasPrefix("?") { return setModes(text.dropFirst(), final) }
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
      cells[row] += Array(repeating: emptyCell, count: end - column)
    case "X": erase(column..<min(columns, column + count))
    case "@":
      let inserted = min(count, columns - column)
      cells[row].insert(contentsOf: Array(repeating: emptyCell, count: inserted), at: column)
      cells[row].removeLast(inserted)
    case "d": place(line: count, column: column + 1)
    case "S": scroll(region, up: count)
    case "T": scroll(region, up: -count)
    case "L", "M":
      guard region.contains(row) else { return }
      scroll(row..<region.upperBound, up: final == "L" ? -count : count)
      column = 0
    case "r":
      let last = numbers.count > 1 && numbers[1] > 0 ? min(rows, numbers[1]) : rows
      region = count < last ? count - 1..<last : 0..<rows
      place(line: 1, column: 1)
    case "m": look.apply(numbers.isEmpty ? [0] : numbers)
    default: break
    }
  }

  mutating func place(line: Int, column: Int) {
    (row, self.column, wrapsNext) = (min(rows, line) - 1, min(columns, column) - 1, false)
  }

  private mutating func erase(_ range: Range<Int>) {
    separate(range.lowerBound)
    separate(range.upperBound)
    for column in range { cells[row][column] = emptyCell }
    if range.upperBound == columns { goesOn[row] = false }
  }

  private mutating func eraseDisplay(_ kind: Int) {
    if kind == 0 { erase(column..<columns) }
    for other in kind == 0 ? row + 1..<max(rows, row + 1) : 0..<rows {
      (cells[other], goesOn[other]) = (emptyLine, false)
    }
    if kind == 3 { (row, column) = (0, 0) }
  }

  /// Switches private modes; one that isn't known is passed over.
  private mutating func setModes(_ text: Substring, _ final: Unicode.Scalar) {
    guard final == "h" || final == "l" else { return }
    for mode in text.split(separator: ";") {
      switch mode {
      case "7": (wraps, wrapsNext) = (final == "h", false)
      case "25": showsCursor = final == "h"
      case "1049": final == "h" ? hide() : showHidden()
      default: break
      }
    }
  }

  private mutating func hide() {
    if !hidden.isEmpty { return }
    hidden = [self]
    (cells, goesOn) = (cells.map { _ in emptyLine }, goesOn.map { _ in false })
  }

  /// Shows the screen again as it was before the alternate one; modes stay as they are.
  private mutating func showHidden() {
    guard let before = hidden.popLast() else { return }
    var back = before
    back.resize(columns: columns, rows: rows)
    (cells, goesOn, row, column) = (back.cells, back.goesOn, back.row, back.column)
    wrapsNext = false
  }
}
