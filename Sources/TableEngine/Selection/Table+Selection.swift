package import TableModel

/// What a tap did.
package enum TapOutcome: Sendable, Hashable {
  case selected(Address)
  case deselected(Address)
  /// The delegate did not want it, or the table takes no selection.
  case refused
  case accessory(Address)
  /// The accessory does not answer taps, so the row was tapped instead.
  indirect case notInteractive(then: TapOutcome)
}

extension Table {
  /// Taps a row or an item: highlight, `willSelect`, the old one's deselection, `didSelect`.
  @discardableResult
  package func tap(_ touched: Address) throws(EngineError) -> TapOutcome {
    let rowTakesIt = configuration.mistakes.contains(.rowTaps)
    let address = rowTakesIt && exists(touched) ? touched.rowAddress : touched
    try checkSelectable(address)
    guard configuration.selection != .none else { return .refused }
    cell(for: address)?.isHighlighted = true
    trace(.highlight, at: address)
    defer { cell(for: address)?.isHighlighted = false }
    if configuration.selection == .multiple, selection.contains(address) {
      trace(.willDeselect, at: address)
      setSelected(false, address)
      trace(.didDeselect, at: address)
      return .deselected(address)
    }
    trace(.willSelect, at: address)
    guard let target = willSelect.map({ $0(address) }) ?? address, exists(target) else {
      return .refused
    }
    if configuration.selection == .single {
      for old in selection.sorted() where old != target {
        trace(.willDeselect, at: old)
        setSelected(false, old)
        trace(.didDeselect, at: old)
      }
    }
    setSelected(true, target)
    if !configuration.lacks(.didSelectRow) { trace(.didSelect, at: target) }
    return .selected(target)
  }

  /// Taps the accessory of a row or an item, which only the detail kinds answer themselves.
  @discardableResult
  package func tapAccessory(_ address: Address) throws(EngineError) -> TapOutcome {
    guard address.row != nil else { throw .incompleteAddress(address) }
    guard exists(address) else { throw address.item == nil ? .noRow(address) : .noItem(address) }
    let shown = cell(for: address)?.content ?? content.content(for: address)
    guard shown.accessory.isInteractive else { return .notInteractive(then: try tap(address)) }
    trace(.accessoryTapped, at: address)
    return .accessory(address)
  }

  /// Selects rows or items in code, which calls no delegate. In single mode the last one stays.
  package func select(_ addresses: [Address]) throws(EngineError) {
    for address in addresses { try checkSelectable(address) }
    guard configuration.selection != .none else { return }
    for address in addresses {
      if configuration.selection == .single { clearSelection() }
      setSelected(true, address)
    }
  }

  /// Deselects rows or items in code, all of them for nil.
  package func deselect(_ addresses: [Address]? = nil) throws(EngineError) {
    for address in addresses ?? [] { try checkSelectable(address) }
    for address in addresses ?? selection.sorted() { setSelected(false, address) }
  }

  func clearSelection() {
    for address in selection { cell(for: address)?.isSelected = false }
    selection.removeAll()
  }

  private func setSelected(_ isSelected: Bool, _ address: Address) {
    if isSelected { selection.insert(address) } else { selection.remove(address) }
    guard let cell = cell(for: address) else { return }
    cell.isSelected = isSelected
    cell.selectionWriter = isSelected ? address : nil
  }

  private func checkSelectable(_ address: Address) throws(EngineError) {
    guard address.row != nil else { throw .incompleteAddress(address) }
    guard exists(address) else { throw address.item == nil ? .noRow(address) : .noItem(address) }
    if address.item == nil, !configuration.mistakes.contains(.rowTaps),
      content.itemCount(inRow: address) != nil
    {
      throw .notSelectable(address)
    }
  }

  /// The cell that shows a row or an item now.
  func cell(for address: Address) -> Cell? {
    guard let row = visibleCell(forRow: address) else { return nil }
    guard let item = address.item else { return row }
    return row.strip?.lane.visibleCell(at: item)
  }

  // MARK: Focus

  /// Moves the focus to a row, an item or nowhere. Nothing is scrolled.
  package func setFocus(_ address: Address?) throws(EngineError) {
    if let address {
      guard address.row != nil else { throw .incompleteAddress(address) }
      guard exists(address) else { throw address.item == nil ? .noRow(address) : .noItem(address) }
    }
    focus = address
  }
}

// MARK: - Editing

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
