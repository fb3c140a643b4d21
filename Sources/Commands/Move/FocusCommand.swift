import Arranging
import CommandLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `focus`: moves the focus, and the viewport follows.
enum FocusCommand: ShelfCommand {
  case report
  case rows(Int)
  case items(Int)
  case section(Step)
  case row(number: Int)
  case share(percent: Int)

  enum Way: String, Keyword { case up, down, left, right, section, row }

  enum Step: String, Keyword { case next, previous }

  static let declaration = Command(
    "focus", .move, "move the focus, and let the viewport follow",
    parameters: [
      Parameter("up|down|left|right|section|row|N%", .choice(of: Way.self), optional: true),
      Parameter("N", .count, optional: true, after: Way.up, Way.down, Way.left, Way.right),
      Parameter("NUMBER", .count, after: Way.row),
      Parameter("next|previous", .choice(of: Step.self), after: Way.section),
    ],
    discussion: """
      Moves the focus by rows or by the items of its row. The viewport follows by the least \
      scroll that shows the place, and stays where it is in view already; `down` and its kin scroll \
      instead. `focus section` goes to the first row of the next or previous section that has \
      rows, `focus row N` to row N of the table, counted from 1 through all sections, and `focus N%` to the row so far down. In the columns of a grid `left` and `right` \
      bring others into view. `focus` alone says where it is.
      """,
    examples: [
      .init("focus down 2; focus right", "two rows down, one item to the right"),
      .init("focus section next", "the next section"),
      .init("focus 50%", "the middle of the table", on: "rows.json"),
    ],
    related: ["goto", "down", "right", "jump"], effect: .change)

  init(_ call: Invocation) throws(CommandError) {
    guard let first = call[0] else {
      self = .report
      return
    }
    switch call.keyword(Way.self) {
    case .up: self = .rows(-(try call.count(at: 1) ?? 1))
    case .down: self = .rows(try call.count(at: 1) ?? 1)
    case .left: self = .items(-(try call.count(at: 1) ?? 1))
    case .right: self = .items(try call.count(at: 1) ?? 1)
    case .section:
      guard let step: Step = try call.keyword(at: 1, argument: "step") else {
        throw CommandError(
          .missingArgument("next|previous", usage: Self.declaration.usage), at: call.range)
      }
      self = .section(step)
    case .row:
      guard let number = try call.count(at: 1) else {
        throw CommandError(
          .missingArgument("NUMBER", usage: Self.declaration.usage), at: call.range)
      }
      self = .row(number: number)
    case nil:
      self = .share(percent: try Self.percent(first))
      try call.checkEnd(at: 1)
    }
  }

  private static func percent(_ word: Word) throws(CommandError) -> Int {
    if word.raw.last == "%", let percent = Int(word.raw.dropLast()), (0...100).contains(percent) {
      return percent
    }
    if word.raw.last == "%" {
      throw CommandError(
        .badValue(word.text, argument: "share", expected: "0% to 100%"), at: word.range)
    }
    throw CommandError(
      .badValue(
        word.text, argument: "direction",
        expected: "\(Way.words.joined(separator: ", ")) or a share from 0% to 100%"),
      at: word.range)
  }

  /// A share of the table needs its end, and a row far down that it is known.
  var ownNeeds: Command.Needs? {
    switch self {
    case .share, .row: .everything
    case .report, .rows, .items, .section: nil
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    guard let focus = level.table.focus else { return Output("this table is empty") }
    switch self {
    case .report: return Output(level.positionLine)
    case .rows(let distance):
      let row = level.table.row(focus.rowAddress, advancedBy: distance)
      let isAtEnd =
        distance < 0 ? "the start" : level.knowsLastRow ? "the end" : "the last row known so far"
      return try level.moveFocus(to: level.place(inRow: row, below: focus), orSay: isAtEnd)
    case .items(let distance):
      if level.scrollsColumns {
        return try Level.scrollColumns(in: &workspace) { level in
          (level.look.columns?.first ?? 0).adding(distance)
        }
      }
      return try level.moveFocus(fromItem: focus, by: distance)
    case .section(let step):
      return try level.moveFocus(toSection: step, from: focus)
    case .row(let number):
      let row = level.table.firstRow.map { level.table.row($0, advancedBy: max(0, number - 1)) }
      return try level.moveFocus(
        to: level.place(inRow: row ?? focus, below: focus), orSay: "row \(number)")
    case .share(let percent):
      // The whole number of rows that lie above, rounded to the nearest.
      let last = level.table.rowCount - 1
      let above = last / 100 * percent + (last % 100 * percent + 50) / 100
      let row = level.table.firstRow.map { level.table.row($0, advancedBy: above) } ?? focus
      return try level.moveFocus(to: level.place(inRow: row, below: focus), orSay: "\(percent)%")
    }
  }
}

extension Level {
  /// False while a large file is indexed and more rows may follow.
  fileprivate var knowsLastRow: Bool { shown.counts().rows.isExact }

