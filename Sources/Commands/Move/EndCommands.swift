import CommandLanguage
import TableEngine
import TableModel
import Workspaces

/// `top`: goes to the first row.
struct TopCommand: ShelfCommand {
  static let declaration = Command(
    "top", .move, "go to the first row", options: [.animated],
    examples: [
      .init("down 2; top", "back to the start"), .init("bottom; top", "there and back"),
    ],
    related: ["bottom"], effect: .change)

  private let frames: Int

  init(_ call: Invocation) throws(CommandError) { frames = try call.frames() }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    return try level.goTo(level.table.firstRow, offset: .min, frames: frames)
  }
}

/// `bottom`: goes to the last row.
struct BottomCommand: ShelfCommand {
  static let declaration = Command(
    "bottom", .move, "go to the last row", options: [.animated],
    examples: [
      .init("bottom", "the end of the list"), .init("bottom; up", "the row before"),
      .init("bottom --animated 6; stats", "every row on the way", on: "rows.json"),
    ],
    related: ["top"], needs: .everything, effect: .change)

  private let frames: Int

  init(_ call: Invocation) throws(CommandError) { frames = try call.frames() }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    return try level.goTo(level.table.lastRow, offset: .max, frames: frames)
  }
}

/// `start`: goes to the first item of a row.
struct StartCommand: ShelfCommand {
  static let declaration = Command(
    "start", .move, "go to the first item of a row", options: [.row, .animated],
    examples: [
      .init("right 3; start", "back to the row's start"),
      .init("start --row 1.0", "of another row"),
    ],
    related: ["finish"], effect: .change)

  private let row: Word?
  private let frames: Int

  init(_ call: Invocation) throws(CommandError) { (row, frames) = try call.rowAndFrames() }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    if row == nil, try workspace.current().scrollsColumns {
      return try Level.scrollColumns(in: &workspace) { _ in 0 }
    }
    let row = try workspace.row(row)
    return try workspace.current().goToEdge(of: row, first: true, frames: frames)
  }
}

/// `finish`: goes to the last item of a row.
struct FinishCommand: ShelfCommand {
  static let declaration = Command(
    "finish", .move, "go to the last item of a row", options: [.row, .animated],
    examples: [
      .init("finish", "the end of the focused row"),
      .init("finish --row Science", "of another row"),
    ],
    related: ["start"], effect: .change)

  private let row: Word?
  private let frames: Int

  init(_ call: Invocation) throws(CommandError) { (row, frames) = try call.rowAndFrames() }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    if row == nil, try workspace.current().scrollsColumns {
      return try Level.scrollColumns(in: &workspace) { _ in .max }
    }
    let row = try workspace.row(row)
    return try workspace.current().goToEdge(of: row, first: false, frames: frames)
  }
}

extension Invocation {
  fileprivate func rowAndFrames() throws(CommandError) -> (row: Word?, frames: Int) {
    (option(.row), try frames())
  }
}

extension Level {
  /// Scrolls the list to one of its ends.
  ///
  /// - Parameter row: the row there; nil in an empty table.
  fileprivate func goTo(_ row: Address?, offset: Int, frames: Int) throws(CommandError) -> Output {
    guard let row else { return Output("this table is empty") }
    try engine { () throws(EngineError) in
      try table.scroll(to: offset, frames: frames, way: .scrollToPosition)
    }
    table.moveFocus(to: focusPlace(inRow: row, like: table.focus ?? row))
    return Output(positionLine)
  }

  fileprivate func goToEdge(of row: Address, first: Bool, frames: Int) throws(CommandError)
    -> Output
  {
    guard let count = presenter.itemCount(inRow: row) else {
      return Output("row \(row) has no items to scroll through")
    }
    let offset =
      first
      ? -table.metrics.insetLeft : (table.stripWidth(ofRow: row) ?? 0) + table.metrics.insetRight
    try engine { () throws(EngineError) in
      try table.scroll(row: row, to: offset, frames: frames, way: .scrollToPosition)
    }
    if table.focus?.rowAddress == row, count > 0 {
      table.moveFocus(to: row.with(item: first ? 0 : count - 1))
    }
    return Output(positionLine(ofRow: row))
  }
}
