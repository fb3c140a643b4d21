package import TableModel

/// The cell that is being edited, which is the first responder, and the row cell that holds it.
struct EditedCell {
  let cell: Cell
  /// The same cell in a plain row.
  let row: Cell
}

/// Editing: one cell at a time, which is exempt from recycling until it ends, together with the row
/// that it is in.
extension Table {
  /// The row or item that is being edited, on the screen or off it.
  package var editing: Address? { edited?.cell.slot.address }

  /// True while the cell that is being edited has left the screen and waits for its row.
  package var editsOffScreen: Bool { edited.map { $0.cell.place != .visible } ?? false }

  /// Starts editing a row or an item that is on the screen; what was being edited is given up.
  package func beginEditing(_ address: Address) throws(EngineError) {
    guard address.row != nil else { throw .incompleteAddress(address) }
    guard exists(address) else { throw address.item == nil ? .noRow(address) : .noItem(address) }
    if address.item == nil, content.itemCount(inRow: address) != nil {
      throw .notEditable(address)
    }
    guard let row = visibleCell(forRow: address), let cell = cell(for: address) else {
      throw .notOnScreen(address)
    }
    if edited?.cell === cell { return }
    endEditing()
    cell.isEditing = true
    edited = EditedCell(cell: cell, row: row)
    trace(.beginEditing, cell)
  }

  /// Ends editing; a cell that waits off the screen is recycled.
  package func endEditing() {
    guard let edited else { return }
    trace(.endEditing, edited.cell)
    resign(edited.cell)
    poolWaitingRows()
  }

  /// True for a cell that must not be given away: the one that is edited, and the row around it.
  func isExempt(_ cell: Cell) -> Bool {
    guard let edited else { return false }
    return edited.cell === cell || edited.row === cell
  }

  /// Takes editing from a cell, or from one inside it, that is going to be something else.
  func resign(_ cell: Cell) {
    guard let edited, isExempt(cell) else { return }
    self.edited = nil
    edited.cell.isEditing = false
    guard let strip = edited.row.strip, !strip.lane.exempt.isEmpty else { return }
    let waiting = strip.lane.exempt
    strip.lane.exempt = []
    for item in waiting { retireUnbound(item, in: strip.lane) }
  }

  /// Gives rows to their pool that waited for the end of editing.
  func poolWaitingRows() {
    guard edited == nil, !rows.exempt.isEmpty else { return }
    let waiting = rows.exempt
    rows.exempt = []
    for cell in waiting { retireUnbound(cell, in: rows) }
  }
}
