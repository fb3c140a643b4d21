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
