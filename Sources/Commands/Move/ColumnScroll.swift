import CommandLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

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
