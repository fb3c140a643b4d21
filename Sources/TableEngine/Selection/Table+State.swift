package import TableModel

/// What a user has done to a table, as a value: enough to undo it.
package struct TableState: Sendable, Hashable {
  package var offset: Int
  /// How far that lies beyond an end of the table, below 0 above its beginning; 0 between the ends.
  package var overscroll: Int
  /// How far strips are scrolled; those at their start are not listed.
  package var stripOffsets: StripOffsets
  package var selection: Set<Address>
  package var focus: Address?
  package var lockedRows: Set<Address>
  package var lockedOffset: Int
  package var editing: Address?
}

extension Table {
  /// An offset between the ends of the table.
  private func within(_ offset: Int) -> Int { min(max(offset, minOffset), maxOffset) }

  package var state: TableState {
    var offsets = stripOffsets
    for case let strip? in rows.visible.lazy.map({ $0.strip }) {
      let x = strip.layout.clamp(strip.offset)
      offsets[strip.key] = x == strip.layout.minOffset ? nil : x
    }
    return TableState(
      offset: offset, overscroll: offset - within(offset), stripOffsets: offsets,
      selection: selection, focus: focus,
      lockedRows: lockedRows, lockedOffset: lockedOffset, editing: editing)
  }

  /// Moves the offsets of strips and the locks along with their rows, before a reload that puts the
  /// rows in other places. No frame is made.
  ///
  /// - Parameters:
  ///   - newAddress: where a row will stand, nil when it will not be shown.
  ///   - adding: the offsets of rows that will be shown again, by where they will stand.
  /// - Returns: the offsets of rows that will not be shown, by where they stand now.
  package func carryStrips(
    to newAddress: (Address) -> Address?, adding: [Address: Int]
  ) -> [Address: Int] {
    let known = state.stripOffsets
    lockedRows = Set(lockedRows.compactMap(newAddress))
    guard restoresOffsets else { return [:] }
    stripOffsets = [:]
    var left: [Address: Int] = [:]
    for (key, x) in known {
      guard case .address(let old) = key else {
        stripOffsets[key] = x
        continue
      }
      if let new = newAddress(old) { stripOffsets[.address(new)] = x } else { left[old] = x }
    }
    for (row, x) in adding { stripOffsets[.address(row)] = x }
    for strip in rows.visible.compactMap(\.strip) {
      guard case .address(let old) = strip.key else { continue }
      // The offset that the reload saves when the strip leaves must be saved for its row.
      if let new = newAddress(old) { strip.key = .address(new) } else { strip.isAbandoned = true }
    }
    return left
  }

  /// Adapts to content that now names its rows differently: offsets of strips stay with their rows.
  /// No frame is made.
  ///
  /// - Parameter change: makes the change; afterwards the content answers with the new names.
  /// - Complexity: O(strips that were scrolled), plus O(rows) where rows had names before.
  package func renameRows(_ change: () -> Void) {
    let known = state.stripOffsets
    var offsets: [Address: Int] = [:]
    for case (.address(let row), let x) in known { offsets[row] = x }
    if offsets.count < known.count {
      for case let row? in (0..<rowCount).lazy.map({ self.row(atPosition: $0) }) {
        if case .stable = key(ofRow: row), let x = known[key(ofRow: row)] { offsets[row] = x }
      }
    }
    change()
    stripOffsets = [:]
    // Rows may share a name; the last of them says where their strips stand.
    for (row, x) in offsets.sorted(by: { $0.key < $1.key }) { stripOffsets[key(ofRow: row)] = x }
    for strip in rows.visible.compactMap(\.strip) where !strip.isAbandoned {
      strip.key = key(ofRow: strip.row)
    }
    for cell in rows.visible + rows.kept.cells + rows.exempt where cell.boundKey != nil {
      cell.boundKey = key(ofRow: cell.slot.address)
    }
    let stored = rows.storedCells
    rows.stored.removeAll()
    for cell in stored {
      cell.boundKey = key(ofRow: cell.slot.address)
      if let bound = cell.boundKey { rows.stored[bound] = cell }
    }
  }

  /// Goes back to a state, in one frame. Anything it names that no longer exists is ignored.
  package func restore(_ state: TableState) {
    let backwards = state.offset < offset
    if editing != state.editing { endEditing() }
    stripOffsets = state.stripOffsets
    lockedRows = state.lockedRows.filter { layout.contains(row: $0) }
    lockedOffset = state.lockedOffset
    clearSelection()
    for address in state.selection where exists(address) {
      selection.insert(address)
      cell(for: address)?.isSelected = true
    }
    focus = state.focus.flatMap { exists($0) ? $0 : nil }
    for cell in rows.visible {
      guard let strip = cell.strip else { continue }
      strip.offset = strip.layout.clamp(
        state.stripOffsets[strip.key] ?? strip.layout.minOffset)
      strip.offsetWriter = strip.row
      if lockedRows.contains(strip.row) { strip.offset = strip.layout.clamp(lockedOffset) }
      pendingCells.append(cell)
    }
    offset = within(state.offset - state.overscroll) + state.overscroll
    frameUnchecked(backwards: backwards)
    // A strip that left was saved as far as its row reaches now, which may be less than was known.
    stripOffsets = state.stripOffsets
    // A cell that was off the screen then is gone, and with it what was being typed.
    if let place = state.editing, editing == nil { try? beginEditing(place) }
  }
}
