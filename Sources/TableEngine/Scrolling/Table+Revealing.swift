package import TableModel

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
