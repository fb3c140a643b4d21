import DataSources
import Rendering
import TableEngine
import TableModel

extension Session {
  // MARK: The list

  mutating func scrollVertically(_ call: Invocation, by sign: Int) throws(CommandError) -> Output {
    let amount = sign * (try call.count(at: 0) ?? 1)
    let table = try current().table
    let before = (table.offset, table.focus)
    switch try unit(call, allowed: ["rows", "lines", "pages", "points"]) {
    case "points": try scroll(by: amount)
    case "lines": try scroll(by: amount.scaled(by: preferences.device.pointsPerLine))
    case "pages": try scrollPages(amount)
    default: try scrollRows(amount)
    }
    if before == (table.offset, table.focus) {
      return Output("already at the \(sign > 0 ? "end" : "start")")
    }
    keepFocusInView()
    return Output(positionLine)
  }

  func page(_ call: Invocation) throws(CommandError) -> Output {
    let word = call[0]
    let sign = try word.map { word throws(CommandError) in
      guard let sign = ["down": 1, "up": -1][word.raw] else {
        throw CommandError(
          .badValue(word.text, argument: "direction", expected: "down or up"), at: word.range)
      }
      return sign
    }
    try scrollPages(sign ?? 1)
    keepFocusInView()
    return Output(positionLine)
  }

  private func scroll(by points: Int) throws(CommandError) {
    let table = try current().table
    try engine { () throws(EngineError) in try table.scroll(by: points) }
  }

  private func scrollPages(_ pages: Int) throws(CommandError) {
    let table = try current().table
    let covered = table.topRow.map { table.coveredHeight(inSection: $0.row.section) } ?? 0
    let room = table.metrics.viewport.height - covered - table.metrics.insetBottom
    try scroll(by: pages.scaled(by: max(1, room)))
  }

  /// Scrolls so that the row `amount` rows further on stands where the top row stood, and moves the
  /// focus along. When scrolling up, a row that is cut off counts as the first.
  private func scrollRows(_ amount: Int) throws(CommandError) {
    let level = try current()
    let table = level.table
    if let (top, isCut) = table.topRow {
      let target = table.row(top, advancedBy: isCut && amount < 0 ? amount + 1 : amount)
      try engine { () throws(EngineError) in
        if target == table.firstRow {
          try table.scroll(to: table.minOffset)
        } else {
          try table.scrollToRow(target, position: .top)
        }
      }
    }
    if let focus = table.focus {
      let target = table.row(focus.rowAddress, advancedBy: amount)
      table.moveFocus(to: focusPlace(inRow: target, like: focus, in: level))
    }
  }

  /// The place in a row that has the focus when it comes there: the item that stands first in
  /// view, or the row itself.
  private func focusPlace(inRow row: Address, like focus: Address, in level: Level) -> Address {
    guard let count = level.presenter.itemCount(inRow: row), count > 0 else { return row }
    if row == focus.rowAddress { return focus }
    return row.with(item: level.table.fullyVisibleItems(inRow: row).first ?? 0)
  }

  /// After a scroll by lines or pages the focus goes to the nearest row in view.
  private func keepFocusInView() {
    guard let level = levels.last, let focus = level.table.focus else { return }
    let rows = level.table.fullyVisibleRows
    guard let first = rows.first, let last = rows.last else { return }
    let row = focus.rowAddress
    let nearest = row < first ? first : row > last ? last : row
    if nearest != row {
      level.table.moveFocus(to: focusPlace(inRow: nearest, like: focus, in: level))
    }
  }

  mutating func goToEnd(_ call: Invocation, first: Bool) throws(CommandError) -> Output {
    let frames = try call.frames()
    let level = try current()
    let table = level.table
    guard let row = first ? table.firstRow : table.lastRow else {
      return Output("this table is empty")
    }
    try engine { () throws(EngineError) in
      try table.scroll(to: first ? .min : .max, frames: frames)
    }
    table.moveFocus(to: focusPlace(inRow: row, like: table.focus ?? row, in: level))
    return Output(positionLine)
  }

