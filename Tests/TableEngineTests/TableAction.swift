import TableModel

@testable import TableEngine

/// Everything that a table can be asked to do, as a value, so that tests can draw it at random.
enum TableAction: Sendable, Hashable {
  case makeFrame
  case scroll(to: Int, overscroll: Bool = false, frames: Int = 1)
  case scrollBy(Int, overscroll: Bool = false)
  case bounce(step: Int)
  case scrollToRow(Address, ScrollPosition = .none, frames: Int = 1)
  case scrollStrip(row: Address, to: Int, overscroll: Bool = false, frames: Int = 1)
  case scrollStripBy(row: Address, Int, overscroll: Bool = false)
  case bounceStrip(row: Address, step: Int)
  case scrollToItem(Address, ItemPosition = .none, frames: Int = 1)
  case lock([Address])
  case unlock([Address]?)
  case reloadData
  case reloadRows([Address])
  case reconfigure([Address]?)
  case update([TableUpdate])
  case setMetrics(TableMetrics)
  case setConfiguration(EngineConfiguration)
  case select([Address])
  case deselect([Address]?)
  case tap(Address)
  case tapAccessory(Address)
  case setFocus(Address?)
  case beginEditing(Address)
  case endEditing
  case deliverImages(Int?, ImageOrder = .lastFirst)
  case memoryWarning
  case resetStatistics
  case reset
  case restore(TableState)
}

extension Table {
  /// Does what an action says.
  ///
  /// - Throws: when the action is impossible; the table is then as it was.
  func perform(_ action: TableAction) throws(EngineError) {
    switch action {
    case .makeFrame: try makeFrame()
    case .scroll(let offset, let overscroll, let frames):
      try scroll(to: offset, overscroll: overscroll, frames: frames)
    case .scrollBy(let distance, let overscroll): try scroll(by: distance, overscroll: overscroll)
    case .bounce(let step): try bounce(step: step)
    case .scrollToRow(let row, let position, let frames):
      try scrollToRow(row, position: position, frames: frames)
    case .scrollStrip(let row, let x, let overscroll, let frames):
      try scroll(row: row, to: x, overscroll: overscroll, frames: frames)
    case .scrollStripBy(let row, let distance, let overscroll):
      try scroll(row: row, by: distance, overscroll: overscroll)
    case .bounceStrip(let row, let step): try bounce(row: row, step: step)
    case .scrollToItem(let item, let position, let frames):
      try scrollToItem(item, position: position, frames: frames)
    case .lock(let rows): try lock(rows: rows)
    case .unlock(let rows): unlock(rows: rows)
    case .reloadData: reloadData()
    case .reloadRows(let addresses): try reloadRows(addresses)
    case .reconfigure(let addresses): try reconfigure(addresses)
    case .update(let updates): try performUpdates(updates)
    case .setMetrics(let metrics): setMetrics(metrics)
    case .setConfiguration(let configuration): setConfiguration(configuration)
    case .select(let addresses): try select(addresses)
    case .deselect(let addresses): try deselect(addresses)
    case .tap(let address): try tap(address)
    case .tapAccessory(let address): try tapAccessory(address)
    case .setFocus(let address): try setFocus(address)
    case .beginEditing(let row): try beginEditing(row)
    case .endEditing: endEditing()
    case .deliverImages(let count, let order): deliverImages(count, order: order)
    case .memoryWarning: receiveMemoryWarning()
    case .resetStatistics: resetStatistics()
    case .reset: reset()
    case .restore(let state): restore(state)
    }
  }
}
