extension Table {
  /// Does what an action says.
  ///
  /// - Throws: when the action is impossible; the table is then as it was.
  package func perform(_ action: TableAction) throws(EngineError) {
    switch action {
    case .makeFrame, .scroll, .scrollBy, .bounce, .scrollToRow, .scrollStrip, .scrollStripBy,
      .bounceStrip, .scrollToItem, .lock, .unlock:
      try move(action)
    case .select, .deselect, .tap, .tapAccessory, .setFocus, .beginEditing, .endEditing:
      try choose(action)
    default:
      try change(action)
    }
  }

  private func move(_ action: TableAction) throws(EngineError) {
    switch action {
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
    default: try makeFrame()
    }
  }

  private func choose(_ action: TableAction) throws(EngineError) {
    switch action {
    case .select(let addresses): try select(addresses)
    case .deselect(let addresses): try deselect(addresses)
    case .tap(let address): try tap(address)
    case .tapAccessory(let address): try tapAccessory(address)
    case .setFocus(let address): try setFocus(address)
    case .beginEditing(let row): try beginEditing(row)
    default: endEditing()
    }
  }

  private func change(_ action: TableAction) throws(EngineError) {
    switch action {
    case .reloadData: reloadData()
    case .reloadRows(let addresses): try reloadRows(addresses)
    case .reconfigure(let addresses): try reconfigure(addresses)
    case .update(let updates): try performUpdates(updates)
    case .setMetrics(let metrics): setMetrics(metrics)
    case .setConfiguration(let configuration): setConfiguration(configuration)
    case .deliverImages(let count, let order): deliverImages(count, order: order)
    case .memoryWarning: receiveMemoryWarning()
    case .resetStatistics: resetStatistics()
    case .restart: restart()
    case .reset: reset()
    case .restore(let state): restore(state)
    default: break
    }
  }
}
