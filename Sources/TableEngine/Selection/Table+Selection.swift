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
