import Rendering
import Workspaces

/// Where everything stands on the screen.
struct ScreenLayout {
  /// The viewport, its title and the lines below it.
  var table: CellArea
  var detail: CellArea?
  var trace: CellArea?
  /// The line at the left of the record.
  var rule: Int?
  /// The last line.
  let foot: Int

  /// The least width, in columns, at which the record is shown on the right.
  static let sideBySide = 100

  init(columns: Int, lines: Int, _ preferences: Preferences) {
    foot = lines - 1
    table = CellArea(column: 0, line: 0, columns: columns, lines: lines - 1)
    if preferences.showsTrace, let height = Self.height(table.lines) {
      table.lines -= height
      trace = CellArea(column: 0, line: table.lines, columns: columns, lines: height)
    }
    guard preferences.showsDetail else { return }
    if columns >= Self.sideBySide {
      let width = min(60, columns * 2 / 5)
      table.columns -= width + 1
      rule = table.columns
      detail = CellArea(column: table.columns + 1, line: 0, columns: width, lines: table.lines)
    } else if let height = Self.height(table.lines) {
      table.lines -= height
      detail = CellArea(column: 0, line: table.lines, columns: columns, lines: height)
    }
  }

  /// The height of a pane below the table, with a line for its title; nil where there is no room.
  private static func height(_ lines: Int) -> Int? {
    let height = min(lines / 3, 16)
    return height >= 2 ? height : nil
  }
}
