import TableModel

extension Table {
  /// Takes over counts that have grown at the ends of sections and strips since the last frame.
  ///
  /// Cells, pools, selection and offsets stay as they are and no frame is made: the next one
  /// shows what is new in view.
  ///
  /// - Complexity: as for reloading, without the cells.
  package func takeOverGrowth() {
    rebuildLayout()
    for cell in rows.visible {
      guard let strip = cell.strip, !strip.isAbandoned,
        let count = content.itemCount(inRow: strip.row), count > strip.dataCount
      else { continue }
      if strip.layout.count == strip.dataCount {
        strip.layout = StripLayout(count: count, metrics: metrics)
      }
      strip.dataCount = count
      pendingCells.append(cell)
    }
  }
}
