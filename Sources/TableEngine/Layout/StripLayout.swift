import TableModel

/// The arithmetic of a strip: cells of one width, with one space between two of them.
struct StripLayout: Sendable, Hashable {
  var count: Int
  var cellWidth: Int
  var spacing: Int
  var viewport: Int
  var insetLeft: Int
  var insetRight: Int

  init(count: Int, metrics: TableMetrics) {
    self.count = count
    cellWidth = metrics.cellSize.height > 0 ? metrics.cellSize.width : 0
    spacing = metrics.cellSpacing
    viewport = metrics.viewport.width
    insetLeft = metrics.insetLeft
    insetRight = metrics.insetRight
  }

  var pitch: Int { cellWidth + spacing }
  var contentWidth: Int { count == 0 ? 0 : count * pitch - spacing }

  /// The offsets at which scrolling can rest; a strip begins at the first.
  var minOffset: Int { -insetLeft }
  var maxOffset: Int { max(minOffset, contentWidth + insetRight - viewport) }

  func clamp(_ offset: Int) -> Int { min(max(minOffset, offset), maxOffset) }

  func slot(_ item: Int, in row: Address) -> Slot {
    Slot(position: item, address: row.with(item: item), start: item * pitch, length: cellWidth)
  }

  /// The items of which any part lies in the viewport at an offset.
  func visible(at offset: Int) -> Range<Int> {
    guard cellWidth > 0, viewport > 0, offset + viewport > 0 else { return 0..<0 }
    let start = max(0, offset)
    // Where the offset falls into the space behind a cell, that cell is out of view.
    let first = start / pitch + (start % pitch >= cellWidth ? 1 : 0)
    let end = min(count, (offset + viewport + pitch - 1) / pitch)
    return first < end ? first..<end : 0..<0
  }
}
