package import TableModel

/// Questions about where things stand, for commands that move by rows and items.
extension Table {
  /// The row a number of rows before or after another one, across sections, clamped to the first
  /// and last row.
  package func row(_ row: Address, advancedBy distance: Int) -> Address {
    guard let position = position(ofRow: row), rowCount > 0 else { return row }
    let target = min(max(position.addingSaturating(distance), 0), rowCount - 1)
    return self.row(atPosition: target) ?? row
  }

  package var firstRow: Address? { row(atPosition: 0) }
  package var lastRow: Address? { rowCount == 0 ? nil : row(atPosition: rowCount - 1) }

  /// How much of the viewport's top the inset takes and a pinned header below it may cover.
  package func coveredHeight(inSection section: Int) -> Int {
    guard configuration.headerStyle != .grouped, content.hasHeader(section) else {
      return metrics.insetTop
    }
    return metrics.insetTop + metrics.headerHeight
  }

  /// The first row that is seen below the pinned header, and whether its top is cut off.
  package var topRow: (row: Address, isCut: Bool)? {
    for row in visibleRows {
      guard let rect = rect(ofRow: row) else { continue }
      let top = offset + coveredHeight(inSection: row.section)
      if rect.maxY > top { return (row, rect.minY < top) }
    }
    return nil
  }

  /// The visible rows that are neither cut off nor covered, or all visible rows if there are none.
  package var fullyVisibleRows: [Address] {
    let visible = visibleRows
    let end = offset + metrics.viewport.height - metrics.insetBottom
    // Rows stand in their order, so that only those at the two ends can be cut off.
    let uncovered = visible.drop { row in
      rect(ofRow: row).map { $0.minY < offset + coveredHeight(inSection: row.section) } ?? true
    }
    let cut = uncovered.reversed().prefix { row in rect(ofRow: row).map { $0.maxY > end } ?? true }
    let whole = uncovered.dropLast(cut.count)
    return whole.isEmpty ? visible : Array(whole)
  }

  /// The items of a strip of which nothing is cut off; when every one is cut, those in view.
  package func fullyVisibleItems(inRow row: Address) -> Range<Int> {
    guard let count = content.itemCount(inRow: row), let x = stripOffset(ofRow: row) else {
      return 0..<0
    }
    let pitch = max(1, metrics.cellSize.width + metrics.cellSpacing)
    let start = x + metrics.insetLeft
    let edge = x + metrics.viewport.width - metrics.insetRight
    let first = min(count, max(0, (start + pitch - 1) / pitch))
    let end = min(count, max(first, (edge + metrics.cellSpacing) / pitch))
    if first < end { return first..<end }
    let any = min(max(0, count - 1), max(0, start / pitch))
    return any..<min(count, any + 1)
  }

  /// Moves the focus; to nowhere when the place is not there.
  package func moveFocus(to address: Address?) {
    do { try setFocus(address) } catch { focus = nil }
  }
}

/// What happened since a moment, for reports on one action.
extension Table {
  /// The number of events so far.
  package var traceCount: Int { traceBuffer.written }

  /// The events from a number on, as far as they are remembered; reading them takes none away.
  package func trace(from number: Int) -> [TraceEvent] {
    traceBuffer.entries(from: number).map(event)
  }
}

// MARK: - Revealing

extension Table {
  /// Scrolls by the least, first the list and then the strip, so that a row or an item is in view.
  ///
  /// What is in view already makes no frame. Where rows are measured as they come up, the row may turn
  /// out to lie elsewhere, and is followed.
  ///
  /// - Parameter target: a row or an item.
  /// - Complexity: at most `mostTries` frames for each of both ways; one where heights are known.
  package func reveal(_ target: Address) throws(EngineError) {
    for _ in 0..<Self.mostTries {
      guard let slot = layout.slot(of: target) else { throw .noRow(target.rowAddress) }
      let wanted = min(max(offset(showing: slot, .none), minOffset), maxOffset)
      if wanted == offset { break }
      try scroll(to: wanted, way: .scrollToPosition)
    }
    guard target.item != nil else { return }
    let x = try stripOffset(showing: target, .none)
    if x != stripOffset(ofRow: target) { try scroll(row: target, to: x, way: .scrollToPosition) }
  }

  /// The first row with what stands above it, or the last one with what stands below it: the end of
  /// the list, where the row is in view there.
  ///
  /// What is in view already makes no frame.
  package func revealEnd(_ row: Address) throws(EngineError) {
    let isFirst = row == firstRow
    guard isFirst || row == lastRow, let rect = rect(ofRow: row) else { return }
    let end = isFirst ? minOffset : maxOffset
    let (top, bottom) = (
      end + metrics.insetTop, end + metrics.viewport.height - metrics.insetBottom
    )
    if end != offset, rect.minY >= top, rect.maxY <= bottom {
      try scroll(to: end, way: .scrollToPosition)
    }
  }

  private static let mostTries = 4
}
