/// What a terminal would show: enough of one to follow a line editor.
struct Screen {
  struct Cell: Equatable {
    var text: Character = " "
    var style: Style = []
  }

  struct Style: OptionSet {
    let rawValue: Int
    static let bold = Style(rawValue: 1)
    static let dim = Style(rawValue: 2)
    static let underline = Style(rawValue: 4)
    static let reverse = Style(rawValue: 8)
    static let red = Style(rawValue: 16)
    static let otherColor = Style(rawValue: 32)
  }

  private enum State {
    case ground
    case escape
    case sequence(String)
    case command(afterEscape: Bool)
  }

  private(set) var columns: Int
  let rows: Int
  private(set) var cells: [[Cell]]
  /// The rows whose text goes on in the next one, because it was too long.
  private var goesOn: [Bool]
  private(set) var row = 0
  private(set) var column = 0
  private(set) var bells = 0
  private(set) var sequences: [String] = []
  private var saved = (row: 0, column: 0)
  private var style: Style = []
  private var state = State.ground
  private var wrapsNext = false
  /// True behind what joins two pictures to one.
  private var joinsNext = false

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    goesOn = Array(repeating: false, count: rows)
  }

  /// Takes another width and breaks long lines anew, as many terminals do.
  mutating func resize(columns new: Int) {
    var lines: [[Cell]] = []
    var place = (line: 0, column: 0)
    var isJoined = false
    for (index, row) in cells.enumerated() {
      if !isJoined { lines.append([]) }
      if index == self.row { place = (lines.count - 1, lines[lines.count - 1].count + column) }
      isJoined = goesOn[index]
      lines[lines.count - 1] +=
        isJoined ? row[...] : row[..<(row.lastIndex { $0 != Cell() }.map { $0 + 1 } ?? 0)]
    }
    (cells, goesOn, columns) = ([], [], new)
    for (index, line) in lines.enumerated() {
      let length = max(line.count, index == place.line ? place.column + 1 : 1)
      for start in stride(from: 0, to: length, by: new) {
        if index == place.line, (start..<start + new).contains(place.column) {
          (row, column) = (cells.count, place.column - start)
        }
        let part = line.dropFirst(start).prefix(new)
        cells.append(part + Array(repeating: Cell(), count: new - part.count))
        goesOn.append(start + new < line.count)
      }
    }
    while cells.count > rows, row < cells.count - 1 {
      cells.removeLast()
      goesOn.removeLast()
    }
    while cells.count > rows {
      cells.removeFirst()
      goesOn.removeFirst()
      row -= 1
    }
    while cells.count < rows {
      cells.append(Array(repeating: Cell(), count: new))
      goesOn.append(false)
    }
    wrapsNext = false
  }

  /// The lines down to the last that is not empty, without trailing blanks.
  var lines: [String] {
    var lines = cells.map { row in
      let text = String(row.map(\.text).filter { $0 != Self.behindWide })
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  var text: String { lines.joined(separator: "\n") }

  /// The line that the cursor is in.
  var currentLine: String { row < lines.count ? lines[row] : "" }

  /// The lines with something drawn in a style, and what that is.
  func lines(in style: Style) -> [String] {
    cells.map { row in String(row.filter { $0.style.contains(style) }.map(\.text)) }
      .filter { !$0.isEmpty }
  }

  /// The part of the cursor's line that is drawn in a style.
  func text(in style: Style) -> String {
    String(cells[row].filter { $0.style.contains(style) }.map(\.text))
  }

  /// What stands in the second cell of a wide character.
  private static let behindWide: Character = "\0"

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
        sequences.append(text + String(scalar))
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
    case "\u{07}": bells += 1
    case _ where scalar.value < 0x20: break
    default: put(Character(scalar), width: Self.width(scalar))
    }
  }

  private mutating func put(_ character: Character, width: Int) {
    if width == 0 {
      joinsNext = character == "\u{200D}"
      return
    }
    if joinsNext, width == 2 {
      joinsNext = false
      return
    }
    joinsNext = false
    if wrapsNext || column + width > columns {
      column = 0
      goesOn[row] = true
      lineFeed()
    }
    cells[row][column] = Cell(text: character, style: style)
    if width == 2 { cells[row][column + 1] = Cell(text: Self.behindWide, style: style) }
    column += width
    wrapsNext = column == columns
    if wrapsNext { column -= 1 }
  }

  private mutating func lineFeed() {
    wrapsNext = false
    if row + 1 < rows {
      row += 1
    } else {
      cells.removeFirst()
      cells.append(Array(repeating: Cell(), count: columns))
      goesOn.removeFirst()
      goesOn.append(false)
    }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x200D, 0xFE0F: 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60,
      0x1F300...0x1FAFF:
      2
    default: 1
    }
  }
}

extension Screen {
  /// Carries a control sequence out.
  private mutating func run(_ final: Unicode.Scalar, _ text: String) {
    let numbers = text.split(separator: ";").map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    let count = max(1, first)
    if final != "m", final != "h", final != "l" { wrapsNext = false }
    switch final {
    case "A": row = max(0, row - count)
    case "B": row = min(rows - 1, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = min(columns - 1, count - 1)
    case "H":
      (row, column) = (min(rows, count) - 1, (numbers.count > 1 ? max(1, numbers[1]) : 1) - 1)
    case "J": eraseDisplay(first)
    case "K": erase(row, first == 0 ? column..<columns : first == 1 ? 0..<column + 1 : 0..<columns)
    case "P":
      cells[row].removeSubrange(column..<min(columns, column + count))
      pad()
    case "X": erase(row, column..<min(columns, column + count))
    case "@":
      cells[row].insert(contentsOf: Array(repeating: Cell(), count: count), at: column)
      cells[row].removeLast(cells[row].count - columns)
    case "m": for number in numbers.isEmpty ? [0] : numbers { setStyle(number) }
    default: break
    }
  }

  private mutating func pad() {
    cells[row] += Array(repeating: Cell(), count: columns - cells[row].count)
  }

  private mutating func erase(_ row: Int, _ range: Range<Int>) {
    for column in range { cells[row][column] = Cell() }
    if range.upperBound == columns { goesOn[row] = false }
  }

  private mutating func eraseDisplay(_ kind: Int) {
    if kind == 0 {
      erase(row, column..<columns)
      for below in row + 1..<max(rows, row + 1) { erase(below, 0..<columns) }
    } else {
      for any in 0..<rows { erase(any, 0..<columns) }
    }
  }

  private mutating func setStyle(_ number: Int) {
    switch number {
    case 0: style = []
    case 1: style.insert(.bold)
    case 2: style.insert(.dim)
    case 4: style.insert(.underline)
    case 7: style.insert(.reverse)
    case 31, 91: style.insert(.red)
    case 30...37, 90...97: style.insert(.otherColor)
    case 39: style.subtract([.red, .otherColor])
    default: break
    }
  }
}
