import Arranging
import CommandLanguage
import Commands
import Rendering
import ShellCore
import TableEngine
import TableModel
import Workspaces

/// What the mouse does: commands as well.
///
/// The wheel scrolls the list, with Shift or sideways the row under the pointer. A click focuses, on an
/// accessory it taps that, on a letter of the index it goes there; a double click opens, and a
/// drag pulls the row along.
struct Pointer {
  /// Where the button was pressed, and what there.
  var pressed: (place: ScreenPlace, target: PointerTarget)?
  /// Where the pointer was when the row was pulled last.
  var dragged: ScreenPlace?
  private var lastClick: (target: PointerTarget, time: ContinuousClock.Instant)?

  /// Two clicks within this time are a double one.
  private static let patience = Duration.milliseconds(400)

  /// Notes a click.
  ///
  /// - Returns: true for the second one of a double click.
  mutating func click(_ target: PointerTarget) -> Bool {
    let now = ContinuousClock.now
    if let last = lastClick, last.target == target, now - last.time < Self.patience {
      lastClick = nil
      return true
    }
    lastClick = (target, now)
    return false
  }
}

extension Browser {
  /// The lines that a turn of the wheel scrolls.
  private static let step = 3

  /// - Returns: the command line for the event; nil when it has none.
  func handle(_ event: MouseEvent) -> SourceLine? {
    let place = ScreenPlace(column: event.column, line: event.line)
    if text != nil {
      if case .wheel(let direction) = event.action { scrollText(direction) }
      return nil
    }
    if line != nil { return nil }
    let command = command(for: event, at: place)
    guard let command else { return nil }
    said = []
    runsKey = true
    return Self.pressed(command)
  }

  private func scrollText(_ direction: MouseEvent.Direction) {
    let distance = direction == .up ? -Self.step : direction == .down ? Self.step : 0
    text?.scroll(by: distance, height: terminal.size.lines - 2)
  }

  private func command(for event: MouseEvent, at place: ScreenPlace) -> String? {
    switch event.action {
    case .wheel(let direction):
      if layout.detail?.contains(place) == true {
        detailOffset = max(
          0, detailOffset + (direction == .up ? -Self.step : Self.step))
        return nil
      }
      if layout.trace?.contains(place) == true {
        trace.offset = max(0, trace.offset + (direction == .up ? -Self.step : Self.step))
        return nil
      }
      return scroll(direction, sideways: event.modifiers.contains(.shift), at: place)
    case .press(.left):
      guard let target = target(at: place) else { return sortCommand(at: place) }
      (pointer.pressed, pointer.dragged) = ((place, target), place)
      return nil
    case .drag(.left): return drag(to: place)
    case .release(.left):
      defer { (pointer.pressed, pointer.dragged) = (nil, nil) }
      guard let pressed = pointer.pressed, pressed.place == place else { return nil }
      return click(pressed.target)
    case .press, .drag, .release: return nil
    }
  }

  private func scroll(
    _ direction: MouseEvent.Direction, sideways: Bool, at place: ScreenPlace
  ) -> String? {
    switch (direction, sideways) {
    case (.up, false): return "up \(Self.step) lines"
    case (.down, false): return "down \(Self.step) lines"
    case (.left, _), (.up, true):
      return row(at: place).map { "left 1 items --row \($0)" } ?? grid("left")
    case (.right, _), (.down, true):
      return row(at: place).map { "right 1 items --row \($0)" } ?? grid("right")
    }
  }

  /// In a grid the columns are what scrolls sideways.
  private func grid(_ command: String) -> String? {
    shell.session.levels.last?.presenter.grid?.isGrid == true ? command : nil
  }

  private func click(_ target: PointerTarget) -> String {
    let isDouble = pointer.click(target)
    return switch target {
    case .index(let title): "index \(AddressPattern.spelled(title: title))"
    case .accessory(let address): "tap-accessory \(address)"
    case .cell(let address), .row(let address):
      isDouble ? "push \(address)" : "goto \(address)"
    }
  }

  /// Pulls the row that the button was pressed on, or else the list.
  private func drag(to place: ScreenPlace) -> String? {
    guard let pressed = pointer.pressed, let from = pointer.dragged else { return nil }
    let (columns, lines) = (place.column - from.column, place.line - from.line)
    let row = row(of: pressed.target)
    let isSideways = row != nil && abs(columns) > abs(lines)
    guard isSideways ? columns != 0 : lines != 0 else { return nil }
    pointer.dragged = place
    if isSideways, let row {
      return "\(columns > 0 ? "left" : "right") \(abs(columns)) columns --row \(row)"
    }
    return "\(lines > 0 ? "up" : "down") \(abs(lines)) lines"
  }

  /// The title of a column sorts by it, and a second click the other way round.
  private func sortCommand(at place: ScreenPlace) -> String? {
    guard let level = shell.session.levels.last, let grid = level.presenter.grid, grid.isGrid,
      let picture, place.line == layout.table.line + picture.tableLines.lowerBound - 1
    else { return nil }
    let column = place.column - layout.table.column - GridFrame.gutter(picture.canvas.columns)
    let found = grid.places.first { ($0.start..<$0.start + $0.width).contains(column) }
    guard let path = found.map({ grid.columns[$0.index].path }) else { return nil }
    let isAscending = level.arrangement.sortKeys.first.map { $0.path == path && $0.ascending }
    return "sort by \(path) \(isAscending == true ? "desc" : "asc")"
  }

  private func target(at place: ScreenPlace) -> PointerTarget? {
    guard layout.table.contains(place) else { return nil }
    return picture?.target(at: place)
  }

  /// The row of items under the pointer.
  private func row(at place: ScreenPlace) -> Address? { target(at: place).flatMap(row(of:)) }

  private func row(of target: PointerTarget) -> Address? {
    switch target {
    case .cell(let address), .accessory(let address): address.item == nil ? nil : address.rowAddress
    case .row(let address): address.rowAddress
    case .index: nil
    }
  }
}

extension CellArea {
  fileprivate func contains(_ place: ScreenPlace) -> Bool {
    (column..<maxColumn).contains(place.column) && (line..<maxLine).contains(place.line)
  }
}
