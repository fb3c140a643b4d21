import CommandLanguage
import PredicateLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `down`: scrolls the list towards its end.
struct DownCommand: ShelfCommand {
  static let declaration = Command(
    "down", aliases: ["d"], .move, "scroll down by rows, lines, pages or points",
    parameters: VerticalScroll.parameters,
    discussion: """
      Scrolls the list so that the row N further on is where the top row was; the focus \
      moves along by as many rows. At the end the list stays and the focus goes on to the last \
      row.
      """,
    examples: [
      .init("down", "one row"), .init("down 3", "three rows"), .init("down 2 pages", "two pages"),
    ],
    related: ["up", "page", "goto"], effect: .change)

  private let scroll: VerticalScroll

  init(_ call: Invocation) throws(CommandError) { scroll = try VerticalScroll(call, by: 1) }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try scroll.run(in: &workspace)
  }
}

/// `up`: scrolls the list towards its beginning.
struct UpCommand: ShelfCommand {
  static let declaration = Command(
    "up", aliases: ["u"], .move, "scroll up by rows, lines, pages or points",
    parameters: VerticalScroll.parameters,
    examples: [.init("down 3; up", "one row back"), .init("bottom; up 2 lines", "two lines")],
    related: ["down", "top"], effect: .change)

  private let scroll: VerticalScroll

  init(_ call: Invocation) throws(CommandError) { scroll = try VerticalScroll(call, by: -1) }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try scroll.run(in: &workspace)
  }
}

/// `page`: scrolls by what the viewport holds.
struct PageCommand: ShelfCommand {
  static let declaration = Command(
    "page", .move, "scroll a page or half of one, down or up",
    parameters: [
      Parameter("half|down|up", .choice(of: Leader.self), optional: true),
      Parameter("down|up", .choice(of: Direction.self), optional: true, after: Leader.half),
    ],
    examples: [
      .init("page", "a page down"), .init("page; page up", "and back"),
      .init("page half; page half up", "half a page"),
    ],
    related: ["down", "up"], effect: .change)

  enum Leader: String, Keyword { case half, down, up }

  enum Direction: String, Keyword { case down, up }

  private let direction: Direction
  private let isHalf: Bool

  init(_ call: Invocation) throws(CommandError) {
    let leader: Leader? = try call.keyword(argument: "direction")
    isHalf = leader == .half
    if !isHalf { try call.checkEnd(at: 1) }
    direction =
      isHalf
      ? try call.keyword(at: 1, argument: "direction") ?? .down : leader == .up ? .up : .down
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    let before = (level.table.offset, level.table.focus)
    let sign = direction == .down ? 1 : -1
    if isHalf {
      try level.scrollHalfPage(sign, workspace.preferences.device.pointsPerLine)
    } else {
      try level.scrollPages(sign)
    }
    level.keepFocusInView()
    if before == (level.table.offset, level.table.focus) {
      return Output("already at the \(direction == .down ? "end" : "start")")
    }
    return Output(level.positionLine)
  }
}

/// What `down` and `up` have in common.
private struct VerticalScroll: Sendable {
  enum Unit: String, Keyword { case rows, lines, pages, points }

  static let parameters = ScrollDistance<Unit>.parameters

  let distance: ScrollDistance<Unit>

  init(_ call: Invocation, by sign: Int) throws(CommandError) {
    distance = try ScrollDistance(call, by: sign, usual: .rows)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let amount = distance.amount
    let level = try workspace.current()
    let table = level.table
    let before = (table.offset, table.focus)
    switch distance.unit {
    case .points: try level.scroll(by: amount)
    case .lines: try level.scroll(by: amount.scaled(by: workspace.preferences.device.pointsPerLine))
    case .pages: try level.scrollPages(amount)
    case .rows: try level.scrollRows(amount)
    }
    if before == (table.offset, table.focus) {
      return Output("already at the \(distance.isTowardsEnd ? "end" : "start")")
    }
    level.keepFocusInView()
    return Output(level.positionLine)
  }
}

extension Level {
  fileprivate func scroll(by points: Int) throws(CommandError) {
    try engine { () throws(EngineError) in try table.scroll(by: points) }
  }

  fileprivate func scrollPages(_ pages: Int) throws(CommandError) {
    try scroll(by: pages.scaled(by: pageHeight))
  }

  /// Scrolls by half of what the viewport holds, in whole lines.
  fileprivate func scrollHalfPage(_ sign: Int, _ line: Int) throws(CommandError) {
    let line = max(1, line)
    try scroll(by: sign * max(line, pageHeight / 2 / line * line))
  }

  /// The part of the viewport that is scrolled through: without a header that floats above it.
  private var pageHeight: Int {
    let covered = table.topRow.map { table.coveredHeight(inSection: $0.row.section) } ?? 0
    return max(1, table.metrics.viewport.height - covered - table.metrics.insetBottom)
  }

  /// Scrolls so that the row `amount` rows further on stands where the top row stood, and moves the
  /// focus along. When scrolling up, a row that is cut off counts as the first.
  fileprivate func scrollRows(_ amount: Int) throws(CommandError) {
    if let (top, isCut) = table.topRow {
      let target = table.row(top, advancedBy: isCut && amount < 0 ? amount + 1 : amount)
      try engine { () throws(EngineError) in
        if target == table.firstRow {
          try table.scroll(to: table.minOffset)
        } else {
          try table.scrollToRow(target, position: .top, way: .scrollBy)
        }
      }
    }
    if let focus = table.focus {
      let target = table.row(focus.rowAddress, advancedBy: amount)
      table.moveFocus(to: focusPlace(inRow: target, like: focus))
    }
  }

  /// After a scroll by lines or pages the focus goes to the nearest row in view.
  fileprivate func keepFocusInView() {
    guard let focus = table.focus else { return }
    let rows = table.fullyVisibleRows
    guard let first = rows.first, let last = rows.last else { return }
    let row = focus.rowAddress
    let nearest = row < first ? first : row > last ? last : row
    if nearest != row { table.moveFocus(to: focusPlace(inRow: nearest, like: focus)) }
  }
}
