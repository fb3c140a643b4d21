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

// MARK: - Graphics

/// Pictures of pixels: enough of sixels and of kitty's protocol to say where each of them is.
extension TerminalScreen {
  /// A picture of kitty's protocol in a place, in characters.
  struct Placement: Equatable {
    var picture: Int
    var number: Int
    var row: Int
    var column: Int
    var columns: Int
    var rows: Int
    /// The part of the picture that is shown, in pixels: left, top, width and height.
    var part: [Int]
  }

  /// How many pixels a character has.
  private static let cell = (width: 10, height: 20)

  mutating func drawGraphics(_ text: String) {
    if text.hasPrefix("_G") {
      let keys = text.dropFirst(2).prefix { $0 != ";" }
      drawKitty(Self.numbers(keys), String(keys))
    } else if text.hasPrefix("P"), let raster = text.firstRange(of: "q\"") {
      let numbers = text[raster.upperBound...].prefix { $0 == ";" || $0.isNumber }
        .split(separator: ";").compactMap { Int($0) }
      if numbers.count == 4 { drawSixel(text, width: numbers[2], height: numbers[3]) }
    }
  }

  private static func numbers(_ text: Substring) -> [String: Int] {
    var numbers: [String: Int] = [:]
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=")
      if sides.count == 2 { numbers[String(sides[0])] = Int(sides[1]) }
    }
    return numbers
  }

  private mutating func drawSixel(_ text: String, width: Int, height: Int) {
    let bands = text.count { $0 == "-" } + 1
    let high = (max(height, bands * 6) + Self.cell.height - 1) / Self.cell.height
    let wide = (width + Self.cell.width - 1) / Self.cell.width
    // The cursor goes to the line below, which scrolls at the end of the screen.
    while row + high >= rows {
      scrolledAway()
      row -= 1
    }
    let picture = text.utf8.reduce(5381) { ($0 &* 33) &+ Int($1) }
    for line in 0..<high {
      for place in 0..<wide where column + place < columns && row + line < rows {
        cells[row + line][column + place].graphic = Graphic(
          picture: picture, row: line, column: place)
      }
    }
    row = min(rows - 1, row + high)
  }

  private mutating func drawKitty(_ numbers: [String: Int], _ keys: String) {
    let picture = numbers["i"] ?? 0
    if keys.contains("a=t") { kept.insert(picture) }
    if keys.contains("d=A") { (kept, placements) = ([], []) }
    if keys.contains("d=i") {
      placements.removeAll { $0.picture == picture && $0.number == numbers["p"] }
    }
    guard keys.contains("a=p"), kept.contains(picture) else { return }
    placements.removeAll { $0.picture == picture && $0.number == numbers["p"] }
    placements.append(
      Placement(
        picture: picture, number: numbers["p"] ?? 0, row: row, column: column,
        columns: numbers["c"] ?? 0, rows: numbers["r"] ?? 0,
        part: ["x", "y", "w", "h"].map { numbers[$0] ?? 0 }))
  }
}
