import Arranging
import CommandLanguage
import TableEngine
import TableModel
import Workspaces

/// What the commands that order and group have in common.
extension Arrangement {
  /// Arranges the same records in another way. The focus stays on its record or, until it was moved
  /// from the first one, on the first one.
  ///
  /// - Parameter revealsFocus: whether the focus is scrolled into view; sections that are made anew
  ///   are shown from where the table stands.
  /// - Returns: what is to be said of a focus that moved with its record.
  static func change(
    in workspace: inout Workspace, revealsFocus: Bool = false,
    _ body: (inout Arrangement) -> Void
  ) throws(CommandError) -> String {
    let before = try workspace.current()
    let focus = before.table.focus
    let first = try reading { () throws(DataError) in try Level.firstPlace(before.shown) }
    let isAtRest = !before.isFocusPlaced && focus == first
    try workspace.arrange(body)
    try workspace.change { $0.isFocusPlaced = !isAtRest }
    let level = try workspace.current()
    if isAtRest {
      let first = try reading { () throws(DataError) in try Level.firstPlace(level.shown) }
      level.table.moveFocus(to: first)
    }
    if revealsFocus { try engine { () throws(EngineError) in try level.revealFocus() } }
    guard !isAtRest, let now = level.table.focus, now != focus else { return "" }
    return "\(Mark.dot)the focus stays on its record, now \(now)"
  }

  /// Makes other sections.
  ///
  /// - Parameters:
  ///   - grouping: nil for the sections of the data.
  ///   - message: what has happened, said before the counts.
  static func regroup(
    by grouping: Grouping?, _ message: String, in workspace: inout Workspace
  ) throws(CommandError) -> Output {
    let focus = try change(in: &workspace) { $0.grouping = grouping }
    let counts = Words.counts(try workspace.current().shown.counts())
    return Output("\(message)\(Mark.dot)\(counts)\(focus)")
  }
}
