import CommandLanguage
import PredicateLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `right`: scrolls a strip towards its end.
struct RightCommand: ShelfCommand {
  static let declaration = Command(
    "right", aliases: ["r"], .move, "scroll a row to the right by items, columns or pages",
    parameters: HorizontalScroll.parameters, options: [.row],
    discussion: """
      Scrolls the strip of the focused row; every row remembers its own place. Where there is \
      no strip nothing happens. In a grid (see 'columns') N counts its columns, and the unit `columns` \
      characters, as everywhere.
      """,
    examples: [
      .init("right 3", "three items of the focused row"),
      .init("right 1 pages --row Science", "a page of another row"),
    ],
    related: ["left", "finish"], effect: .change)

  private let scroll: HorizontalScroll

  init(_ call: Invocation) throws(CommandError) { scroll = try HorizontalScroll(call, by: 1) }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try scroll.run(in: &workspace)
  }
}

/// `left`: scrolls a strip towards its beginning.
struct LeftCommand: ShelfCommand {
  static let declaration = Command(
    "left", aliases: ["l"], .move, "scroll a row to the left by items, columns or pages",
    parameters: HorizontalScroll.parameters, options: [.row],
    examples: [
      .init("right 3; left", "one item back"),
      .init("finish; left 10 columns", "ten columns back from the end"),
    ],
    related: ["right", "start"], effect: .change)

  private let scroll: HorizontalScroll

  init(_ call: Invocation) throws(CommandError) { scroll = try HorizontalScroll(call, by: -1) }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try scroll.run(in: &workspace)
  }
}

/// What `right` and `left` have in common.
struct HorizontalScroll: Sendable {
  enum Unit: String, Keyword { case items, columns, pages, points }

  static let parameters = ScrollDistance<Unit>.parameters

  let distance: ScrollDistance<Unit>
  let row: Word?

  init(_ call: Invocation, by sign: Int) throws(CommandError) {
    distance = try ScrollDistance(call, by: sign, usual: .items)
    row = call.option(.row)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    if row == nil, try workspace.current().scrollsColumns {
      return try Level.scrollColumns(in: &workspace) { $0.first(after: distance) }
    }
    let (row, amount) = (try workspace.row(row), distance.amount)
    let level = try workspace.current()
    guard let count = level.presenter.itemCount(inRow: row) else {
      return Output("row \(row) has no items to scroll through")
    }
    let table = level.table
    let before = (table.stripOffset(ofRow: row), table.focus)
    switch distance.unit {
    case .points:
      try level.scrollStrip(row, by: amount)
    case .columns:
      let column = workspace.preferences.device.pointsPerColumn
      try level.scrollStrip(row, by: amount.scaled(by: column))
    case .pages:
      try level.scrollStrip(row, by: amount.scaled(by: table.metrics.viewport.width))
    case .items:
      try level.scrollItems(row, by: amount, of: count)
    }
    if before == (table.stripOffset(ofRow: row), table.focus) {
      return Output("already at the row's \(distance.isTowardsEnd ? "end" : "start")")
    }
    level.keepFocusInStrip(row)
    return Output(level.positionLine(ofRow: row))
  }
}

extension Level {
  fileprivate func scrollStrip(_ row: Address, by points: Int) throws(CommandError) {
    try engine { () throws(EngineError) in
      try table.scroll(row: row, to: (table.stripOffset(ofRow: row) ?? 0) + points)
    }
  }

  fileprivate func scrollItems(_ row: Address, by amount: Int, of count: Int)
    throws(CommandError)
  {
    let pitch = max(1, table.metrics.cellSize.width + table.metrics.cellSpacing)
    let inset = table.metrics.insetLeft
    let start = (table.stripOffset(ofRow: row) ?? 0) + inset
    let first = amount > 0 ? start / pitch : (start + pitch - 1) / pitch
    try engine { () throws(EngineError) in
      try table.scroll(row: row, to: (first + amount).scaled(by: pitch) - inset)
    }
    if let focus = table.focus, focus.rowAddress == row, let item = focus.item {
      table.moveFocus(to: row.with(item: max(0, min(count - 1, item + amount))))
    }
  }

  fileprivate func keepFocusInStrip(_ row: Address) {
    guard let focus = table.focus, focus.rowAddress == row, let item = focus.item else { return }
    let visible = table.fullyVisibleItems(inRow: row)
    guard let first = visible.first, let last = visible.last else { return }
    table.moveFocus(to: row.with(item: max(first, min(last, item))))
  }
}

// MARK: - Columns of a grid

// In a grid `left` and `right` bring other columns into view, for all rows at once.

extension Level {
  /// True where the focus is on a plain row of a grid, or nowhere.
  var scrollsColumns: Bool {
    guard presenter.grid?.isGrid == true else { return false }
    return table.focus.map { presenter.itemCount(inRow: $0.rowAddress) == nil } ?? true
  }

  /// Which column is the first in view after a scroll, of those that move.
  func first(after distance: ScrollDistance<HorizontalScroll.Unit>) -> Int {
    guard let columns = look.columns, let grid = presenter.grid else { return 0 }
    let amount = distance.amount
    switch distance.unit {
    case .items: return columns.first + amount
    case .pages: return columns.first + amount.scaled(by: max(1, grid.places.count - grid.frozen))
    case .columns: return columns.first(from: columns.first, passing: amount)
    case .points:
      let character = max(1, presenter.device.pointsPerColumn)
      return columns.first(from: columns.first, passing: amount / character)
    }
  }
}

extension Level {
  /// Brings other columns of a grid into view.
  ///
  /// - Parameter first: which of the columns that move is to be the first in view, as far as there
  ///   is anything beyond the edge.
  static func scrollColumns(
    in workspace: inout Workspace, to first: (Level) -> Int
  ) throws(CommandError) -> Output {
    let level = try workspace.current()
    guard var columns = level.look.columns else { return Output() }
    let before = columns.first
    let wanted = first(level)
    let lastFirst = columns.lastFirst(room: level.gridRoom)
    columns.first = min(max(0, wanted), lastFirst)
    if columns.first == before {
      if lastFirst == 0 { return Output("all columns are in view") }
      return Output("already at the \(wanted > before ? "last" : "first") column")
    }
    try show(columns: columns, in: &workspace)
    return Output(try workspace.current().presenter.grid?.words ?? "all columns are in view")
  }
}