  // MARK: A strip

  mutating func scrollHorizontally(_ call: Invocation, by sign: Int) throws(CommandError)
    -> Output
  {
    let amount = sign * (try call.count(at: 0) ?? 1)
    let row = try row(call.option("row"))
    let level = try current()
    let unit = try unit(call, allowed: ["items", "columns", "pages", "points"])
    guard let count = level.presenter.itemCount(inRow: row) else {
      return Output("row \(row) has no items to scroll through")
    }
    let table = level.table
    let before = (table.stripOffset(ofRow: row), table.focus)
    switch unit {
    case "points":
      try scrollStrip(row, by: amount)
    case "columns":
      try scrollStrip(row, by: amount.scaled(by: preferences.device.pointsPerColumn))
    case "pages":
      try scrollStrip(row, by: amount.scaled(by: table.metrics.viewport.width))
    default:
      try scrollItems(row, by: amount, of: count)
    }
    if before == (table.stripOffset(ofRow: row), table.focus) {
      return Output("already at the row's \(sign > 0 ? "end" : "start")")
    }
    keepFocusInStrip(row)
    return Output(positionLine(ofRow: row))
  }

  private func scrollStrip(_ row: Address, by points: Int) throws(CommandError) {
    let table = try current().table
    try engine { () throws(EngineError) in
      try table.scroll(row: row, to: (table.stripOffset(ofRow: row) ?? 0) + points)
    }
  }

