import Arranging
import CommandLanguage
import Documents
import TableEngine
import TableModel
import Workspaces

/// `tap`: what a finger on a cell does, with all its events.
struct TapCommand: ShelfCommand {
  static let declaration = Command(
    "tap", .choose, "tap a cell, with all its events", parameters: Tap.parameters,
    discussion: """
      Does what a finger does: highlight, willSelect, willDeselect and didDeselect of the one \
      before, didSelect. Prints the events.
      """,
    examples: [
      .init("tap 0.0.1", "tap an item"), .init("tap 0.0.1; tap 0.0.2", "then another"),
    ],
    related: ["select", "tap-accessory"], effect: .change)

  private let tap: Tap

  init(_ call: Invocation) { tap = Tap(call, isOnAccessory: false) }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try tap.run(in: &workspace)
  }
}

/// `tap-accessory`: what a finger on a cell's accessory does.
struct TapAccessoryCommand: ShelfCommand {
  static let declaration = Command(
    "tap-accessory", .choose, "tap a cell's accessory", parameters: Tap.parameters,
    discussion: """
      Only detail buttons answer a tap of their own; on a disclosure or a checkmark the tap \
      goes to the cell.
      """,
    examples: [
      .init("accessory detail; tap-accessory 0.0.1", "a detail button"),
      .init("accessory disclosure; tap-accessory 0.0.1", "not interactive: the cell is tapped"),
    ],
    related: ["tap", "accessory"], effect: .change)

  private let tap: Tap

  init(_ call: Invocation) { tap = Tap(call, isOnAccessory: true) }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try tap.run(in: &workspace)
  }
}

/// What the two taps have in common.
private struct Tap: Sendable {
  static let parameters = [Parameter("ADDRESS", .address, optional: true)]

  let place: Word?
  let isOnAccessory: Bool
  private let line: Range<Int>

  init(_ call: Invocation, isOnAccessory: Bool) {
    (place, line) = (call[0], call.range)
    self.isOnAccessory = isOnAccessory
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let address = try workspace.place(place)
    let table = try workspace.current().table
    let before = table.traceCount
    let outcome = try engine { () throws(EngineError) in
      isOnAccessory ? try table.tapAccessory(address) : try table.tap(address)
    }
    table.moveFocus(to: address)
    workspace.noteResult(address)
    var lines = table.trace(from: before).map { event in
      "\(event.kind.rawValue) \(event.address?.description ?? "")"
    }
    if case .notInteractive = outcome { lines.insert("not interactive: the cell is tapped", at: 0) }
    if case .refused = outcome { lines.append("nothing was selected: selection is none") }
    // Says which section, row and item it was: that is what a delegate learns.
    lines.append(workspace.positionLine)
    if let selected = outcome.selected { lines += try follow(selected, in: &workspace) }
    return Output(lines.joined(separator: "\n"))
  }

  /// Carries out what follows a selection by a tap, and reports it.
  private func follow(_ selected: Address, in workspace: inout Workspace) throws(CommandError)
    -> [String]
  {
    switch workspace.preferences.onSelect {
    case .keep:
      return []
    case .deselect:
      let table = try workspace.current().table
      try engine { () throws(EngineError) in try table.deselect([selected]) }
      return ["deselected \(selected) at once (animated)"]
    case .push:
      return [try pushPage(of: selected, in: &workspace)]
    case .notify:
      let level = try workspace.current()
      let value = try reading { () throws(DataError) in try level.shown.value(at: selected) }
      let carried = JSONWriter.text(of: value ?? .null)
      return [
        "notification didSelectItem \(carried)", try pushPage(of: selected, in: &workspace),
      ]
    }
  }

  private func pushPage(of selected: Address, in workspace: inout Workspace) throws(CommandError)
    -> String
  {
    let level = try workspace.current()
    if let below = level.beforeResults?.shown, level.table.isSecondTable,
      workspace.preferences.engine.mistakes.contains(.delegate)
    {
      let wrong = try reading { () throws(DataError) in try below.value(at: selected) }
      return "the delegate takes \(selected) for a row of the table below: "
        + JSONWriter.text(of: wrong ?? .null)
    }
    let value = try reading { () throws(DataError) in try level.shown.value(at: selected) }
    guard value?.isContainer == true else { return "\(selected) has no page: nothing is inside" }
    return "pushed " + (try workspace.push(selected, at: line))
  }
}

extension TapOutcome {
  /// What the tap selected, if anything.
  fileprivate var selected: Address? {
    switch self {
    case .selected(let address): address
    case .notInteractive(let then): then.selected
    case .deselected, .refused, .accessory: nil
    }
  }
}
