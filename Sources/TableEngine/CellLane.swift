import TableModel

/// One scrolling list of cells on one axis: the rows of a table, or the items of a strip.
final class CellLane {
  let table: TableStatistics.Table
  let pools: CellPools
  /// The cells on the screen, by place.
  var visible: [Cell] = []
  /// Cells that an update took off the screen and that have not been recycled yet.
  var orphans: [Cell] = []
  var kept: PositionCache
  /// Cells that are off the screen while they are being edited.
  var exempt: [Cell] = []
  /// Cells that wait for their own row.
  var stored: [RowKey: Cell] = [:]
  /// True while cells have been moved by an update and no pass has followed.
  var isRelocated = false
  /// True until the first frame.
  var isFresh = true

  init(table: TableStatistics.Table, pools: CellPools, kept: Int) {
    self.table = table
    self.pools = pools
    self.kept = PositionCache(capacity: kept)
  }

  /// Takes over the cells of a pass.
  func show(_ cells: [Cell?]) {
    visible.removeAll(keepingCapacity: true)
    for case let cell? in cells { visible.append(cell) }
  }

  func visibleCell(at position: Int) -> Cell? {
    var (low, high) = (0, visible.count)
    while low < high {
      let middle = (low + high) / 2
      if visible[middle].slot.position < position { low = middle + 1 } else { high = middle }
    }
    return low < visible.count && visible[low].slot.position == position ? visible[low] : nil
  }

  /// The cells that wait for their own row, in the order in which they were made.
  var storedCells: [Cell] { stored.values.sorted { $0.serial < $1.serial } }

  /// Every cell that the lane owns outside its pools.
  var ownCells: [Cell] { visible + orphans + kept.cells + exempt + storedCells }
}
