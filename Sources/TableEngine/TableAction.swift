package import TableModel

/// Everything that a table can be asked to do, as a value: for scripts, tests and replay.
package enum TableAction: Sendable, Hashable {
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
  case restart
  case reset
  case restore(TableState)
}
