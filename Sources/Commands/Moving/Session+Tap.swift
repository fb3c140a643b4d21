import DataSources
import TableEngine
import TableModel

extension Session {
  mutating func tap(_ call: Invocation) throws(CommandError) -> Output {
    try tap(call, accessory: false)
  }

  mutating func tapAccessory(_ call: Invocation) throws(CommandError) -> Output {
    try tap(call, accessory: true)
  }

  private mutating func tap(_ call: Invocation, accessory: Bool) throws(CommandError) -> Output {
    let address = try place(call[0])
    let table = try current().table
    let before = table.traceCount
    let outcome = try engine { () throws(EngineError) in
      accessory ? try table.tapAccessory(address) : try table.tap(address)
    }
    table.moveFocus(to: address)
    noteResult(address)
    var lines = table.trace(from: before).map { event in
      "\(event.kind.rawValue) \(event.address?.description ?? "")"
    }
    if case .notInteractive = outcome { lines.insert("not interactive: the cell is tapped", at: 0) }
    if case .refused = outcome { lines.append("nothing was selected: selection is none") }
    // Says which section, row and item it was: a delegate is told no less.
    lines.append(positionLine)
    if let selected = outcome.selected { lines += try follow(selected, at: call.range) }
    return Output(lines.joined(separator: "\n"))
  }

  /// Carries out what follows a selection by a tap, and reports it.
  private mutating func follow(_ selected: Address, at range: Range<Int>) throws(CommandError)
    -> [String]
  {
    switch preferences.onSelect {
    case .keep:
      return []
    case .deselect:
      let table = try current().table
      try engine { () throws(EngineError) in try table.deselect([selected]) }
      return ["deselected \(selected) at once (animated)"]
    case .push:
      return [try pushPage(of: selected, at: range)]
    case .notify:
      let level = try current()
      let value = try reading { () throws(DataError) in try level.shown.value(at: selected) }
      let carried = JSONWriter.text(of: value ?? .null)
      return ["notification didSelectItem \(carried)", try pushPage(of: selected, at: range)]
    }
  }

  private mutating func pushPage(of selected: Address, at range: Range<Int>) throws(CommandError)
    -> String
  {
    let level = try current()
    let value = try reading { () throws(DataError) in try level.shown.value(at: selected) }
    guard value?.isContainer == true else { return "\(selected) has no page: nothing is inside" }
    return "pushed " + (try push(selected, at: range))
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