  /// Moves the focus by the least scroll.
  ///
  /// - Parameters:
  ///   - showsEnds: whether what lies above the first row and below the last one comes into view, too.
  ///   - end: where the focus is already, if nothing moves.
  fileprivate func moveFocus(
    to place: Address, showsEnds: Bool = true, orSay end: String
  ) throws(CommandError) -> Output {
    let before = (table.offset, table.stripOffset(ofRow: place), table.focus)
    try engine { () throws(EngineError) in
      if showsEnds { try table.revealEnd(place.rowAddress) }
      try table.reveal(place)
    }
    table.moveFocus(to: place)
    if before == (table.offset, table.stripOffset(ofRow: place), table.focus) {
      return Output("already at \(end)")
    }
    return Output(positionLine)
  }

  fileprivate func moveFocus(fromItem focus: Address, by distance: Int) throws(CommandError)
    -> Output
  {
    guard let count = presenter.itemCount(inRow: focus.rowAddress) else {
      return Output("row \(focus.rowAddress) has no items to move through")
    }
    guard count > 0 else { return Output("row \(focus.rowAddress) has no items") }
    let item = (focus.item ?? 0).adding(distance)
    return try moveFocus(
      to: focus.rowAddress.with(item: min(max(item, 0), count - 1)), showsEnds: false,
      orSay: "the row's \(distance < 0 ? "start" : "end")")
  }

  /// Goes to the first row of the nearest section that has rows, with its header at the top.
  fileprivate func moveFocus(
    toSection step: FocusCommand.Step, from focus: Address
  ) throws(CommandError) -> Output {
    let rows = table.rowCount(inSection: focus.section)
    let neighbour =
      switch step {
      case .next:
        table.row(Address(focus.section, max(0, rows - 1)), advancedBy: 1)
      case .previous: table.row(Address(focus.section, 0), advancedBy: -1)
      }
    guard neighbour.section != focus.section else {
      let isKnown = step == .previous || knowsLastRow
      return Output(
        "already in the \(step == .next ? "last" : "first") section"
          + (isKnown ? "" : " known so far"))
    }
    let row = Address(neighbour.section, 0)
    try engine { () throws(EngineError) in
      try table.scrollToRow(Address(row.section))
      try table.reveal(row)
    }
    table.moveFocus(to: place(inRow: row, below: focus))
    return Output(positionLine)
  }

  /// The place in a row that stands above or below another one: of the items that are wholly in
  /// view the one that begins nearest to it, or the row itself.
  fileprivate func place(inRow row: Address, below focus: Address) -> Address {
    if row == focus.rowAddress { return focus }
    guard let item = focus.item, let count = presenter.itemCount(inRow: row), count > 0 else {
      return focusPlace(inRow: row, like: focus)
    }
    let pitch = max(1, table.metrics.cellSize.width + table.metrics.cellSpacing)
    let x = item * pitch - (table.stripOffset(ofRow: focus) ?? 0)
    let nearest = (x + (table.stripOffset(ofRow: row) ?? 0) + pitch / 2) / pitch
    let whole = table.fullyVisibleItems(inRow: row)
    return row.with(item: min(max(nearest, whole.lowerBound), whole.upperBound - 1, count - 1))
  }
}

extension Int {
  /// The sum, or the nearest number that there is.
  fileprivate func adding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