  private func scrollItems(_ row: Address, by amount: Int, of count: Int) throws(CommandError) {
    let level = try current()
    let table = level.table
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

  private func keepFocusInStrip(_ row: Address) {
    guard let level = levels.last, let focus = level.table.focus, focus.rowAddress == row,
      let item = focus.item
    else { return }
    let visible = level.table.fullyVisibleItems(inRow: row)
    guard let first = visible.first, let last = visible.last else { return }
    level.table.moveFocus(to: row.with(item: max(first, min(last, item))))
  }

  mutating func goToEdge(_ call: Invocation, first: Bool) throws(CommandError) -> Output {
    let row = try row(call.option("row"))
    let frames = try call.frames()
    let level = try current()
    guard let count = level.presenter.itemCount(inRow: row) else {
      return Output("row \(row) has no items to scroll through")
    }
    let table = level.table
    let inset = table.metrics.insetRight
    try engine { () throws(EngineError) in
      try table.scroll(
        row: row,
        to: first ? -table.metrics.insetLeft : (table.stripWidth(ofRow: row) ?? 0) + inset,
        frames: frames)
    }
    if table.focus?.rowAddress == row, count > 0 {
      table.moveFocus(to: row.with(item: first ? 0 : count - 1))
    }
    return Output(positionLine(ofRow: row))
  }

  // MARK: Places

  mutating func goTo(_ call: Invocation) throws(CommandError) -> Output {
    let address = try place(call[0])
    var position = ScrollPosition.none
    if let word = call[1] {
      guard let named = ScrollPosition(rawValue: word.raw) else {
        throw CommandError(
          .badValue(word.text, argument: "position", expected: "top, middle, bottom or none"),
          at: word.range)
      }
      position = named
    }
    try goTo(address, position: position, frames: try call.frames())
    return Output(positionLine)
  }

  /// Scrolls to a section, row or item and gives it the focus.
  ///
  /// - Parameter frames: how many frames the list takes, and then the strip.
  mutating func goTo(
    _ address: Address, position: ScrollPosition = .none, frames: Int = 1
  ) throws(CommandError) {
    let level = try current()
    let table = level.table
    try engine { () throws(EngineError) in
      if address.row == nil {
        try table.scrollToRow(address, frames: frames)
      } else {
        try table.scrollToRow(address, position: position, frames: frames)
        if address.item != nil { try table.scrollToItem(address, frames: frames) }
      }
    }
    let row = address.row == nil ? Address(address.section, 0) : address.rowAddress
    table.moveFocus(
      to: address.item == nil ? focusPlace(inRow: row, like: row, in: level) : address)
    noteResult(address)
  }

  mutating func setOffset(_ call: Invocation) throws(CommandError) -> Output {
    let offset = try call.count(at: 0) ?? 0
    let overscroll = call.has("overscroll")
    let frames = try call.frames()
    let table = try current().table
    if let word = call.option("row") {
      let row = try row(word)
      try engine { () throws(EngineError) in
        try table.scroll(row: row, to: offset, overscroll: overscroll, frames: frames)
      }
      return Output("row \(row) at offset \(table.stripOffset(ofRow: row) ?? 0)")
    }
    try engine { () throws(EngineError) in
      try table.scroll(to: offset, overscroll: overscroll, frames: frames)
    }
    return Output("offset \(table.offset)")
  }

  private func unit(_ call: Invocation, allowed: [String]) throws(CommandError) -> String? {
    guard let word = call[1] else { return nil }
    guard let unit = allowed.first(where: { $0 == word.raw || $0.dropLast() == word.raw }) else {
      throw CommandError(
        .badValue(word.text, argument: "unit", expected: allowed.joined(separator: ", ")),
        at: word.range)
    }
    return unit
  }

  // MARK: Saying where

  /// `Science 2.0.5 · row 3 of 7 · item 6 of 14`.
  var positionLine: String {
    guard let level = levels.last else { return "no table is open" }
    guard let focus = level.table.focus else { return "this table is empty" }
    return position(of: focus, in: level)
  }

  var positionSuffix: String { levels.isEmpty ? "" : Mark.dot + positionLine }

  private func positionLine(ofRow row: Address) -> String {
    guard let level = levels.last else { return "" }
    let focus = level.table.focus
    let first = level.table.fullyVisibleItems(inRow: row).first
    return position(of: focus?.rowAddress == row ? focus ?? row : row.with(item: first), in: level)
  }

  private func position(of address: Address, in level: Level) -> String {
    let section = level.presenter.section(address.section)
    var parts = [[section?.title, "\(address)"].compactMap(\.self).joined(separator: " ")]
    if let row = address.row, let rows = section?.rows, rows.known > 1 {
      parts.append("row \(Words.grouped(row + 1)) of \(Self.total(rows))")
    }
    if let item = address.item, let items = level.presenter.row(address.rowAddress)?.items {
      parts.append("item \(Words.grouped(item + 1)) of \(Self.total(items))")
    }
    return parts.joined(separator: Mark.dot)
  }

  private static func total(_ extent: Extent) -> String {
    Words.grouped(extent.known) + (extent.isExact ? "" : "+")
  }
}

extension Invocation {
  /// What the platform's own animation takes: 0.3 seconds, at sixty frames a second.
  private static let standardFrames = 18

  /// How many frames `--animated` asks for; one without it.
  func frames() throws(CommandError) -> Int {
    guard has("animated") else { return 1 }
    guard let word = option("animated") else { return Self.standardFrames }
    guard let count = Int(word.text), (1...1000).contains(count) else {
      throw CommandError(
        .badValue(word.text, argument: "number of frames", expected: "a number from 1 to 1000"),
        at: word.range)
    }
    return count
  }

  /// A whole number at a position; nil when there is none.
  func count(at index: Int) throws(CommandError) -> Int? {
    guard let word = self[index] else { return nil }
    guard let number = Int(word.text), number.magnitude <= 1 << 60 else {
      throw CommandError(
        .badValue(
          word.text, argument: "number", expected: "a whole number with at most 18 digits"),
        at: word.range)
    }
    return number
  }
}

extension Int {
  /// A product that ends far beyond every table instead of overflowing.
  fileprivate func scaled(by factor: Int) -> Int {
    let farthest = 1 << 60
    let (product, overflows) = multipliedReportingOverflow(by: factor)
    if overflows { return (self < 0) == (factor < 0) ? farthest : -farthest }
    return Swift.min(Swift.max(product, -farthest), farthest)
  }
}
